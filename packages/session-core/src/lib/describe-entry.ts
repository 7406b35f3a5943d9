import type { FsEntry } from './session.ts';
import { mtimeNsOf } from './tree-entry.ts';
import { type Inode, isDirectory, isSymlink, MODE_MASK } from './vfs/inode.ts';

/** An entry as callers see it, without a file's content. */
export function describeEntry(path: string, inode: Inode): FsEntry {
  const common = {
    path,
    mode: inode.mode & MODE_MASK,
    inodeId: inode.ino,
    mtimeMs: inode.mtimeSec * 1000 + inode.mtimeNsec / 1e6,
    mtimeNs: mtimeNsOf(inode),
  };
  if (isDirectory(inode)) return { ...common, type: 'directory' };
  if (isSymlink(inode)) return { ...common, type: 'symlink', target: inode.symlink, size: inode.size };
  return { ...common, type: 'file', size: inode.size };
}
