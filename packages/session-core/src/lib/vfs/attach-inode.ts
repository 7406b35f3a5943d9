import type { FileClock } from './file-clock.ts';
import { type Inode, isDirectory } from './inode.ts';
import type { InodeStore } from './inode-store.ts';

/** Above every number that a session hands out. */
export const FIRST_LASTING_INO = 2 ** 52;

/** What {@link attachInode} makes. */
export interface AttachedInode {
  readonly ino: number;
  readonly mode: number;
  readonly flags: number;
  readonly rdev: number;
}

/** Makes an inode under a name as no guest could: uncounted, unnoted, and in read-only directories too. */
export function attachInode(
  store: InodeStore,
  clock: FileClock,
  parent: Inode,
  name: string,
  made: AttachedInode,
): Inode {
  const inode = store.create(made.ino, made.mode);
  inode.flags = made.flags;
  inode.rdev = made.rdev;
  inode.nlink = isDirectory(inode) ? 2 : 1;
  if (isDirectory(inode)) parent.nlink += 1;
  inode.atimeSec = inode.mtimeSec = inode.ctimeSec = clock.sec;
  inode.atimeNsec = inode.mtimeNsec = inode.ctimeNsec = clock.nsec;
  store.enter(parent, name, inode);
  return inode;
}
