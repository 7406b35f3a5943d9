import type { Inode } from './vfs/inode.ts';

/** One name of a tree that is about to be made: checked, complete, absolute. */
export interface TreeEntry {
  readonly path: string;
  /** Type and permission bits. */
  readonly mode: number;
  /** Content of a file. */
  readonly data: Uint8Array | null;
  /** Target of a symbolic link, else empty. */
  readonly target: string;
  readonly mtimeSec: number;
  readonly mtimeNsec: number;
  /** Names with the same number, counted from 0, are hard links; -1 for a directory. */
  readonly file: number;
}

/** A whole tree, sorted so that a directory comes before what it holds. Every directory on the way is an entry. */
export interface Tree {
  readonly entries: Iterable<TreeEntry>;
  /** Names, the roots themselves not counted. */
  readonly names: number;
  /** Bytes of file contents, hard links counted once. */
  readonly bytes: number;
}

/** The modification time of an inode in nanoseconds since the epoch. */
export function mtimeNsOf(inode: Inode): bigint {
  return BigInt(inode.mtimeSec) * 1_000_000_000n + BigInt(inode.mtimeNsec);
}
