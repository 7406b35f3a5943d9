import {
  addressOfBlock,
  BLOCK_BYTES,
  BLOCK_GRANULES,
  BLOCKS_PER_SLAB,
  blockOf,
  cellGranules,
  classFor,
  SLAB_BYTES,
  WHOLE_BLOCK,
} from './extent-layout.ts';
import { fsError } from './fs-error.ts';

/** A block that is cut into cells of one class. */
class CellPage {
  readonly cellClass: number;
  readonly granules: number;
  readonly capacity: number;
  used = 0;
  readonly bits: Uint32Array;
  hint = 0;

  constructor(cellClass: number) {
    this.cellClass = cellClass;
    this.granules = cellGranules(cellClass);
    this.capacity = Math.floor(BLOCK_GRANULES / this.granules);
    this.bits = new Uint32Array(Math.ceil(this.capacity / 32));
  }

  /** Takes a free cell; there must be one. */
  take(): number {
    const { bits } = this;
    for (let word = this.hint; ; word = word + 1 === bits.length ? 0 : word + 1) {
      const free = ~(bits[word] ?? 0);
      if (free === 0) continue;
      const bit = 31 - Math.clz32(free & -free);
      const cell = word * 32 + bit;
      if (cell >= this.capacity) continue;
      this.mark(cell);
      this.hint = word;
      return cell;
    }
  }

  has(cell: number): boolean {
    return ((this.bits[cell >>> 5] ?? 0) & (1 << (cell & 31))) !== 0;
  }

  mark(cell: number): void {
    const word = cell >>> 5;
    this.bits[word] = (this.bits[word] ?? 0) | (1 << (cell & 31));
    this.used += 1;
  }

  clear(cell: number): void {
    const word = cell >>> 5;
    this.bits[word] = (this.bits[word] ?? 0) & ~(1 << (cell & 31));
    this.used -= 1;
    if (word < this.hint) this.hint = word;
  }
}

/** Options of {@link ExtentAllocator}. */
export interface ExtentAllocatorOptions {
  /** Told of every slab that this allocator itself made, before any of it is handed out. */
  readonly onSlab?: (index: number, slab: SharedArrayBuffer) => void;
}

/**
 * Bytes of slabs for a file system of `bytes`: a charged byte takes at most two bytes of extents, and during a run what
 * is given up is still held beside what replaces it.
 */
export function slabBytesFor(bytes: number): number {
  return 3 * bytes + 4 * SLAB_BYTES;
}

/**
 * Hands out extents of shared slabs. Slabs are never dropped, only reused: engines are slow to collect shared buffers.
 *
 * The host and each worker hold an allocator of their own over the same slabs. What is used is a function of the
 * inodes alone, so replaying the journal of inode changes keeps them equal.
 */
export class ExtentAllocator {
  readonly slabs: SharedArrayBuffer[] = [];
  /** Bytes of slabs at most. */
  maxBytes = Number.POSITIVE_INFINITY;
  /** One view per slab. */
  readonly views: Uint8Array[] = [];
  readonly #pages: (CellPage | typeof WHOLE_BLOCK | null)[] = [];
  /** Blocks per class that may have room; entries may be stale. */
  readonly #roomy: number[][] = [];
  #freeHint = 0;
  readonly #options: ExtentAllocatorOptions;

  constructor(options: ExtentAllocatorOptions = {}) {
    this.#options = options;
    for (let index = 0; index < WHOLE_BLOCK; index++) this.#roomy.push([]);
  }

  /** Takes over a slab that somebody else made. */
  addSlab(index: number, slab: SharedArrayBuffer): void {
    if (index !== this.slabs.length || slab.byteLength !== SLAB_BYTES) {
      throw new RangeError(`Cannot add slab ${index} of ${slab.byteLength} bytes: ${this.slabs.length} is next`);
    }
    this.slabs.push(slab);
    this.views.push(new Uint8Array(slab));
    for (let block = 0; block < BLOCKS_PER_SLAB; block++) this.#pages.push(null);
  }

