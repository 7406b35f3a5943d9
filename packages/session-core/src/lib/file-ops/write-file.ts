import type { GuestPath } from '../guest-path.ts';
import { resolveEntry } from '../resolve-entry.ts';
import type { SessionWorld } from '../session-world.ts';
import { fsError } from '../vfs/fs-error.ts';
import { chargeOf, type Inode, isDirectory } from '../vfs/inode.ts';
import type { Vfs } from '../vfs/vfs.ts';
import { checkRoom } from './check-room.ts';
import { fillContent } from './fill-content.ts';

/** Creates a file with a mode, or replaces the content of an existing one. Symbolic links are followed. */
export function writeFile(world: SessionWorld, path: GuestPath, data: Uint8Array, mode: number): void {
  const { parent, name, inode, slash } = resolveEntry(world, path, { follow: true });
  if (slash || parent === null || (inode !== null && isDirectory(inode))) throw fsError('EISDIR');
  const isNew = inode === null;
  checkRoom(world.vfs, { bytes: data.length - (isNew ? 0 : chargeOf(inode)), entries: isNew ? 1 : 0 });
  world.files.transact((vfs) => {
    const file = inode ?? vfs.create(parent, name, mode);
    try {
      if (!isNew || data.length > 0) fill(vfs, file, data);
    } catch (error) {
      if (isNew) vfs.unlink(parent, name);
      throw error;
    }
  });
}

function fill(vfs: Vfs, file: Inode, data: Uint8Array): void {
  fillContent(vfs, file, (contents, scratch) => {
    if (data.length > 0) contents.write(scratch, 0, data, 0, data.length);
  });
}
