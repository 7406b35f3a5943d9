import {
  controlWords,
  INPUT_BYTES,
  INPUT_ENDED_WORD,
  INPUT_HEAD_WORD,
  INPUT_OFFSET,
  INPUT_PAUSE_WORD,
  INPUT_TAIL_WORD,
  INPUT_WANTED_WORD,
} from './channel-layout.ts';
import { ringDoorbell } from './doorbell.ts';

const INDEX_MASK = INPUT_BYTES - 1;

/** The host's side of the input ring. Never blocks. */
export class InputWriter {
  readonly #control: Int32Array<SharedArrayBuffer>;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;

  constructor(buffer: SharedArrayBuffer) {
    this.#control = controlWords(buffer);
    this.#bytes = new Uint8Array(buffer, INPUT_OFFSET, INPUT_BYTES);
  }

  /** Puts as many bytes as fit and rings. Returns how many. */
  put(source: Uint8Array, offset: number): number {
    const head = Atomics.load(this.#control, INPUT_HEAD_WORD);
    const used = (head - Atomics.load(this.#control, INPUT_TAIL_WORD)) >>> 0;
    const count = Math.min(source.byteLength - offset, INPUT_BYTES - Math.min(used, INPUT_BYTES));
    if (count === 0) return 0;
    const start = head & INDEX_MASK;
    const first = Math.min(count, INPUT_BYTES - start);
    this.#bytes.set(source.subarray(offset, offset + first), start);
    if (first < count) this.#bytes.set(source.subarray(offset + first, offset + count), 0);
    // Cleared before the bytes can be seen: a guest that has taken them all may ask anew at once.
    Atomics.store(this.#control, INPUT_WANTED_WORD, 0);
    Atomics.store(this.#control, INPUT_HEAD_WORD, (head + count) | 0);
    ringDoorbell(this.#control);
    return count;
  }

  /**
   * Answers a message that asked for input: true when the ring is empty and input must be fetched. A message that
   * crossed with a {@link InputWriter.put} answers false; the guest asks again when it has taken those bytes.
   */
  isWanted(): boolean {
    Atomics.store(this.#control, INPUT_WANTED_WORD, 0);
    return this.isEmpty;
  }

  /** The guest has taken everything that was put. */
  get isEmpty(): boolean {
    return Atomics.load(this.#control, INPUT_HEAD_WORD) === Atomics.load(this.#control, INPUT_TAIL_WORD);
  }

  /** An end of file was put and not seen yet. */
  get isAtEnd(): boolean {
    return Atomics.load(this.#control, INPUT_PAUSE_WORD) === 1;
  }

  /** End of file for one read, after what was put. */
  endOnce(): void {
    Atomics.store(this.#control, INPUT_WANTED_WORD, 0);
    Atomics.store(this.#control, INPUT_PAUSE_WORD, 1);
    ringDoorbell(this.#control);
  }

  /** End of file, after what was put. */
  end(): void {
    Atomics.store(this.#control, INPUT_ENDED_WORD, 1);
    ringDoorbell(this.#control);
  }
}
