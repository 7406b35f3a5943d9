import { describeEntry } from './describe-entry.ts';
import { readWhole } from './file-ops/read-file.ts';
import { joinPath } from './guest-path.ts';
import { checkTreeFits, emptyDirectory, loadTree } from './load-tree.ts';
import type { FsEntry, SessionSnapshot } from './session.ts';
import type { SessionWorld } from './session-world.ts';
import type { Tree } from './tree-entry.ts';
import { type Inode, isDirectory, isRegular } from './vfs/inode.ts';

/**
 * All files and the cwd, detached. Files are numbered from 1 in the order of their paths, so that two sessions with the
 * same files have equal snapshots; hard links share a number and an array of bytes.
 */
export function takeSnapshot(world: SessionWorld): SessionSnapshot {
  const found: [string, Inode][] = [...world.roots];
  for (let index = 0; index < found.length; index++) {
    const [path, inode] = found[index] ?? ['', world.vfs.root];
    if (!isDirectory(inode)) continue;
    for (const [name, child] of world.vfs.entries(inode)) found.push([joinPath(path, name), child]);
  }
  found.sort(([a], [b]) => (a < b ? -1 : 1));
  const files = new Map<Inode, { inodeId: number; data?: Uint8Array }>();
  const entries = found.map(([path, inode]): FsEntry => {
    const { inodeId: _, ...entry } = describeEntry(path, inode);
    if (isDirectory(inode)) return entry;
    let file = files.get(inode);
    if (file === undefined) {
      file = { inodeId: files.size + 1, ...(isRegular(inode) ? { data: readWhole(world.vfs, inode) } : {}) };
      files.set(inode, file);
    }
    return { ...entry, ...file };
  });
  return { version: 1, cwd: world.cwd, entries };
}

/** Replaces all files and the cwd. The tree is checked for its size first; nothing else can refuse it. */
export function replaceFiles(world: SessionWorld, tree: Tree, cwd: string): void {
  const { files, vfs } = world;
  checkTreeFits(tree, vfs.limits, 'the snapshot');
  try {
    for (const root of world.roots.values()) emptyDirectory(vfs, root);
    loadTree(vfs, world.roots, tree);
  } finally {
    // Everything is new: a journal of it would be longer than the tree.
    vfs.changes.reset();
    files.forgetLog();
  }
  world.cwd = cwd;
}
