import type { ExtentAllocator } from './extent-allocator.ts';
import { BLOCK_BYTES, blockOf, cellBytes, classFor, MAX_FILE_BYTES, offsetOf, slabOf } from './extent-layout.ts';
import { fsError } from './fs-error.ts';
import { INODE_BORROWED, type Inode } from './inode.ts';

/** Below this many bytes a loop beats making a view. */
const LOOP_BYTES = 24;

/** Owner of nobody's epoch: content that no run may change in place. */
export const COMMITTED_EPOCH = -1;

/**
 * The bytes of regular files in extents.
 *
 * The first `min(size, cap)` bytes of a file lie in its extents; everything after them, and every hole, reads as zeros.
 * Bytes of an extent beyond the size are anything, and are zeroed when the size grows over them.
 *
 * With `copyOnWrite`, extents set aside in earlier epochs are not changed and not reused before
 * {@link FileContents.releaseDeferred}: the host may have to fall back on them.
 */
export class FileContents {
  readonly allocator: ExtentAllocator;
  /** The current epoch; extents of it are changed in place. */
  epoch = 0;
  /** Epoch in which each block was set aside. */
  readonly #blockEpochs: number[] = [];
  readonly #copyOnWrite: boolean;
  #deferred: number[] = [];

  constructor(allocator: ExtentAllocator, copyOnWrite: boolean) {
    this.allocator = allocator;
    this.#copyOnWrite = copyOnWrite;
  }

  /** Reads up to `length` bytes at `position`; returns how many there were. */
  read(inode: Inode, position: number, target: Uint8Array, offset: number, length: number): number {
    const count = Math.min(length, inode.size - position);
    if (count <= 0) return 0;
    if (inode.blocks === null) {
      const stored = Math.max(0, Math.min(count, inode.cap - position));
      if (stored > 0) this.#copyOut(inode.addr, position, target, offset, stored);
      if (stored < count) target.fill(0, offset + stored, offset + count);
      return count;
    }
    for (let done = 0; done < count; ) {
      const at = position + done;
      const within = at % BLOCK_BYTES;
      const piece = Math.min(BLOCK_BYTES - within, count - done);
      const addr = inode.blocks[(at - within) / BLOCK_BYTES] ?? -1;
      if (addr < 0) target.fill(0, offset + done, offset + done + piece);
      else this.#copyOut(addr, within, target, offset + done, piece);
      done += piece;
    }
    return count;
  }

  /** Bytes that the file would be charged for after a write of `length` bytes at `position`. */
  chargeAfterWrite(inode: Inode, position: number, length: number): number {
    const end = position + length;
    const size = Math.max(inode.size, end);
    if (inode.blocks === null && end <= BLOCK_BYTES) return end <= inode.cap ? Math.min(size, inode.cap) : size;
    let cap = inode.blocks === null && inode.cap > 0 ? BLOCK_BYTES : inode.cap;
    const last = Math.floor((end - 1) / BLOCK_BYTES);
    for (let block = Math.floor(position / BLOCK_BYTES); block <= last; block++) {
      const held = inode.blocks === null ? block === 0 && inode.cap > 0 : (inode.blocks[block] ?? -1) >= 0;
      if (!held) cap += BLOCK_BYTES;
    }
    return Math.min(size, cap);
  }

  /** Writes all bytes, growing the file as needed. Space must have been checked; throws EFBIG, and ENOSPC when slabs run out. */
  write(inode: Inode, position: number, source: Uint8Array, offset: number, length: number): void {
    const end = position + length;
    if (end > MAX_FILE_BYTES) throw fsError('EFBIG');
    if (position > inode.size) this.setSize(inode, position);
    if (inode.blocks === null) {
      if (end <= inode.cap && this.#ownsCell(inode)) {
        this.#copyIn(inode.addr, position, source, offset, length);
        if (end > inode.size) inode.size = end;
        return;
      }
      if (end <= BLOCK_BYTES) {
        this.#moveCell(inode, position, end);
        this.#copyIn(inode.addr, position, source, offset, length);
        if (end > inode.size) inode.size = end;
        return;
      }
      this.#cellToBlocks(inode);
    }
    this.#writeBlocks(inode, position, source, offset, length);
    if (end > inode.size) inode.size = end;
  }

