import {
  HEADER_BYTES,
  PROCESS_GONE,
  PROCESS_LIVE,
  ROSTER_WORD,
  STATE_WORDS,
  slotOf,
  stateOf,
} from './shared-layout.ts';
import { breakLock } from './shared-lock.ts';

/** Bytes of each of the two halves of the log: room for what about 100,000 changed files take. */
const SEGMENT_BYTES = 16 * 1024 * 1024;

/**
 * Memory through which the processes of a run share its files. Most of it stays untouched and so costs nothing. Keep it
 * for later runs: engines are slow to collect shared buffers.
 *
 * @param segmentBytes bytes of each of the two halves of the log, a multiple of 8
 */
export function createSharedFiles(segmentBytes: number = SEGMENT_BYTES): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + 2 * segmentBytes);
}

/**
 * Takes a process out that ended without {@link SharedProcess.leave}: call it once its worker has really stopped. The
 * operation that it was in the middle of never happened for the others. Never blocks; a process that left is left alone.
 */
export function endSharedProcess(memory: SharedArrayBuffer, process: number): void {
  const words = new Int32Array(memory, 0, HEADER_BYTES / 4);
  const slot = STATE_WORDS + slotOf(process);
  Atomics.compareExchange(words, slot, stateOf(process, PROCESS_LIVE), stateOf(process, PROCESS_GONE));
  Atomics.add(words, ROSTER_WORD, 1);
  breakLock(words, process);
}
