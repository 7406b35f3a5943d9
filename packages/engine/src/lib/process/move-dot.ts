import type { Inode } from '@aletheia-works/session-core/vfs';
import { ALL_RIGHTS } from '../abi/rights.ts';
import { Descriptor } from './descriptor-table.ts';
import { Directory } from './directory.ts';
import type { GuestContext } from './guest-context.ts';
import { preopenName } from './preopen-name.ts';

/** Makes the preopened `.` the working directory of this moment: C libraries hand relative paths to it. */
export function moveDot(context: GuestContext, confine: Inode): void {
  const { descriptors, vfs, cwd } = context;
  const dot = preopenName('.');
  for (const [fd, { preopen }] of [...descriptors.entries()]) {
    if (preopen?.length !== dot.length || preopen[0] !== dot[0]) continue;
    const file = new Directory(vfs, cwd.inode, 0, confine);
    descriptors.put(fd, new Descriptor(file, file.possibleRights, ALL_RIGHTS, dot));
  }
}

/** The directory below `/` that holds the working directory: what a path from there may not leave. */
export function topOf({ vfs, cwd }: GuestContext): Inode {
  for (let at = cwd.inode; ; ) {
    const parent = vfs.parentOf(at);
    if (parent === null || parent === vfs.root || at === vfs.root) return at;
    at = parent;
  }
}
