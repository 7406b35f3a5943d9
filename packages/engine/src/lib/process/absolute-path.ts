import type { Inode, Vfs } from '@aletheia-works/session-core/vfs';
import { ENOENT } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';

/** The path of a directory. Throws ENOENT when it was removed. */
export function absolutePath(vfs: Vfs, directory: Inode): string {
  const names: string[] = [];
  for (let at = directory; at !== vfs.root; ) {
    const parent = vfs.parentOf(at);
    if (parent === null || at.nlink === 0) refuse(ENOENT);
    const entry = vfs.entries(parent).find(([, inode]) => inode === at);
    if (entry === undefined) refuse(ENOENT);
    names.unshift(entry[0]);
    at = parent;
  }
  return `/${names.join('/')}`;
}
