import type { Inode, Vfs } from '@aletheia-works/session-core/vfs';

/** Tells whether a symbolic link in `directory` would climb above `/`, by the names of its target alone. */
export function leavesWorld(vfs: Vfs, directory: Inode, target: string): boolean {
  let depth = target.startsWith('/') ? 0 : depthOf(vfs, directory);
  for (const name of target.split('/')) {
    if (name === '..') depth -= 1;
    else if (name !== '' && name !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

function depthOf(vfs: Vfs, directory: Inode): number {
  let depth = 0;
  for (let at: Inode | null = directory; at !== null && at !== vfs.root; at = vfs.parentOf(at)) depth += 1;
  return depth;
}
