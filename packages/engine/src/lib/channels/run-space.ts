import { CHANNEL_BYTES, CHILDREN_WORD, createChannelBuffer, DOORBELL_WORD, SPACE_OFFSET } from './channel-layout.ts';
import { breakLock } from './shared-lock.ts';
import * as layout from './space-layout.ts';

const {
  MAX_PIPES,
  MAX_POSITIONS,
  PIPE_BYTES,
  PIPE_DATA_OFFSET,
  PIPE_HEADER_BYTES,
  PIPES_OFFSET,
  POSITION_BYTES,
  POSITIONS_OFFSET,
  PROCESS_BYTES,
  PROCESSES_OFFSET,
} = layout;

/** The memory that the processes of one run share; see space-layout.ts. Each thread makes an instance of its own. */
export class RunSpace {
  /** The channel buffer of the run's first process. */
  readonly buffer: SharedArrayBuffer;
  readonly words: Int32Array<SharedArrayBuffer>;
  readonly floats: Float64Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;

  constructor(buffer: SharedArrayBuffer = createChannelBuffer()) {
    if (buffer.byteLength !== CHANNEL_BYTES) throw new RangeError('Cannot use a buffer of another size for channels');
    this.buffer = buffer;
    this.words = new Int32Array(buffer);
    this.floats = new Float64Array(buffer);
    this.bytes = new Uint8Array(buffer);
  }

  /** Index of a word of the header. */
  header(word: number): number {
    return (SPACE_OFFSET >>> 2) + word;
  }

  /** Index of a word of a process. */
  process(row: number, word: number): number {
    return ((SPACE_OFFSET + PROCESSES_OFFSET + row * PROCESS_BYTES) >>> 2) + word;
  }

  /** Index of a word of a pipe. */
  pipe(pipe: number, word: number): number {
    return ((SPACE_OFFSET + PIPES_OFFSET + pipe * PIPE_HEADER_BYTES) >>> 2) + word;
  }

  /** Where a pipe's bytes lie. */
  pipeData(pipe: number): Uint8Array<SharedArrayBuffer> {
    return new Uint8Array(this.buffer, SPACE_OFFSET + PIPE_DATA_OFFSET + pipe * PIPE_BYTES, PIPE_BYTES);
  }

  /** Index of a word of a shared position. */
  position(index: number, word: number): number {
    return ((SPACE_OFFSET + POSITIONS_OFFSET + index * POSITION_BYTES) >>> 2) + word;
  }

  /** Index of the float of a shared position. */
  positionValue(index: number): number {
    return ((SPACE_OFFSET + POSITIONS_OFFSET + index * POSITION_BYTES) >>> 3) + layout.POSITION_VALUE_FLOAT;
  }

  /** Index of the float that counts output. */
  outputBytes(): number {
    return (SPACE_OFFSET >>> 3) + layout.SPACE_OUTPUT_BYTES_FLOAT;
  }

  /** Index of the word that a process sleeps on. */
  doorbell(row: number): number {
    return row === 0 ? DOORBELL_WORD : this.process(row, layout.PROCESS_DOORBELL_WORD);
  }

  /** Wakes a process. */
  ring(row: number): void {
    const index = this.doorbell(row);
    Atomics.add(this.words, index, 1);
    Atomics.notify(this.words, index);
  }

  /** Wakes every process of a mask. */
  ringAll(mask: number): void {
    for (let rest = mask; rest !== 0; rest &= rest - 1) this.ring(31 - Math.clz32(rest & -rest));
  }

  /** Takes the bits of a word that says who waits, and wakes them. */
  wake(index: number): void {
    if (Atomics.load(this.words, index) !== 0) this.ringAll(Atomics.exchange(this.words, index, 0));
  }

  /** Begins the use by the first process. Only it calls this, before any other can look. */
  use(): void {
    const used = this.header(layout.SPACE_USED_WORD);
    if (Atomics.load(this.words, used) === 1) return;
    this.words[this.header(layout.SPACE_NEXT_PID_WORD)] = 2;
    this.words[this.process(0, layout.PROCESS_PID_WORD)] = 1;
    this.words[this.process(0, layout.PROCESS_STATE_WORD)] = layout.PROCESS_RUNNING;
    Atomics.store(this.words, used, 1);
  }

  /** Gives back everything that a process held which runs no more, and wakes who waited for it. */
  release(row: number): void {
    const { words } = this;
    const bit = 1 << row;
    const owner = row + 1;
    breakLock(words, this.header(layout.SPACE_OUTPUT_LOCK_WORD), owner);
    breakLock(words, this.header(layout.SPACE_INPUT_LOCK_WORD), owner);
    for (let index = 0; index < MAX_POSITIONS; index++) {
      const holders = this.position(index, layout.POSITION_HOLDERS_WORD);
      if ((Atomics.load(words, holders) & bit) !== 0) Atomics.and(words, holders, ~bit);
    }
    for (let pipe = 0; pipe < MAX_PIPES; pipe++) {
      const generation = Atomics.load(words, this.pipe(pipe, layout.PIPE_GENERATION_WORD));
      if ((generation & 1) === 0) continue;
      breakLock(words, this.pipe(pipe, layout.PIPE_WRITE_LOCK_WORD), owner);
      breakLock(words, this.pipe(pipe, layout.PIPE_READ_LOCK_WORD), owner);
      this.leavePipe(pipe, layout.PIPE_READERS_WORD, row, generation);
      this.leavePipe(pipe, layout.PIPE_WRITERS_WORD, row, generation);
    }
    Atomics.and(words, CHILDREN_WORD, ~bit);
  }

  /** Takes a process from those who hold an end of a pipe, and frees the pipe when nobody does. */
  leavePipe(pipe: number, end: number, row: number, generation: number): void {
    const { words } = this;
    const bit = 1 << row;
    const readers = this.pipe(pipe, layout.PIPE_READERS_WORD);
    const writers = this.pipe(pipe, layout.PIPE_WRITERS_WORD);
    const rest = Atomics.and(words, this.pipe(pipe, end), ~bit);
    if ((rest & bit) === 0) return;
    if ((rest & ~bit) === 0) {
      this.wake(this.pipe(pipe, layout.PIPE_HUNGRY_WORD));
      this.wake(this.pipe(pipe, layout.PIPE_FULL_WORD));
    }
    if (Atomics.load(words, readers) === 0 && Atomics.load(words, writers) === 0) {
      // Of two who leave last at once, one frees it; the generation keeps the other from freeing it anew.
      Atomics.compareExchange(words, this.pipe(pipe, layout.PIPE_GENERATION_WORD), generation, (generation + 1) | 0);
    }
  }
}
