/**
 * The part of a channel buffer that the processes of one run share: their table, the positions of files that several of
 * them hold, and pipes. It lies in the buffer of the run's first process, behind the rings, and stays untouched (and so
 * takes no memory) until that process makes a pipe or spawns another.
 *
 * "Word" is the index of a 32-bit integer within the record. Words that different threads write often lie 64 bytes apart.
 * Masks have one bit for each process, by its row: what a process held can so be taken from it when it was killed.
 */

/** Processes of one run at most, the first one included; one bit of a mask each. */
export const MAX_PROCESSES = 32;

export const SPACE_HEADER_BYTES = 256;
/** 1 once the run has used any of this. */
export const SPACE_USED_WORD = 0;
/** The number that the next process gets. */
export const SPACE_NEXT_PID_WORD = 1;
/** 1 once a process met the limit of output. */
export const SPACE_EXCEEDED_WORD = 2;
/** Held by the process that writes to the output ring. */
export const SPACE_OUTPUT_LOCK_WORD = 16;
/** Bytes of output that all processes have written, in units of a byte as a 64-bit float. */
export const SPACE_OUTPUT_BYTES_FLOAT = 9;
/** Held by the process that takes from the input ring. */
export const SPACE_INPUT_LOCK_WORD = 32;

/** A row of the table of processes. */
export const PROCESS_BYTES = 256;
export const PROCESSES_OFFSET = SPACE_HEADER_BYTES;
/** Counts every event of the process; the first process has the word of its channel buffer instead. */
export const PROCESS_DOORBELL_WORD = 0;
export const PROCESS_STATE_WORD = 16;
export const PROCESS_PID_WORD = 17;
/** The number of the process that may join this one; 0 once it is gone. */
export const PROCESS_PARENT_WORD = 18;
/** How it ended: an exit code, or 0x100 plus the signal. */
export const PROCESS_STATUS_WORD = 19;
/** Signals that were sent and not seen yet, one bit each. */
export const PROCESS_SIGNALS_WORD = 20;
/** Generations from the first process to this one. */
export const PROCESS_DEPTH_WORD = 21;

export const PROCESS_FREE = 0;
/** Set aside, and not filled in yet. */
export const PROCESS_STARTING = 1;
/** Running, or waiting for a worker of the host's. */
export const PROCESS_RUNNING = 2;
/** Ended, and not joined yet. */
export const PROCESS_ENDED = 3;

/** Bit of a status that says the process was ended by the signal in the low bits. */
export const STATUS_SIGNALLED = 0x100;

/** Files that several processes hold at one position; a record each. */
export const MAX_POSITIONS = 256;
export const POSITION_BYTES = 32;
export const POSITIONS_OFFSET = PROCESSES_OFFSET + MAX_PROCESSES * PROCESS_BYTES;
/** Mask of the processes that hold it; 0 is free. */
export const POSITION_HOLDERS_WORD = 0;
/** The position as a 64-bit float. */
export const POSITION_VALUE_FLOAT = 1;

/** Pipes of one run at most. */
export const MAX_PIPES = 64;
export const PIPE_HEADER_BYTES = 256;
export const PIPES_OFFSET = POSITIONS_OFFSET + MAX_POSITIONS * POSITION_BYTES;
/** Twice the number of times the pipe was taken, plus 1 while it is. */
export const PIPE_GENERATION_WORD = 0;
/** Masks of the processes that hold an end. */
export const PIPE_READERS_WORD = 1;
export const PIPE_WRITERS_WORD = 2;
export const PIPE_WRITE_LOCK_WORD = 16;
/** Bytes written, modulo 2^32. */
export const PIPE_HEAD_WORD = 17;
/** Mask of the processes that wait for bytes. */
export const PIPE_HUNGRY_WORD = 18;
export const PIPE_READ_LOCK_WORD = 32;
/** Bytes taken, modulo 2^32. */
export const PIPE_TAIL_WORD = 33;
/** Mask of the processes that wait for room. */
export const PIPE_FULL_WORD = 34;

/** What a pipe holds, a power of two: as on Linux (pipe(7)). */
export const PIPE_BYTES = 64 * 1024;
/** A write of up to this many bytes is never mixed with another's (POSIX.1-2024 PIPE_BUF; Linux's value). */
export const PIPE_ATOMIC_BYTES = 4096;
export const PIPE_DATA_OFFSET = PIPES_OFFSET + MAX_PIPES * PIPE_HEADER_BYTES;

/** Bytes of everything above. */
export const SPACE_BYTES = PIPE_DATA_OFFSET + MAX_PIPES * PIPE_BYTES;
