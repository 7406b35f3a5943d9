import type { RunSpace } from './run-space.ts';
import { giveLock, takeLock } from './shared-lock.ts';
import {
  MAX_PIPES,
  PIPE_ATOMIC_BYTES,
  PIPE_BYTES,
  PIPE_FULL_WORD,
  PIPE_GENERATION_WORD,
  PIPE_HEAD_WORD,
  PIPE_HUNGRY_WORD,
  PIPE_READ_LOCK_WORD,
  PIPE_READERS_WORD,
  PIPE_TAIL_WORD,
  PIPE_WRITE_LOCK_WORD,
  PIPE_WRITERS_WORD,
} from './space-layout.ts';

const INDEX_MASK = PIPE_BYTES - 1;
/** A long write moves the head this often, so that the reader copies while the writer does. */
const STEP_BYTES = 16 * 1024;

/** Which end of a pipe. */
export type PipeSide = 'read' | 'write';

/** One process's view of a pipe (pipe(2)): a ring with a lock for each side. Nothing here sleeps but for those locks. */
export class PipeRing {
  readonly index: number;
  readonly generation: number;
  readonly #space: RunSpace;
  readonly #words: Int32Array<SharedArrayBuffer>;
  readonly #data: Uint8Array<SharedArrayBuffer>;
  readonly #row: number;
  readonly #head: number;
  readonly #tail: number;
  readonly #hungry: number;
  readonly #full: number;
  readonly #readLock: number;
  readonly #writeLock: number;
  readonly #readers: number;
  readonly #writers: number;

  /** @param row the process that looks */
  constructor(space: RunSpace, index: number, row: number) {
    this.index = index;
    this.#space = space;
    this.#words = space.words;
    this.#data = space.pipeData(index);
    this.#row = row;
    this.generation = Atomics.load(space.words, space.pipe(index, PIPE_GENERATION_WORD));
    this.#head = space.pipe(index, PIPE_HEAD_WORD);
    this.#tail = space.pipe(index, PIPE_TAIL_WORD);
    this.#hungry = space.pipe(index, PIPE_HUNGRY_WORD);
    this.#full = space.pipe(index, PIPE_FULL_WORD);
    this.#readLock = space.pipe(index, PIPE_READ_LOCK_WORD);
    this.#writeLock = space.pipe(index, PIPE_WRITE_LOCK_WORD);
    this.#readers = space.pipe(index, PIPE_READERS_WORD);
    this.#writers = space.pipe(index, PIPE_WRITERS_WORD);
  }

  /** Makes a process one that holds an end. Whoever calls this holds it itself, or has just made the pipe. */
  join(side: PipeSide, row: number): void {
    Atomics.or(this.#words, side === 'read' ? this.#readers : this.#writers, 1 << row);
  }

  leave(side: PipeSide, row: number): void {
    this.#space.leavePipe(this.index, side === 'read' ? PIPE_READERS_WORD : PIPE_WRITERS_WORD, row, this.generation);
  }

  /** Takes up to `length` bytes. Returns how many, 0 at the end, -1 when none are there yet. */
  read(target: Uint8Array, offset: number, length: number): number {
    const words = this.#words;
    takeLock(words, this.#readLock, this.#row + 1);
    // Looked at first: what was written before the last writer left is then seen for sure.
    const ended = Atomics.load(words, this.#writers) === 0;
    const tail = Atomics.load(words, this.#tail);
    const count = Math.min(length, (Atomics.load(words, this.#head) - tail) >>> 0);
    if (count > 0) {
      const start = tail & INDEX_MASK;
      const first = Math.min(count, PIPE_BYTES - start);
      target.set(this.#data.subarray(start, start + first), offset);
      if (first < count) target.set(this.#data.subarray(0, count - first), offset + first);
      Atomics.store(words, this.#tail, (tail + count) | 0);
    }
    giveLock(words, this.#readLock);
    if (count > 0) this.#space.wake(this.#full);
    return count > 0 || ended ? count : -1;
  }

  /**
   * Puts what fits; up to PIPE_BUF bytes whole or not at all. Returns how many, 0 when there is no room, -1 when nobody
   * reads.
   *
   * @param whole the bytes of the write that these are the first of, so that the rest of a long one may be short
   */
  write(source: Uint8Array, offset: number, length: number, whole: number): number {
    const words = this.#words;
    if (Atomics.load(words, this.#readers) === 0) return -1;
    takeLock(words, this.#writeLock, this.#row + 1);
    let head = Atomics.load(words, this.#head);
    let done = 0;
    for (;;) {
      const room = PIPE_BYTES - ((head - Atomics.load(words, this.#tail)) >>> 0);
      const count = Math.min(length - done, room, STEP_BYTES);
      if (count === 0 || (whole <= PIPE_ATOMIC_BYTES && room < length)) break;
      const start = head & INDEX_MASK;
      const first = Math.min(count, PIPE_BYTES - start);
      const from = offset + done;
      this.#data.set(source.subarray(from, from + first), start);
      if (first < count) this.#data.set(source.subarray(from + first, from + count), 0);
      head = (head + count) | 0;
      done += count;
      Atomics.store(words, this.#head, head);
      this.#space.wake(this.#hungry);
      if (done === length) break;
    }
    giveLock(words, this.#writeLock);
    return done;
  }

  /** Bytes there are, 0 at the end, -1 when there are none yet. */
  readable(): number {
    const ended = Atomics.load(this.#words, this.#writers) === 0;
    const count = (Atomics.load(this.#words, this.#head) - Atomics.load(this.#words, this.#tail)) >>> 0;
    return count > 0 || ended ? count : -1;
  }

  /** Room there is; -1 when nobody reads. */
  writable(): number {
    if (Atomics.load(this.#words, this.#readers) === 0) return -1;
    return PIPE_BYTES - ((Atomics.load(this.#words, this.#head) - Atomics.load(this.#words, this.#tail)) >>> 0);
  }

  /** Has the process woken by the next bytes, or the end. To be called before looking once more. */
  expectBytes(): void {
    Atomics.or(this.#words, this.#hungry, 1 << this.#row);
  }

  /** Has the process woken by the next room, or the last reader's leaving. To be called before looking once more. */
  expectRoom(): void {
    Atomics.or(this.#words, this.#full, 1 << this.#row);
  }
}

/** Takes a free pipe, both ends held by `row`; null when there is none. */
export function makePipe(space: RunSpace, row: number): PipeRing | null {
  const { words } = space;
  for (let index = 0; index < MAX_PIPES; index++) {
    const generation = space.pipe(index, PIPE_GENERATION_WORD);
    const free = Atomics.load(words, generation);
    if ((free & 1) !== 0) continue;
    // Nobody looks at a free pipe, but two may take it at once.
    if (Atomics.compareExchange(words, generation, free, free + 1) !== free) continue;
    for (const word of [PIPE_HEAD_WORD, PIPE_TAIL_WORD, PIPE_HUNGRY_WORD, PIPE_FULL_WORD]) {
      Atomics.store(words, space.pipe(index, word), 0);
    }
    Atomics.store(words, space.pipe(index, PIPE_READERS_WORD), 1 << row);
    Atomics.store(words, space.pipe(index, PIPE_WRITERS_WORD), 1 << row);
    return new PipeRing(space, index, row);
  }
  return null;
}
