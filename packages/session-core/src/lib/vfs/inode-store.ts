import type { Inode } from './inode.ts';

/**
 * Where inodes and names live: memfs's core on the host, a compact table in a worker. A store knows no rules; it does as
 * it is told.
 */
export interface InodeStore {
  /** The directory `/`. */
  readonly root: Inode;
  /** A fresh inode of no links; the store knows it by its number until {@link InodeStore.forget}. */
  create(ino: number, mode: number): Inode;
  /** The inode of that number, if the store knows it. */
  byIno(ino: number): Inode | undefined;
  forget(inode: Inode): void;
  lookup(directory: Inode, name: string): Inode | undefined;
  /** Gives `inode` a name; the name must be free. A directory's parent becomes `directory`. Counts no links. */
  enter(directory: Inode, name: string, inode: Inode): void;
  /** Takes a name away; it must be there. Counts no links. */
  remove(directory: Inode, name: string): void;
  /** The names of a directory in the order in which they were entered. */
  names(directory: Inode): Iterable<[string, Inode]>;
  /** How many names a directory has. */
  count(directory: Inode): number;
  /** The directory that holds this directory; the root's is itself. Null once it has been removed. */
  parentOf(directory: Inode): Inode | null;
}
