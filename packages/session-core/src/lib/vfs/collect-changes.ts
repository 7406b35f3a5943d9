import { INODE_BORROWED, INODE_MOUNT, INODE_READ_ONLY, type Inode, isDirectory } from './inode.ts';
import type { InodeStore } from './inode-store.ts';
import { JournalWriter } from './journal-writer.ts';
import type { Vfs } from './vfs.ts';

const TRAVELLING_FLAGS = INODE_READ_ONLY | INODE_MOUNT;

/** Whose changes {@link collectChanges} writes down. */
export interface CollectOptions {
  /** Inodes from this number on are new to the reader. */
  readonly baseIno: number;
  /** Tells whether a directory is kept; what is linked only elsewhere is left out. */
  isKept(directory: Inode): boolean;
}

/** The changes noted since the last reset, as a journal. Empty when nothing that is kept changed. */
export function collectChanges(vfs: Vfs, options: CollectOptions): Uint8Array<ArrayBuffer> {
  const { changes, store } = vfs;
  vfs.settleTimes();
  if (changes.isEmpty) return new Uint8Array(0);
  const writer = new JournalWriter();
  const written = new Set<Inode>();
  const unlinks: [Inode, string][] = [];
  const links: [Inode, string, Inode][] = [];
  const write = (inode: Inode): void => {
    if (written.has(inode)) return;
    written.add(inode);
    if ((inode.flags & INODE_BORROWED) !== 0) vfs.own(inode);
    writer.inode(inode, TRAVELLING_FLAGS);
  };
  for (const [directory, names] of changes.names) {
    const known = directory.ino < options.baseIno;
    const kept = directory.nlink > 0 && options.isKept(directory);
    for (const name of names) {
      if (known) unlinks.push([directory, name]);
      const child = kept ? store.lookup(directory, name) : undefined;
      if (child === undefined) continue;
      links.push([directory, name, child]);
      if (child.ino >= options.baseIno) write(child);
    }
  }
  for (const inode of changes.inodes) {
    if (inode.nlink > 0 && inode.ino < options.baseIno) write(inode);
  }
  for (const [directory, name] of unlinks) writer.unlink(directory.ino, name);
  for (const [directory, name, child] of links) writer.link(directory.ino, child.ino, name);
  return writer.finish();
}

/** Bytes of the records of an ordinary file and its name, as room to begin with. */
const EXPECTED_ENTRY_BYTES = 112;

/**
 * A journal that builds the whole tree from nothing.
 *
 * @param entries about how many names there are
 */
export function collectTree(store: InodeStore, entries: number): Uint8Array<ArrayBuffer> {
  const writer = new JournalWriter(4096 + entries * EXPECTED_ENTRY_BYTES);
  /** Files of several names, of which each is described once. */
  const shared = new Set<Inode>();
  writer.inode(store.root, TRAVELLING_FLAGS);
  const directories = [store.root];
  // The list grows while it is read: every directory is met after the one that holds it.
  for (const directory of directories) {
    for (const [, child] of store.names(directory)) {
      if (isDirectory(child)) {
        directories.push(child);
      } else if (child.nlink > 1) {
        if (shared.has(child)) continue;
        shared.add(child);
      }
      writer.inode(child, TRAVELLING_FLAGS);
    }
  }
  for (const directory of directories) {
    for (const [name, child] of store.names(directory)) writer.link(directory.ino, child.ino, name);
  }
  return writer.finish();
}