  /** Sets the size; a longer file ends in a hole. Throws EFBIG. */
  setSize(inode: Inode, size: number): void {
    if (size > MAX_FILE_BYTES) throw fsError('EFBIG');
    if (size > inode.size) this.#zeroTail(inode, size);
    else if (size < inode.size) this.#cut(inode, size);
    inode.size = size;
  }

  /** Gives back all extents; the size becomes 0. */
  release(inode: Inode): void {
    if ((inode.flags & INODE_BORROWED) === 0) {
      for (const addr of inode.blocks ?? []) if (addr >= 0) this.#dropBlock(addr);
      if (inode.addr >= 0) this.#dropCell(inode);
    }
    inode.blocks = null;
    inode.flags &= ~INODE_BORROWED;
    inode.addr = -1;
    inode.cap = 0;
    inode.size = 0;
  }

  /** Copies borrowed extents, so that the inode may be changed and kept. */
  own(inode: Inode): void {
    const { blocks, addr, cap, size } = inode;
    inode.flags &= ~INODE_BORROWED;
    inode.contentEpoch = this.epoch;
    if (addr >= 0) {
      inode.addr = this.#takeCell(cap);
      this.#copyBetween(addr, inode.addr, 0, Math.min(size, cap));
    }
    if (blocks === null) return;
    inode.blocks = blocks.map((from) => {
      if (from < 0) return from;
      const to = this.#takeBlock();
      this.#copyBetween(from, to, 0, BLOCK_BYTES);
      return to;
    });
  }

  /** Frees what earlier epochs owned and this one gave up, once the change is committed. */
  releaseDeferred(): void {
    const deferred = this.#deferred;
    this.#deferred = [];
    for (let index = 0; index < deferred.length; index += 2) {
      this.allocator.free(deferred[index] ?? 0, deferred[index + 1] ?? 0);
    }
  }

  /** Gives up the extents that `addr` and `blocks` no longer name; {@link FileContents.adopt} must follow. */
  giveUp(inode: Inode, addr: number, cap: number, blocks: readonly number[] | null): void {
    if ((inode.flags & INODE_BORROWED) !== 0) return;
    if (inode.addr >= 0 && !names(addr, cap, blocks, inode.addr, inode.cap, 0)) this.#dropCell(inode);
    for (const [index, old] of (inode.blocks ?? []).entries()) {
      if (old >= 0 && !names(addr, cap, blocks, old, BLOCK_BYTES, index)) this.#dropBlock(old);
    }
  }

  /**
   * Takes over content that another process of the same run made. What the inode did not hold before belongs to the run;
   * what it did hold belongs to whom it belonged.
   */
  adopt(inode: Inode, flags: number, addr: number, cap: number, blocks: number[] | null): void {
    const lent = (inode.flags & INODE_BORROWED) !== 0;
    const held = (at: number, bytes: number, index: number): boolean =>
      !lent && names(inode.addr, inode.cap, inode.blocks, at, bytes, index);
    let total = cap;
    if ((flags & INODE_BORROWED) === 0) {
      if (addr >= 0 && !held(addr, cap, 0)) {
        this.#claim(addr, cap);
        inode.contentEpoch = this.epoch;
      } else if (addr >= 0 && inode.blocks !== null) {
        inode.contentEpoch = this.#blockEpochs[blockOf(addr)] ?? COMMITTED_EPOCH;
      }
      for (const [index, block] of (blocks ?? []).entries()) {
        if (block >= 0 && !held(block, BLOCK_BYTES, index)) this.#claim(block, BLOCK_BYTES);
      }
    }
    if (blocks !== null) total = blocks.reduce((sum, block) => (block < 0 ? sum : sum + BLOCK_BYTES), 0);
    inode.flags = flags;
    inode.addr = addr;
    inode.cap = total;
    inode.blocks = blocks;
  }

