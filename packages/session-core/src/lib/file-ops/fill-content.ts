import { BLOCK_BYTES, offsetOf, slabOf } from '../vfs/extent-layout.ts';
import type { FileContents } from '../vfs/file-contents.ts';
import { chargeOf, type Inode, S_IFREG } from '../vfs/inode.ts';
import type { Vfs } from '../vfs/vfs.ts';

/**
 * Replaces the content of a file, whole or not at all: the new content is made aside, because memory may run out in the
 * middle. The limits must have been checked.
 */
export function fillContent(vfs: Vfs, inode: Inode, fill: (contents: FileContents, scratch: Inode) => void): void {
  const { contents, store } = vfs;
  const scratch = store.create(vfs.nextIno, S_IFREG);
  vfs.nextIno += 1;
  store.forget(scratch);
  try {
    fill(contents, scratch);
  } catch (error) {
    contents.release(scratch);
    throw error;
  }
  vfs.usage.bytes += chargeOf(scratch) - chargeOf(inode);
  contents.release(inode);
  inode.size = scratch.size;
  inode.addr = scratch.addr;
  inode.cap = scratch.cap;
  inode.blocks = scratch.blocks;
  inode.contentEpoch = scratch.contentEpoch;
  // Keeps the size and notes the change with its time.
  vfs.truncate(inode, inode.size);
}

/** Copies the content of `from` into the empty `to`, holes left out, so that both are charged the same. */
export function copyContent(contents: FileContents, from: Inode, to: Inode): void {
  const copy = (addr: number, position: number, length: number): void => {
    const slab = contents.allocator.views[slabOf(addr)];
    if (slab === undefined) throw new RangeError(`Cannot copy the extent at ${addr}: no such slab`);
    contents.write(to, position, slab, offsetOf(addr), length);
  };
  if (from.blocks === null) {
    const stored = Math.min(from.size, from.cap);
    if (stored > 0) copy(from.addr, 0, stored);
  } else {
    for (const [index, addr] of from.blocks.entries()) {
      const position = index * BLOCK_BYTES;
      if (addr >= 0) copy(addr, position, Math.min(BLOCK_BYTES, from.size - position));
    }
  }
  if (to.size < from.size) contents.setSize(to, from.size);
}
