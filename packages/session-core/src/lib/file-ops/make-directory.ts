import type { GuestPath } from '../guest-path.ts';
import { resolveEntry } from '../resolve-entry.ts';
import type { SessionWorld } from '../session-world.ts';
import { fsError } from '../vfs/fs-error.ts';
import { isDirectory } from '../vfs/inode.ts';
import { checkRoom } from './check-room.ts';

/** Makes a directory; with `recursive` also those it lies in (mode 0755), and an existing one is fine. */
export function makeDirectory(world: SessionWorld, path: GuestPath, recursive: boolean, mode: number): void {
  const found = resolveEntry(world, path, { follow: recursive, partial: recursive });
  const { parent, name, inode, beyond } = found;
  if (inode !== null) {
    if (recursive && isDirectory(inode)) return;
    throw fsError('EEXIST');
  }
  if (parent === null) throw fsError('ENOENT');
  checkRoom(world.vfs, { bytes: 0, entries: 1 + beyond.length });
  world.files.transact((vfs) => {
    let at = parent;
    const names = [name, ...beyond];
    for (const [index, each] of names.entries()) at = vfs.mkdir(at, each, index === names.length - 1 ? mode : 0o755);
  });
}