  #claim(addr: number, cap: number): void {
    this.allocator.claim(addr, cap);
    if (cap === BLOCK_BYTES) this.#blockEpochs[blockOf(addr)] = this.epoch;
  }

  #ownsCell(inode: Inode): boolean {
    return !this.#copyOnWrite || inode.contentEpoch === this.epoch;
  }

  #ownsBlock(addr: number): boolean {
    return !this.#copyOnWrite || this.#blockEpochs[blockOf(addr)] === this.epoch;
  }

  #takeBlock(): number {
    const addr = this.allocator.takeBlock();
    this.#blockEpochs[blockOf(addr)] = this.epoch;
    return addr;
  }

  #takeCell(bytes: number): number {
    return cellBytes(classFor(bytes)) === BLOCK_BYTES ? this.#takeBlock() : this.allocator.take(bytes);
  }

  #dropBlock(addr: number): void {
    if (this.#ownsBlock(addr)) this.allocator.free(addr, BLOCK_BYTES);
    else this.#deferred.push(addr, BLOCK_BYTES);
  }

  #dropCell(inode: Inode): void {
    if (this.#ownsCell(inode)) this.allocator.free(inode.addr, inode.cap);
    else this.#deferred.push(inode.addr, inode.cap);
  }

  /** Gives the file a cell of its own with room for `end` bytes, keeping what a write from `position` to `end` leaves. */
  #moveCell(inode: Inode, position: number, end: number): void {
    const stored = Math.min(inode.size, inode.cap);
    // Room doubles as a file grows, so that appending stays linear; a first write takes just what it needs.
    const grown = end > inode.cap && inode.cap > 0 ? Math.min(BLOCK_BYTES, inode.cap * 2) : inode.cap;
    const wanted = Math.max(end, grown);
    const cap = cellBytes(classFor(wanted));
    const addr = this.#takeCell(wanted);
    if (stored > 0) this.#copyBetween(inode.addr, addr, 0, Math.min(stored, position));
    if (stored > end) this.#copyBetween(inode.addr, addr, end, stored);
    if (stored < position) this.#fill(addr, stored, position);
    const kept = Math.max(stored, end);
    if (inode.size > kept) this.#fill(addr, kept, Math.min(cap, inode.size));
    if (inode.addr >= 0) this.#dropCell(inode);
    inode.addr = addr;
    inode.cap = cap;
    inode.contentEpoch = this.epoch;
  }

  #cellToBlocks(inode: Inode): void {
    const { addr, cap } = inode;
    if (addr < 0) {
      inode.blocks = [];
      return;
    }
    if (cap === BLOCK_BYTES) {
      inode.blocks = [addr];
    } else {
      const block = this.#takeBlock();
      const stored = Math.min(inode.size, cap);
      this.#copyBetween(addr, block, 0, stored);
      this.#fill(block, stored, Math.min(BLOCK_BYTES, inode.size));
      this.#dropCell(inode);
      inode.blocks = [block];
    }
    inode.addr = -1;
    inode.cap = BLOCK_BYTES;
  }

  #writeBlocks(inode: Inode, position: number, source: Uint8Array, offset: number, length: number): void {
    const blocks = inode.blocks ?? [];
    const size = Math.max(inode.size, position + length);
    for (let done = 0; done < length; ) {
      const at = position + done;
      const from = at % BLOCK_BYTES;
      const index = (at - from) / BLOCK_BYTES;
      const to = Math.min(BLOCK_BYTES, from + length - done);
      const addr = this.#writableBlock(inode, blocks, index, from, to, size);
      this.#copyIn(addr, from, source, offset + done, to - from);
      done += to - from;
    }
  }

  /** The block at `index`, made changeable; bytes from `from` to `to` are about to be overwritten. */
  #writableBlock(inode: Inode, blocks: number[], index: number, from: number, to: number, size: number): number {
    const old = blocks[index] ?? -1;
    if (old >= 0 && this.#ownsBlock(old)) return old;
    const start = index * BLOCK_BYTES;
    const addr = this.#takeBlock();
    if (old >= 0) {
      const valid = Math.min(BLOCK_BYTES, Math.max(0, inode.size - start));
      this.#copyBetween(old, addr, 0, Math.min(from, valid));
      if (to < valid) this.#copyBetween(old, addr, to, valid);
      this.#dropBlock(old);
    } else {
      while (blocks.length < index) blocks.push(-1);
      this.#fill(addr, 0, from);
      this.#fill(addr, to, Math.min(BLOCK_BYTES, size - start));
      inode.cap += BLOCK_BYTES;
    }
    blocks[index] = addr;
    return addr;
  }

  /** Zeroes stored bytes from the present size up to `size`. */
  #zeroTail(inode: Inode, size: number): void {
    const from = inode.size;
    if (inode.blocks === null) {
      const to = Math.min(size, inode.cap);
      if (to <= from) return;
      if (!this.#ownsCell(inode)) this.#moveCell(inode, from, to);
      this.#fill(inode.addr, from, to);
      return;
    }
    const within = from % BLOCK_BYTES;
    const index = (from - within) / BLOCK_BYTES;
    if (within === 0 || (inode.blocks[index] ?? -1) < 0) return;
    const to = Math.min(BLOCK_BYTES, within + size - from);
    this.#fill(this.#writableBlock(inode, inode.blocks, index, within, to, size), within, to);
  }

  #cut(inode: Inode, size: number): void {
    if (size === 0) {
      this.release(inode);
      return;
    }
    if (inode.blocks !== null) {
      const keep = Math.ceil(size / BLOCK_BYTES);
      for (let index = keep; index < inode.blocks.length; index++) {
        const addr = inode.blocks[index] ?? -1;
        if (addr < 0) continue;
        this.#dropBlock(addr);
        inode.cap -= BLOCK_BYTES;
      }
      if (inode.blocks.length > keep) inode.blocks.length = keep;
      if (keep > 1) return;
      this.#blocksToCell(inode);
    }
    inode.size = size;
    // A short file must not hold a long extent: its charge would no longer bound the memory it takes.
    if (size <= inode.cap / 4) this.#shrinkCell(inode, size);
  }

  #blocksToCell(inode: Inode): void {
    const addr = inode.blocks?.[0] ?? -1;
    inode.blocks = null;
    inode.addr = addr;
    inode.cap = addr < 0 ? 0 : BLOCK_BYTES;
    inode.contentEpoch = addr < 0 ? this.epoch : (this.#blockEpochs[blockOf(addr)] ?? COMMITTED_EPOCH);
  }

  #shrinkCell(inode: Inode, size: number): void {
    const addr = this.allocator.take(size);
    this.#copyBetween(inode.addr, addr, 0, size);
    this.#dropCell(inode);
    inode.addr = addr;
    inode.cap = cellBytes(classFor(size));
    inode.contentEpoch = this.epoch;
  }

  #view(addr: number): Uint8Array {
    const view = this.allocator.views[slabOf(addr)];
    if (view === undefined) throw new RangeError(`Cannot reach the extent at ${addr}: no such slab`);
    return view;
  }

  #copyOut(addr: number, position: number, target: Uint8Array, offset: number, length: number): void {
    const view = this.#view(addr);
    const from = offsetOf(addr) + position;
    if (length > LOOP_BYTES) target.set(view.subarray(from, from + length), offset);
    else for (let index = 0; index < length; index++) target[offset + index] = view[from + index] ?? 0;
  }

  #copyIn(addr: number, position: number, source: Uint8Array, offset: number, length: number): void {
    const view = this.#view(addr);
    const to = offsetOf(addr) + position;
    if (length > LOOP_BYTES) view.set(source.subarray(offset, offset + length), to);
    else for (let index = 0; index < length; index++) view[to + index] = source[offset + index] ?? 0;
  }

  #copyBetween(fromAddr: number, toAddr: number, start: number, end: number): void {
    if (end <= start) return;
    const from = offsetOf(fromAddr);
    this.#view(toAddr).set(this.#view(fromAddr).subarray(from + start, from + end), offsetOf(toAddr) + start);
  }

  #fill(addr: number, start: number, end: number): void {
    if (end > start) this.#view(addr).fill(0, offsetOf(addr) + start, offsetOf(addr) + end);
  }
}

/** Tells whether a cell or a list of blocks has the extent `wanted` of `bytes`, which is mostly at `index`. */
function names(
  addr: number,
  cap: number,
  blocks: readonly number[] | null,
  wanted: number,
  bytes: number,
  index: number,
): boolean {
  if (addr === wanted && cap === bytes) return true;
  return bytes === BLOCK_BYTES && blocks !== null && (blocks[index] === wanted || blocks.includes(wanted));
}
