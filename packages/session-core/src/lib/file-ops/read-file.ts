import type { GuestPath } from '../guest-path.ts';
import { resolveEntry, type World } from '../resolve-entry.ts';
import { fsError } from '../vfs/fs-error.ts';
import { type Inode, isDirectory } from '../vfs/inode.ts';
import type { Vfs } from '../vfs/vfs.ts';
import { existing } from './list-entries.ts';

/** The bytes of a file, symbolic links followed. */
export function readFile(world: World, path: GuestPath): Uint8Array<ArrayBuffer> {
  const { inode } = existing(resolveEntry(world, path, { follow: true }));
  if (isDirectory(inode)) throw fsError('EISDIR');
  return readWhole(world.vfs, inode);
}

/** A file's content in one fresh array. */
export function readWhole(vfs: Vfs, inode: Inode): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(inode.size);
  vfs.read(inode, 0, data, 0, data.length);
  return data;
}
