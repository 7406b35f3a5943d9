import type { GuestPath } from '../guest-path.ts';
import { emptyDirectory } from '../load-tree.ts';
import { isFsError, type ResolvedEntry, resolveEntry } from '../resolve-entry.ts';
import type { SessionWorld } from '../session-world.ts';
import { fsError } from '../vfs/fs-error.ts';
import { isDirectory } from '../vfs/inode.ts';

/** Removes an entry: a symbolic link itself, a directory with content only when `recursive`. */
export function removeEntry(world: SessionWorld, path: GuestPath, recursive: boolean, force: boolean): void {
  const found = find(world, path, force);
  if (found === null) return;
  const { parent, name, inode } = found;
  if (parent === null) throw fsError('EBUSY');
  if (inode === null) {
    if (force) return;
    throw fsError('ENOENT');
  }
  // What rm(1) answers to `link/` and `file/`: neither what the link points to nor the entry itself is meant.
  if (found.slash && !isDirectory(inode)) throw fsError('EINVAL');
  if (isDirectory(inode) && !recursive && world.vfs.entries(inode).length > 0) throw fsError('ENOTEMPTY');
  world.files.transact((vfs) => {
    if (!isDirectory(inode)) {
      vfs.unlink(parent, name);
      return;
    }
    emptyDirectory(vfs, inode);
    vfs.rmdir(parent, name);
  });
}

function find(world: SessionWorld, path: GuestPath, force: boolean): ResolvedEntry | null {
  try {
    return resolveEntry(world, path, { follow: false });
  } catch (error) {
    if (force && isFsError(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
