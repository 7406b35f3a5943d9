import { copyMetadata } from './copy-metadata.ts';
import { BLOCK_BYTES } from './extent-layout.ts';
import { COMMITTED_EPOCH, type FileContents } from './file-contents.ts';
import { chargeOf, type Inode, isDirectory, isRegular } from './inode.ts';
import type { InodeStore } from './inode-store.ts';
import { readJournal } from './journal-reader.ts';
import type { Vfs } from './vfs.ts';

/** An inode whose extents a journal named but which are not set aside yet; a `cap` as no extent has it. */
const UNCLAIMED = -1;

/**
 * Brings a store to the state that a journal describes. The journal is trusted here: what comes from a worker goes
 * through `validateJournal` first.
 *
 * Extents are given back before new ones are claimed, because one change may hand an extent from one file to another.
 */
export function applyJournal(vfs: Vfs, bytes: Uint8Array): void {
  const { store, contents, usage } = vfs;
  const changed: Inode[] = [];
  const cellCaps: number[] = [];
  const detached: Inode[] = [];
  readJournal(bytes, {
    inode(record) {
      let inode = store.byIno(record.ino);
      if (inode === undefined) {
        inode = store.create(record.ino, record.mode);
        if (isDirectory(inode)) inode.nlink = 2;
      } else if (inode.cap === UNCLAIMED) {
        // Journals are joined, so one inode may come twice: what the earlier record named was never set aside here.
        dropUnclaimed(inode);
      } else if (isRegular(inode)) {
        usage.bytes -= chargeOf(inode);
        contents.release(inode);
      }
      copyMetadata(record, inode);
      inode.flags = record.flags;
      inode.contentEpoch = COMMITTED_EPOCH;
      if (record.addr < 0 && record.blocks === null) return;
      inode.addr = record.addr;
      inode.blocks = record.blocks;
      inode.cap = UNCLAIMED;
      changed.push(inode);
      cellCaps.push(record.cap);
    },
    unlink(directoryIno, name) {
      const directory = known(store, directoryIno);
      const inode = store.lookup(directory, name);
      if (inode === undefined) return;
      store.remove(directory, name);
      usage.entries -= 1;
      if (isDirectory(inode)) directory.nlink -= 1;
      else inode.nlink -= 1;
      detached.push(inode);
    },
    link(directoryIno, ino, name) {
      const directory = known(store, directoryIno);
      const inode = known(store, ino);
      store.enter(directory, name, inode);
      usage.entries += 1;
      if (isDirectory(inode)) directory.nlink += 1;
      else inode.nlink += 1;
    },
  });
  for (const inode of detached) dropUnlinked(vfs, inode);
  contents.releaseDeferred();
  // From the last record of an inode, which is the one that holds.
  for (let index = changed.length - 1; index >= 0; index--) {
    const inode = changed[index];
    if (inode === undefined || inode.cap !== UNCLAIMED) continue;
    claim(contents, inode, cellCaps[index] ?? 0);
    usage.bytes += chargeOf(inode);
  }
}

function known(store: InodeStore, ino: number): Inode {
  const inode = store.byIno(ino);
  if (inode === undefined) throw new RangeError(`Cannot apply a journal: inode ${ino} is unknown`);
  return inode;
}

function claim(contents: FileContents, inode: Inode, cellCap: number): void {
  if (inode.blocks === null) {
    contents.allocator.claim(inode.addr, cellCap);
    inode.cap = cellCap;
    return;
  }
  inode.cap = 0;
  for (const addr of inode.blocks) {
    if (addr < 0) continue;
    contents.allocator.claim(addr, BLOCK_BYTES);
    inode.cap += BLOCK_BYTES;
  }
}

function dropUnclaimed(inode: Inode): void {
  inode.addr = -1;
  inode.blocks = null;
  inode.cap = 0;
}

/** Forgets what lost its last name, and all that hung below it. */
function dropUnlinked(vfs: Vfs, inode: Inode): void {
  const { store, contents, usage } = vfs;
  if (isDirectory(inode)) {
    if (store.parentOf(inode) !== null) return;
    for (const [name, child] of [...store.names(inode)]) {
      store.remove(inode, name);
      usage.entries -= 1;
      if (!isDirectory(child)) child.nlink -= 1;
      dropUnlinked(vfs, child);
    }
    inode.nlink = 0;
  } else if (inode.nlink > 0) {
    return;
  } else if (inode.cap === UNCLAIMED) {
    dropUnclaimed(inode);
  } else if (isRegular(inode)) {
    usage.bytes -= chargeOf(inode);
    contents.release(inode);
  }
  store.forget(inode);
}
