import {
  PIPE_DATA_OFFSET,
  PROCESS_SIGNALS_WORD,
  PROCESSES_OFFSET,
  SPACE_BYTES,
  SPACE_USED_WORD,
} from './space-layout.ts';

/**
 * The layout of the shared memory between the host and one worker. Lengths and offsets are in bytes; a "word" is the
 * index of a 32-bit integer in the control area.
 *
 * Words that different threads write often lie 64 bytes apart, so that they do not share a cache line.
 */

/** Bytes of the control area at the start of the buffer. */
export const CONTROL_BYTES = 512;

/** Counts every event of the process; all its waits are on this word. */
export const DOORBELL_WORD = 0;

/** Bytes that the host has put into the input ring, modulo 2^32. Written by the host. */
export const INPUT_HEAD_WORD = 16;
/** 1 once the host will put nothing more. Written by the host. */
export const INPUT_ENDED_WORD = 17;
/** 1 while an end of file that one read sees comes after what is there. Set by the host, cleared by the worker. */
export const INPUT_PAUSE_WORD = 18;
/** Bytes that the guest has taken, modulo 2^32. Written by the worker. */
export const INPUT_TAIL_WORD = 32;
/** 1 while the guest has asked for input that has not come: set by the worker, cleared by the host. */
export const INPUT_WANTED_WORD = 33;

/** Bytes that the guest has put into the output ring, frames and padding included, modulo 2^32. Written by the worker. */
export const OUTPUT_HEAD_WORD = 48;
/** 1 while the guest waits for space. Set by the worker, cleared by the host. */
export const OUTPUT_BLOCKED_WORD = 49;
/** Bytes that the host has taken, modulo 2^32. Written by the host. */
export const OUTPUT_TAIL_WORD = 64;
/** 1 while the host wants a message for the next frame. Set by the host, cleared by the worker that sends it. */
export const OUTPUT_ARMED_WORD = 65;
/** 1 once nobody reads the output any more: writes answer EPIPE. Written by the host. */
export const OUTPUT_CLOSED_WORD = 66;

/** Size of the terminal in character cells. Written by the host. */
export const TERMINAL_COLUMNS_WORD = 80;
export const TERMINAL_ROWS_WORD = 81;
/** See terminal-modes.ts. Written by the host before the run and by its processes during it. */
export const TERMINAL_MODES_WORD = 84;
/** 1 while the first process has a function of its own for signals. Written by the worker. */
export const SIGNAL_HANDLER_WORD = 85;

/** Mask of the processes beside the first that look at these channels, too. Written when one starts and ends. */
export const CHILDREN_WORD = 96;

/** Bytes of the input ring; a power of two. As much as a Linux pipe holds (pipe(7)). */
export const INPUT_BYTES = 64 * 1024;
export const INPUT_OFFSET = CONTROL_BYTES;

/** Bytes of the output ring; a power of two. Larger rings were no faster, smaller ones block the guest more often. */
export const OUTPUT_BYTES = 256 * 1024;
export const OUTPUT_OFFSET = INPUT_OFFSET + INPUT_BYTES;

/** What the processes of a run share; see space-layout.ts. */
export const SPACE_OFFSET = OUTPUT_OFFSET + OUTPUT_BYTES;

/** Bytes of the whole buffer. */
export const CHANNEL_BYTES = SPACE_OFFSET + SPACE_BYTES;

/**
 * A frame of the output ring: a header word, then the payload, padded with up to three bytes so that the next header is
 * aligned and never wraps. The header holds the stream (1 stdout, 2 stderr) in its top bits and the payload's length in
 * bytes below. A payload may wrap around the end of the ring.
 */
export const FRAME_HEADER_BYTES = 4;
export const FRAME_STREAM_SHIFT = 24;
export const FRAME_LENGTH_MASK = 0xff_ffff;
/** A longer write is cut into frames of at most this many bytes, so that the host can start on the first. */
export const FRAME_MAX_PAYLOAD = 64 * 1024;
/** A write that does not fit whole is cut to what fits when that is at least this many bytes, else it waits for space. */
export const FRAME_MIN_CUT = 4 * 1024;

/** Bytes that a frame takes in the ring. */
export const frameBytes = (payload: number): number => FRAME_HEADER_BYTES + ((payload + 3) & ~3);

/** The control words of a channel buffer. */
export const controlWords = (buffer: SharedArrayBuffer): Int32Array<SharedArrayBuffer> =>
  new Int32Array(buffer, 0, CONTROL_BYTES / 4);

/** A fresh channel buffer. One per worker, reused by its runs. */
export const createChannelBuffer = (): SharedArrayBuffer => new SharedArrayBuffer(CHANNEL_BYTES);

/** Makes the channels empty and open again. Only while the worker is idle. */
export function resetChannels(buffer: SharedArrayBuffer): void {
  const control = controlWords(buffer);
  control.fill(0);
  Atomics.store(control, OUTPUT_ARMED_WORD, 1);
  const shared = new Int32Array(buffer, SPACE_OFFSET, PIPE_DATA_OFFSET >>> 2);
  if (shared[SPACE_USED_WORD] !== 0) shared.fill(0);
  // A terminal sends signals to the first process whether or not that uses anything else of this.
  shared[(PROCESSES_OFFSET >>> 2) + PROCESS_SIGNALS_WORD] = 0;
}
