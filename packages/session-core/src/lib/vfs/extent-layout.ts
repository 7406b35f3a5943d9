/** Addresses count granules, so that 32 GiB of contents fit a small integer. Bytes. */
export const GRANULE_BYTES = 16;
/** One shared buffer. Bytes. */
export const SLAB_BYTES = 16 * 1024 * 1024;
/** The largest extent, and the unit in which slabs are cut. Bytes. */
export const BLOCK_BYTES = 1024 * 1024;
/** The largest file, sparse or not. Bytes. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024 * 1024;

export const BLOCK_GRANULES = BLOCK_BYTES / GRANULE_BYTES;
export const BLOCKS_PER_SLAB = SLAB_BYTES / BLOCK_BYTES;

const SLAB_SHIFT = 20;
const SLAB_MASK = (1 << SLAB_SHIFT) - 1;
const BLOCK_SHIFT = 16;

/** Index of the slab that holds an address. */
export const slabOf = (addr: number): number => addr >>> SLAB_SHIFT;
/** Byte offset of an address inside its slab. */
export const offsetOf = (addr: number): number => (addr & SLAB_MASK) * GRANULE_BYTES;
/** Number of the block that holds an address, over all slabs. */
export const blockOf = (addr: number): number => addr >>> BLOCK_SHIFT;
/** Address of a block. */
export const addressOfBlock = (block: number): number => block * BLOCK_GRANULES;

/**
 * Cell sizes in granules: powers of two, and three quarters of them up to 192 KiB, so that at most a third of a cell is
 * waste. A file above 512 KiB takes whole blocks.
 */
const CELL_GRANULES: readonly number[] = (() => {
  const sizes = [1, 2];
  for (let power = 4; power <= 32_768; power *= 2) sizes.push(power * 0.75, power);
  return sizes;
})();

/** How many cell classes there are; the class one above the last is the whole block. */
export const WHOLE_BLOCK = CELL_GRANULES.length;

/** Three quarters of 512 KiB would waste a quarter of its block. */
const SKIPPED_CLASS = CELL_GRANULES.indexOf(24_576);

/** The class of the smallest cell that holds `bytes`, 1 to {@link BLOCK_BYTES}. */
export function classFor(bytes: number): number {
  const granules = (bytes + GRANULE_BYTES - 1) >>> 4;
  if (granules <= 2) return granules - 1;
  const log = 32 - Math.clz32(granules - 1);
  if (log > 15) return WHOLE_BLOCK;
  const threeQuarters = 2 * log - 2;
  return granules <= 3 << (log - 2) && threeQuarters !== SKIPPED_CLASS ? threeQuarters : threeQuarters + 1;
}

/** Granules in a cell of a class. */
export function cellGranules(cellClass: number): number {
  return CELL_GRANULES[cellClass] ?? BLOCK_GRANULES;
}

/** Bytes in a cell of a class. */
export function cellBytes(cellClass: number): number {
  return cellGranules(cellClass) * GRANULE_BYTES;
}
