/**
 * Where things lie in the memory that the processes of a run share. The first 4,096 bytes are 32-bit words; two segments
 * of equal length follow, of which the one of the current epoch's parity is in use.
 *
 * | word | meaning |
 * |---|---|
 * | 0 | lock: the holder's process number, and {@link LOCK_CONTENDED} |
 * | 1 | epoch: grows whenever the log goes over to the other segment |
 * | 2 | roster: grows whenever a process came or went |
 * | 3 | limits that were met: 1 bytes, 2 entries |
 * | 4 | slabs that every process knows |
 * | 8 … 15 | bytes in use in the segment, by epoch modulo 8 |
 * | 16 … 23 | bytes of the checkpoint at the segment's start, by epoch modulo 8 |
 * | 64 … 127 | state of each process |
 * | 128 … 191 | epoch that each process has seen |
 * | 192 … 255 | bytes of that epoch's segment that each process has seen |
 */
export const HEADER_BYTES = 4096;

export const LOCK_WORD = 0;
export const EPOCH_WORD = 1;
export const ROSTER_WORD = 2;
export const EXCEEDED_WORD = 3;
export const SLABS_WORD = 4;
export const END_WORDS = 8;
export const START_WORDS = 16;
export const STATE_WORDS = 64;
export const SEEN_WORDS = 128;
export const POSITION_WORDS = 192;

/** Epochs whose end and start are remembered: a switch that is broken off must not overwrite those of the one before. */
export const EPOCH_MASK = 7;

export const EXCEEDED_BYTES = 1;
export const EXCEEDED_ENTRIES = 2;

/** States of a process. */
export const PROCESS_FREE = 0;
export const PROCESS_LIVE = 1;
export const PROCESS_GONE = 2;

/** Bits of a state word; the rest counts how often the slot was used, so that a late message cannot hit a successor. */
export const STATE_BITS = 2;
export const STATE_MASK = 3;

/** A process's slot is the low six bits of its number, the uses of the slot before it are the rest. */
export const slotOf = (process: number): number => process & 63;
export const processAt = (slot: number, use: number): number => slot + 64 * use;
/** The word of a slot in a state. */
export const stateOf = (process: number, state: number): number => ((process >>> 6) << STATE_BITS) | state;

/** Processes of a run that share its files at a time; the first one is number 1. */
export const MAX_SHARING_PROCESSES = 63;

/**
 * A frame of the log, at a multiple of 8 bytes, little-endian.
 *
 * | byte | field |
 * |---|---|
 * | 0 | length in bytes u32, the padding included |
 * | 4 | kind u32 |
 * | 8 | the author's next inode number f64 |
 * | 16 | bytes in use f64 |
 * | 24 | names in use f64 |
 * | 32 | process u32: who is gone |
 * | 36 | count of opens u32 |
 * | 40 | bytes of the journal u32 |
 * | 48 | opens, each inode f64, process u32, count i32; then the journal |
 */
export const FRAME_BYTES = 48;
export const OPEN_BYTES = 16;

/** What one operation changed; opens are differences. */
export const FRAME_CHANGES = 1;
/** All that changed since the run began; opens are totals. */
export const FRAME_STATE = 2;
/** A process ended without closing its files. */
export const FRAME_GONE = 3;
