import { ExecutionError } from '@aletheia-works/errors';
import type { Tree } from './tree-entry.ts';
import { type Inode, isDirectory, MODE_MASK, S_IFDIR, S_IFLNK, S_IFMT } from './vfs/inode.ts';
import type { Vfs, VfsLimits } from './vfs/vfs.ts';

/** Throws `QUOTA` when a tree alone is more than the limits allow. */
export function checkTreeFits(tree: Tree, limits: Readonly<VfsLimits>, what: string): void {
  if (tree.bytes > limits.bytes) {
    throw new ExecutionError(
      'QUOTA',
      `Cannot load ${what}: ${tree.bytes} bytes of contents; ${limits.bytes} are accepted`,
    );
  }
  if (tree.names > limits.entries) {
    throw new ExecutionError('QUOTA', `Cannot load ${what}: ${tree.names} entries; ${limits.entries} are accepted`);
  }
}

/**
 * Makes a tree whose roots exist already and are empty. It must be known to fit.
 *
 * @param roots the directories by their absolute paths
 */
export function loadTree(vfs: Vfs, roots: ReadonlyMap<string, Inode>, tree: Tree): void {
  const directories = new Map(roots);
  const files: Inode[] = [];
  const timed: [Inode, number, number][] = [];
  for (const entry of tree.entries) {
    const { path, mode, data, target, file } = entry;
    const permissions = mode & MODE_MASK;
    const root = roots.get(path);
    if (root !== undefined) {
      vfs.chmod(root, permissions);
      timed.push([root, entry.mtimeSec, entry.mtimeNsec]);
      continue;
    }
    const cut = path.lastIndexOf('/');
    const parent = directories.get(path.slice(0, cut));
    if (parent === undefined) throw new RangeError(`Cannot load ${path}: its directory is missing`);
    const name = path.slice(cut + 1);
    const type = mode & S_IFMT;
    const linked = files[file];
    if (linked !== undefined) {
      vfs.link(parent, name, linked);
      continue;
    }
    let inode: Inode;
    if (type === S_IFDIR) {
      inode = vfs.mkdir(parent, name, permissions);
      directories.set(path, inode);
    } else if (type === S_IFLNK) {
      inode = vfs.symlink(parent, name, target);
      if (permissions !== 0o777) vfs.chmod(inode, permissions);
      files[file] = inode;
    } else {
      inode = vfs.create(parent, name, permissions);
      if (data !== null && data.length > 0) vfs.write(inode, 0, data, 0, data.length);
      files[file] = inode;
    }
    timed.push([inode, entry.mtimeSec, entry.mtimeNsec]);
  }
  vfs.settleTimes();
  // Making an entry changes its directory's time, so times are set when everything is there.
  for (const [inode, mtimeSec, mtimeNsec] of timed) vfs.setTimes(inode, { mtimeSec, mtimeNsec });
}

/** Empties a directory, without recursion: guests may nest deeper than a stack reaches. */
export function emptyDirectory(vfs: Vfs, directory: Inode): void {
  const open: { inode: Inode; parent: Inode | null; name: string; left: [string, Inode][] }[] = [];
  const enter = (inode: Inode, parent: Inode | null, name: string): void => {
    open.push({ inode, parent, name, left: vfs.entries(inode) });
  };
  enter(directory, null, '');
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.left.pop();
    if (next === undefined) {
      open.pop();
      if (top.parent !== null) vfs.rmdir(top.parent, top.name);
    } else if (isDirectory(next[1])) {
      enter(next[1], top.inode, next[0]);
    } else {
      vfs.unlink(top.inode, next[0]);
    }
  }
}