  /** Makes slabs until blocks of `bytes` are free, or no more can be made. */
  reserve(bytes: number): void {
    let free = this.#pages.filter((page) => page === null).length * BLOCK_BYTES;
    for (; free < bytes; free += SLAB_BYTES) if (!this.#addOwnSlab()) return;
  }

  /** Sets aside an extent of the class for `bytes` (1 to 1 MiB) and returns its address. Its bytes are anything. */
  take(bytes: number): number {
    const cellClass = classFor(bytes);
    if (cellClass === WHOLE_BLOCK) return this.takeBlock();
    const roomy = this.#roomy[cellClass] ?? [];
    for (let block = roomy.at(-1); block !== undefined; block = roomy.at(-1)) {
      const page = this.#pages[block];
      if (page instanceof CellPage && page.cellClass === cellClass && page.used < page.capacity) {
        return addressOfBlock(block) + page.take() * page.granules;
      }
      roomy.pop();
    }
    const block = this.#takeFreeBlock();
    const page = new CellPage(cellClass);
    this.#pages[block] = page;
    roomy.push(block);
    return addressOfBlock(block) + page.take() * page.granules;
  }

  /** Sets aside a whole block and returns its address. Its bytes are anything. */
  takeBlock(): number {
    const block = this.#takeFreeBlock();
    this.#pages[block] = WHOLE_BLOCK;
    return addressOfBlock(block);
  }

  /** Gives an extent back. */
  free(addr: number, cap: number): void {
    const block = blockOf(addr);
    const page = this.#pages[block];
    if (page instanceof CellPage) {
      page.clear(cellOf(addr, page));
      if (page.used === page.capacity - 1) this.#roomy[page.cellClass]?.push(block);
      if (page.used > 0) return;
    } else if (page !== WHOLE_BLOCK || cap !== BLOCK_BYTES) {
      throw new RangeError(`Cannot free the extent at ${addr}: it is not set aside`);
    }
    this.#pages[block] = null;
    if (block < this.#freeHint) this.#freeHint = block;
  }

  /** Tells whether exactly this extent is free to be claimed, or the reason why it is not. */
  isClaimable(addr: number, cap: number): boolean {
    if (!Number.isInteger(addr) || addr < 0 || cap < 1 || cap > BLOCK_BYTES) return false;
    const block = blockOf(addr);
    const page = this.#pages[block];
    if (page === undefined) return false;
    const cellClass = classFor(cap);
    const granules = cellGranules(cellClass);
    const within = addr - addressOfBlock(block);
    if (granules * 16 !== cap || within % granules !== 0 || within + granules > BLOCK_GRANULES) return false;
    if (page === null) return true;
    return page instanceof CellPage && page.cellClass === cellClass && !page.has(within / granules);
  }

  /** Marks an extent as set aside by somebody else, whose journal named it. */
  claim(addr: number, cap: number): void {
    if (!this.isClaimable(addr, cap)) throw new RangeError(`Cannot claim ${cap} bytes at ${addr}: not free`);
    const block = blockOf(addr);
    const cellClass = classFor(cap);
    if (cellClass === WHOLE_BLOCK) {
      this.#pages[block] = WHOLE_BLOCK;
      return;
    }
    let page = this.#pages[block];
    if (!(page instanceof CellPage)) {
      page = new CellPage(cellClass);
      this.#pages[block] = page;
      this.#roomy[cellClass]?.push(block);
    }
    page.mark(cellOf(addr, page));
  }

  #takeFreeBlock(): number {
    const pages = this.#pages;
    for (let block = this.#freeHint; block < pages.length; block++) {
      if (pages[block] === null) {
        this.#freeHint = block + 1;
        return block;
      }
    }
    const block = pages.length;
    if (!this.#addOwnSlab()) throw fsError('ENOSPC');
    this.#freeHint = block + 1;
    return block;
  }

  #addOwnSlab(): boolean {
    const index = this.slabs.length;
    if ((index + 1) * SLAB_BYTES > this.maxBytes) return false;
    const slab = makeSlab();
    if (slab === null) return false;
    this.#options.onSlab?.(index, slab);
    this.addSlab(index, slab);
    return true;
  }
}

function cellOf(addr: number, page: CellPage): number {
  return (addr & (BLOCK_GRANULES - 1)) / page.granules;
}

/** A fresh slab, or null when the engine has no memory left for one. */
function makeSlab(): SharedArrayBuffer | null {
  try {
    return new SharedArrayBuffer(SLAB_BYTES);
  } catch {
    return null;
  }
}
