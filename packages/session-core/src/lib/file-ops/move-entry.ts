import { type GuestPath, isWithin } from '../guest-path.ts';
import { invalidInput, quoted } from '../invalid-input.ts';
import type { SessionWorld } from '../session-world.ts';
import { findSource, measureTree, placeTarget } from './place-target.ts';

/**
 * Renames an entry with its whole tree, keeping inodes, as mv(1) does (POSIX.1-2024, mv). Files and symbolic links
 * replace files and symbolic links. A working directory inside the tree moves along.
 */
export function moveEntry(world: SessionWorld, from: GuestPath, to: GuestPath): void {
  const source = findSource(world, from);
  const { parent } = source;
  if (parent === null) throw invalidInput(`Cannot move ${quoted(source.path)}: it is a root of the session`);
  const placement = placeTarget(world, source, to);
  measureTree(world, source.inode, placement.path, world.rootPaths);
  world.files.transact((vfs) => vfs.rename(parent, source.name, placement.parent, placement.name));
  if (isWithin(world.cwd, source.path)) world.cwd = placement.path + world.cwd.slice(source.path.length);
}
