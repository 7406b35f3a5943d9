import { type GuestPath, joinPath, linkDestination } from '../guest-path.ts';
import { invalidInput, quoted } from '../invalid-input.ts';
import { type ResolvedEntry, resolveEntry, type World } from '../resolve-entry.ts';
import { isInRoots } from '../roots.ts';
import { fsError } from '../vfs/fs-error.ts';
import { chargeOf, type Inode, isDirectory, isSymlink } from '../vfs/inode.ts';
import { existing } from './list-entries.ts';

/** An existing entry that is about to be copied or moved. */
export type Source = ResolvedEntry & { readonly inode: Inode };

/** Where it goes. */
export interface Placement {
  readonly parent: Inode;
  readonly name: string;
  /** What is there already; never a directory. */
  readonly replaced: Inode | null;
  readonly path: string;
}

/** The entry to copy or move; a symbolic link itself. */
export function findSource(world: World, path: GuestPath): Source {
  return existing(resolveEntry(world, path, { follow: false }));
}

/**
 * Where `cp` or `mv` puts a source: inside an existing directory under the source's name, else at the target itself,
 * whose directory must exist. A symbolic link as target is not followed.
 *
 * Throws `INVALID_INPUT` for a directory over anything, anything over a directory, an entry into itself, and two names
 * of one file.
 */
export function placeTarget(world: World, source: Source, path: GuestPath): Placement {
  const target = resolveEntry(world, path, { follow: false });
  const placed =
    target.inode !== null && isDirectory(target.inode) ? inside(world, source, target.inode, target.path) : target;
  const { parent, name, inode: replaced } = placed;
  if (parent === null) throw fsError('EISDIR');
  if (target.slash && replaced === null && target.inode === null && !isDirectory(source.inode)) throw fsError('ENOENT');
  if (isDirectory(source.inode) && world.vfs.isInside(parent, source.inode)) {
    throw invalidInput(`Cannot put ${quoted(source.path)} into itself, at ${quoted(placed.path)}`);
  }
  if (replaced !== null) checkReplaced(source, replaced, placed.path, target);
  return { parent, name, replaced, path: placed.path };
}

function inside(world: World, source: Source, directory: Inode, path: string): ResolvedEntry {
  const { name } = source;
  const inode = world.vfs.lookup(directory, name) ?? null;
  return { parent: directory, name, inode, path: joinPath(path, name), slash: false, beyond: [] };
}

function checkReplaced(source: Source, replaced: Inode, path: string, target: ResolvedEntry): void {
  if (replaced === source.inode) {
    throw invalidInput(`Cannot put ${quoted(source.path)} at ${quoted(path)}: both are the same file`);
  }
  if (isDirectory(replaced)) {
    throw invalidInput(
      `Cannot put ${quoted(source.path)} at ${quoted(path)}: a directory is there, and none is replaced`,
    );
  }
  if (isDirectory(source.inode)) {
    throw invalidInput(`Cannot put the directory ${quoted(source.path)} at ${quoted(path)}: a file or link is there`);
  }
  if (target.slash && replaced === target.inode) {
    throw invalidInput(`Cannot put ${quoted(source.path)} at ${quoted(`${path}/`)}: it is no directory`);
  }
}

/** What a tree takes. */
export interface TreeSize {
  readonly bytes: number;
  readonly entries: number;
}

/**
 * Measures a tree that is about to be put at `path`, without recursion.
 *
 * @throws ExecutionError `INVALID_INPUT` when the target of a symbolic link would lie outside the roots there
 */
export function measureTree(world: World, top: Inode, path: string, roots: readonly string[]): TreeSize {
  let bytes = 0;
  let entries = 0;
  const left: [Inode, string][] = [[top, path]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [inode, at] = next;
    entries += 1;
    if (isDirectory(inode)) {
      for (const [name, child] of world.vfs.entries(inode)) left.push([child, joinPath(at, name)]);
    } else if (isSymlink(inode)) {
      const destination = linkDestination(at.slice(0, at.lastIndexOf('/')), inode.symlink);
      if (destination === null || !isInRoots(destination, roots)) {
        const target = quoted(inode.symlink);
        throw invalidInput(
          `Cannot put the link ${quoted(at)}: its target ${target} would lie outside ${roots.join(' and ')}`,
        );
      }
    } else {
      bytes += chargeOf(inode);
    }
  }
  return { bytes, entries };
}
