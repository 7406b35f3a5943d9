/**
 * The only door to memfs: the inode and the name of its core, below the `fs` facade and the superblock (pinned to the exact version, because private fields are
 * given shared values; `test/vfs/memfs-core.test.ts` holds their names). The build replaces this module by one bundle.
 */
import { Link } from '@jsonjoy.com/fs-core/lib/Link.js';
import { Node } from '@jsonjoy.com/fs-core/lib/Node.js';

/** What we use of memfs's inode. */
export interface MemfsNode {
  ino: number;
  mode: number;
  size: number;
  rdev: number;
  symlink: string;
  changes: unknown;
  _atime: Date;
  _mtime: Date;
  _ctime: Date;
  _btime: Date;
}

/** What we use of memfs's name of an inode. */
export interface MemfsLink {
  parent: MemfsLink | undefined;
  children: Map<string, MemfsLink>;
  node: MemfsNode;
  ino: number;
  length: number;
  name: string;
  changes: unknown;
  _steps: string[];
}

export const MemfsNodeBase = Node as unknown as new (ino: number, mode: number, uid: number, gid: number) => MemfsNode;
export const MemfsLinkBase = Link as unknown as new (
  superblock: undefined,
  parent: undefined,
  name: string,
) => MemfsLink;
