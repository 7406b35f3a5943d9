import type { Inode } from '@aletheia-works/session-core/vfs';
import { PipeRing } from '../channels/pipe-ring.ts';
import { SharedPosition } from '../channels/shared-position.ts';
import { DEVICE_STDERR, DEVICE_STDIN, DEVICE_STDOUT, DEVICE_TTY } from '../world/device-numbers.ts';
import { Descriptor } from './descriptor-table.ts';
import { Directory } from './directory.ts';
import type { GuestContext } from './guest-context.ts';
import { topOf } from './move-dot.ts';
import type { OpenFile } from './open-file.ts';
import { openInode } from './open-inode.ts';
import { PipeEnd } from './pipe-end.ts';
import { preopenName } from './preopen-name.ts';
import { RegularFile } from './regular-file.ts';
import { SeekableFile } from './seekable-file.ts';
import type { Inheritance, InheritedFile } from './spawn-request.ts';
import { streamInode } from './stream-inode.ts';

const STREAM_DEVICES = { stdin: DEVICE_STDIN, stdout: DEVICE_STDOUT, stderr: DEVICE_STDERR, tty: DEVICE_TTY } as const;
const STREAM_PATHS = { stdin: 'stdin', stdout: 'stdout', stderr: 'stderr', tty: 'tty' } as const;

/** Opens what a new process gets from the one that spawned it. A file that is gone meanwhile stays closed. */
export function acceptInheritance(context: GuestContext, cwd: string, { files, descriptors }: Inheritance): void {
  context.cwd.change(cwd);
  const opened = files.map((file) => openInherited(context, file));
  for (const { fd, file: index, rights, inheriting, preopen } of descriptors) {
    const file = preopen === '.' ? new Directory(context.vfs, context.cwd.inode, 0, topOf(context)) : opened[index];
    if (file === undefined || file === null) continue;
    const name = preopen === null ? null : preopenName(preopen);
    context.descriptors.put(fd, new Descriptor(file, rights, inheriting, name));
  }
}

/** Tells whether a file counts among an inode's opens. */
export const isCounted = (file: OpenFile): boolean => file instanceof RegularFile || file instanceof Directory;

function openInherited(context: GuestContext, file: InheritedFile): OpenFile | null {
  const { vfs, seat, stdio } = context;
  switch (file.kind) {
    case 'pipe': {
      const ring = new PipeRing(seat.space, file.index, seat.row);
      return new PipeEnd(streamInode(file.index, vfs.clock), file.flags, ring, file.side, seat.row, stdio);
    }
    case 'inode': {
      const inode = vfs.store.byIno(file.ino);
      return inode === undefined ? null : openByNumber(context, inode, file);
    }
    default: {
      const dev = vfs.lookup(vfs.root, 'dev');
      const inode = dev === undefined ? undefined : vfs.lookup(dev, STREAM_PATHS[file.kind]);
      return inode?.rdev === STREAM_DEVICES[file.kind] ? openInode(context, inode, file.flags) : null;
    }
  }
}

function openByNumber(
  context: GuestContext,
  inode: Inode,
  { flags, position, confine }: InheritedFile & { kind: 'inode' },
): OpenFile | null {
  const { vfs, seat } = context;
  const file =
    confine >= 0
      ? new Directory(vfs, inode, flags, vfs.store.byIno(confine) ?? inode)
      : openInode(context, inode, flags);
  // The parent counted it as open, so that it would be there still; now it is open here.
  if (isCounted(file)) vfs.close(inode);
  if (file instanceof SeekableFile && position >= 0) {
    file.sharePosition(new SharedPosition(seat.space, position, seat.row));
  }
  return file;
}
