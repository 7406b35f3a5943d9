import { describeEntry } from '../describe-entry.ts';
import { type GuestPath, joinPath } from '../guest-path.ts';
import { type ResolvedEntry, resolveEntry, type World } from '../resolve-entry.ts';
import type { FsEntry } from '../session.ts';
import { fsError } from '../vfs/fs-error.ts';
import { type Inode, isDirectory } from '../vfs/inode.ts';

/** The entries of a directory, sorted by UTF-16 code unit; of anything else, the entry itself. */
export function listEntries(world: World, path: GuestPath): FsEntry[] {
  const found = existing(resolveEntry(world, path, { follow: path.slash }));
  if (!isDirectory(found.inode)) return [describeEntry(found.path, found.inode)];
  const names = world.vfs.entries(found.inode).sort(([a], [b]) => (a < b ? -1 : 1));
  return names.map(([name, inode]) => describeEntry(joinPath(found.path, name), inode));
}

/** The entry at a path; a symbolic link itself, unless the path ends in `/`. */
export function statEntry(world: World, path: GuestPath): FsEntry {
  const found = existing(resolveEntry(world, path, { follow: path.slash }));
  return describeEntry(found.path, found.inode);
}

/** The directory at a path, symbolic links followed: its path without them. */
export function directoryPath(world: World, path: GuestPath): string {
  const found = existing(resolveEntry(world, path, { follow: true }));
  if (!isDirectory(found.inode)) throw fsError('ENOTDIR');
  return found.path;
}

/** Throws ENOENT for a missing entry, and ENOTDIR when the path demanded a directory that it is not. */
export function existing(found: ResolvedEntry): ResolvedEntry & { readonly inode: Inode } {
  const { inode } = found;
  if (inode === null) throw fsError('ENOENT');
  if (found.slash && !isDirectory(inode)) throw fsError('ENOTDIR');
  return { ...found, inode };
}
