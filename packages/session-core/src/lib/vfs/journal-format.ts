/**
 * A journal says how inodes and names are now, not what was done to them, in this order: inodes, names that went, names
 * that came. The same bytes serve the first copy of a tree to a worker, later deltas, and the changes of a run on their
 * way back. All numbers are little-endian.
 *
 * | record | bytes |
 * |---|---|
 * | inode | kind u8; flags u8; mode u32; ino f64; size f64; three times, each seconds f64 and nanoseconds u32; rdev u32; content u8 and its fields |
 * | content cell | addr u32; cap u32 |
 * | content blocks | count u32; count times addr i32 (-1 for a hole) |
 * | content symlink | length u16; UTF-8 |
 * | unlink | kind u8; directory ino f64; length u16; UTF-8 |
 * | link | kind u8; directory ino f64; ino f64; length u16; UTF-8 |
 */
export const RECORD_INODE = 1;
export const RECORD_UNLINK = 2;
export const RECORD_LINK = 3;

export const CONTENT_NONE = 0;
export const CONTENT_CELL = 1;
export const CONTENT_BLOCKS = 2;
export const CONTENT_SYMLINK = 3;

/** The number of the directory `/`, the same in every store. */
export const ROOT_INO = 1;
