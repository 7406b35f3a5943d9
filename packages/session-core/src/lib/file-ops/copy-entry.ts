import { ExecutionError } from '@aletheia-works/errors';
import type { GuestPath } from '../guest-path.ts';
import { invalidInput, quoted } from '../invalid-input.ts';
import { emptyDirectory } from '../load-tree.ts';
import type { SessionWorld } from '../session-world.ts';
import { chargeOf, type Inode, isDirectory, isRegular, isSymlink, MODE_MASK } from '../vfs/inode.ts';
import type { Vfs } from '../vfs/vfs.ts';
import { checkRoom } from './check-room.ts';
import { copyContent, fillContent } from './fill-content.ts';
import { findSource, measureTree, type Placement, placeTarget } from './place-target.ts';

/**
 * Copies as cp(1) without `-p` does (POSIX.1-2024, cp): one regular file, or with `recursive` whatever it is.
 *
 * A new file gets the source's mode and an inode of its own, also where the source has hard links; an existing file
 * keeps its mode and inode, so that its hard links see the new content.
 */
export function copyEntry(world: SessionWorld, from: GuestPath, to: GuestPath, recursive: boolean): void {
  const source = findSource(world, from);
  if (!recursive && !isRegular(source.inode)) {
    const kind = isDirectory(source.inode) ? 'directory' : 'symbolic link';
    throw new ExecutionError(
      'NOT_FILE',
      `Cannot copy ${quoted(source.path)}: it is a ${kind}; without "recursive" a file is accepted`,
    );
  }
  const placement = placeTarget(world, source, to);
  const { replaced } = placement;
  if (replaced !== null && isSymlink(replaced)) {
    throw invalidInput(`Cannot copy ${quoted(source.path)} to ${quoted(placement.path)}: a symbolic link is there`);
  }
  const size = measureTree(world, source.inode, placement.path, world.rootPaths);
  checkRoom(world.vfs, {
    bytes: size.bytes - (replaced === null ? 0 : chargeOf(replaced)),
    entries: size.entries - (replaced === null ? 0 : 1),
  });
  world.files.transact((vfs) => {
    if (replaced !== null && isRegular(source.inode)) {
      fillContent(vfs, replaced, (contents, scratch) => copyContent(contents, source.inode, scratch));
      return;
    }
    if (replaced !== null) vfs.unlink(placement.parent, placement.name);
    try {
      copyTree(vfs, source.inode, placement);
    } catch (error) {
      removeCopy(vfs, placement);
      throw error;
    }
  });
}

function copyTree(vfs: Vfs, source: Inode, placement: Placement): void {
  const left: [Inode, Inode, string][] = [[source, placement.parent, placement.name]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [inode, parent, name] = next;
    const mode = inode.mode & MODE_MASK;
    if (isDirectory(inode)) {
      const copy = vfs.mkdir(parent, name, mode);
      for (const [childName, child] of vfs.entries(inode)) left.push([child, copy, childName]);
    } else if (isSymlink(inode)) {
      vfs.symlink(parent, name, inode.symlink);
    } else {
      const copy = vfs.create(parent, name, mode);
      if (inode.size > 0) fillContent(vfs, copy, (contents, scratch) => copyContent(contents, inode, scratch));
    }
  }
}

/** Takes away what was made before memory ran out. */
function removeCopy(vfs: Vfs, { parent, name }: Placement): void {
  const made = vfs.lookup(parent, name);
  if (made === undefined) return;
  if (!isDirectory(made)) {
    vfs.unlink(parent, name);
    return;
  }
  emptyDirectory(vfs, made);
  vfs.rmdir(parent, name);
}
