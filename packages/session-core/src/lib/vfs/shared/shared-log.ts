import { JournalReader } from '../journal-reader.ts';
import {
  END_WORDS,
  EPOCH_MASK,
  EPOCH_WORD,
  HEADER_BYTES,
  MAX_SHARING_PROCESSES,
  POSITION_WORDS,
  PROCESS_LIVE,
  SEEN_WORDS,
  START_WORDS,
  STATE_MASK,
  STATE_WORDS,
  slotOf,
} from './shared-layout.ts';

/** The log in shared memory, as one process sees it. All of it is used under the lock. */
export class SharedLog {
  readonly words: Int32Array;
  readonly #segments: readonly [JournalReader, JournalReader];
  readonly #slot: number;
  #seen: number;
  #position: number;

  constructor(memory: SharedArrayBuffer, process: number) {
    this.words = new Int32Array(memory, 0, HEADER_BYTES / 4);
    const bytes = (memory.byteLength - HEADER_BYTES) / 2;
    this.#segments = [
      new JournalReader(new Uint8Array(memory, HEADER_BYTES, bytes)),
      new JournalReader(new Uint8Array(memory, HEADER_BYTES + bytes, bytes)),
    ];
    this.#slot = slotOf(process);
    this.#seen = this.#word(SEEN_WORDS + this.#slot);
    this.#position = this.#word(POSITION_WORDS + this.#slot);
  }

  get segmentBytes(): number {
    return this.#segments[0].bytes.length;
  }

  /** Bytes left in the segment in use. */
  get room(): number {
    return this.segmentBytes - this.#end();
  }

  /** Calls `visit` with every frame since this process looked last, in order. */
  read(visit: (segment: JournalReader, start: number) => void): void {
    const { words } = this;
    const epoch = Atomics.load(words, EPOCH_WORD);
    const segment = this.#segment(epoch);
    if (this.#seen !== epoch) {
      const start = this.#word(START_WORDS + (epoch & EPOCH_MASK));
      const missedNothing =
        this.#seen === epoch - 1 && this.#position === this.#word(END_WORDS + (this.#seen & EPOCH_MASK));
      if (!missedNothing) {
        if (start === 0) throw new RangeError('Cannot read the log: what this process has not seen is gone');
        visit(segment, 0);
      }
      this.#seen = epoch;
      this.#position = start;
      this.#note();
    }
    const end = this.#end();
    if (this.#position === end) return;
    while (this.#position < end) {
      visit(segment, this.#position);
      this.#position += segment.view.getUint32(this.#position, true);
    }
    this.#note();
  }

  /** Adds a frame, which must fit, and shows it to the others in one step. This process must have read everything. */
  append(length: number, put: (target: Uint8Array, offset: number) => void): void {
    const epoch = this.#seen;
    const at = this.#position;
    put(this.#segment(epoch).bytes, at);
    this.#position = at + length;
    Atomics.store(this.words, END_WORDS + (epoch & EPOCH_MASK), this.#position);
    this.#note();
  }

  /** Tells whether every other process has read everything. */
  isReadByAll(): boolean {
    for (let slot = 1; slot <= MAX_SHARING_PROCESSES; slot++) {
      if (slot === this.#slot || (this.#word(STATE_WORDS + slot) & STATE_MASK) !== PROCESS_LIVE) continue;
      if (this.#word(SEEN_WORDS + slot) !== this.#seen) return false;
      if (this.#word(POSITION_WORDS + slot) !== this.#position) return false;
    }
    return true;
  }

  /**
   * Goes over to the other segment, in one step.
   *
   * @param checkpoint a frame from which a process that lags behind goes on, or null when none does
   * @param forAll the checkpoint holds more than the log did, so that everybody must read it
   */
  switch(checkpoint: { length: number; put(target: Uint8Array, offset: number): void } | null, forAll: boolean): void {
    // Odd, for the other segment; more than one, so that nobody takes itself for up to date.
    const epoch = this.#seen + (forAll ? 3 : 1);
    const start = checkpoint?.length ?? 0;
    checkpoint?.put(this.#segment(epoch).bytes, 0);
    Atomics.store(this.words, START_WORDS + (epoch & EPOCH_MASK), start);
    Atomics.store(this.words, END_WORDS + (epoch & EPOCH_MASK), start);
    Atomics.store(this.words, EPOCH_WORD, epoch);
    this.#seen = epoch;
    this.#position = start;
    this.#note();
  }

  /** Lets the process of a slot begin where this one stands. */
  placeAt(slot: number): void {
    this.words[SEEN_WORDS + slot] = this.#seen;
    this.words[POSITION_WORDS + slot] = this.#position;
  }

  #note(): void {
    this.placeAt(this.#slot);
  }

  #end(): number {
    return this.#word(END_WORDS + (Atomics.load(this.words, EPOCH_WORD) & EPOCH_MASK));
  }

  #word(index: number): number {
    return Atomics.load(this.words, index);
  }

  #segment(epoch: number): JournalReader {
    return this.#segments[(epoch & 1) as 0 | 1];
  }
}
