import {
  controlWords,
  DOORBELL_WORD,
  FRAME_HEADER_BYTES,
  FRAME_MAX_PAYLOAD,
  FRAME_MIN_CUT,
  FRAME_STREAM_SHIFT,
  frameBytes,
  OUTPUT_ARMED_WORD,
  OUTPUT_BLOCKED_WORD,
  OUTPUT_BYTES,
  OUTPUT_CLOSED_WORD,
  OUTPUT_HEAD_WORD,
  OUTPUT_OFFSET,
  OUTPUT_TAIL_WORD,
} from './channel-layout.ts';
import type { OutputChannel } from './guest-io.ts';

const INDEX_MASK = OUTPUT_BYTES - 1;
/** Below this a loop is quicker than making a view of the source. */
const SHORT_COPY_BYTES = 32;

/**
 * The worker's side of the output ring. stdout and stderr share it, so their order is kept. Every write is visible to the
 * host at once, and nothing is held back here: there is nothing to flush before the guest computes or sleeps.
 *
 * One instance serves one run. Where several processes write, each holds a lock while it does, and resumes first.
 */
export class OutputWriter implements OutputChannel {
  readonly #control: Int32Array<SharedArrayBuffer>;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;
  readonly #headers: Int32Array<SharedArrayBuffer>;
  readonly #wake: () => void;
  #head: number;
  /** The reader's position as far as it was needed: it only grows, so a stale one is safe. */
  #tail: number;

  /** @param wake sends the host a message; called only when the host asked for one */
  constructor(buffer: SharedArrayBuffer, wake: () => void) {
    this.#control = controlWords(buffer);
    this.#bytes = new Uint8Array(buffer, OUTPUT_OFFSET, OUTPUT_BYTES);
    this.#headers = new Int32Array(buffer, OUTPUT_OFFSET, OUTPUT_BYTES / 4);
    this.#wake = wake;
    this.#head = Atomics.load(this.#control, OUTPUT_HEAD_WORD);
    this.#tail = Atomics.load(this.#control, OUTPUT_TAIL_WORD);
  }

  write(stream: 1 | 2, source: Uint8Array, offset: number, length: number): number {
    let done = 0;
    while (done < length) {
      const payload = this.#reserve(Math.min(length - done, FRAME_MAX_PAYLOAD));
      if (payload === 0) return done > 0 ? done : -1;
      const at = this.#head & INDEX_MASK;
      this.#headers[at >>> 2] = (stream << FRAME_STREAM_SHIFT) | payload;
      this.#copy((at + FRAME_HEADER_BYTES) & INDEX_MASK, source, offset + done, payload);
      this.#head = (this.#head + frameBytes(payload)) | 0;
      // Sequentially consistent: the host arms and then looks at the head, we move the head and then look whether it is
      // armed, so one of the two sees the other.
      Atomics.store(this.#control, OUTPUT_HEAD_WORD, this.#head);
      if (Atomics.load(this.#control, OUTPUT_ARMED_WORD) === 1) this.#notify();
      done += payload;
    }
    return length === 0 && this.#isClosed() ? -1 : done;
  }

  resume(): void {
    this.#head = Atomics.load(this.#control, OUTPUT_HEAD_WORD);
    this.#tail = Atomics.load(this.#control, OUTPUT_TAIL_WORD);
  }

  #notify(): void {
    if (Atomics.compareExchange(this.#control, OUTPUT_ARMED_WORD, 1, 0) === 1) this.#wake();
  }

  /** Waits for space. Returns how many of `wanted` bytes the next frame may hold; 0 when nobody reads any more. */
  #reserve(wanted: number): number {
    if (this.#isClosed()) return 0;
    const least = Math.min(wanted, FRAME_MIN_CUT);
    let space = this.#space();
    if (space < wanted) {
      this.#tail = Atomics.load(this.#control, OUTPUT_TAIL_WORD);
      space = this.#space();
      while (space < least) {
        if (!this.#waitForReader()) return 0;
        space = this.#space();
      }
    }
    return Math.min(wanted, space);
  }

  /** Bytes that a payload may have, as far as we know of the reader. */
  #space(): number {
    return OUTPUT_BYTES - ((this.#head - this.#tail) >>> 0) - FRAME_HEADER_BYTES;
  }

  /** Sleeps until the reader may have moved. False when nobody reads any more. */
  #waitForReader(): boolean {
    const seen = Atomics.load(this.#control, DOORBELL_WORD);
    Atomics.store(this.#control, OUTPUT_BLOCKED_WORD, 1);
    if (Atomics.load(this.#control, OUTPUT_TAIL_WORD) === this.#tail && !this.#isClosed()) {
      Atomics.wait(this.#control, DOORBELL_WORD, seen);
    }
    Atomics.store(this.#control, OUTPUT_BLOCKED_WORD, 0);
    this.#tail = Atomics.load(this.#control, OUTPUT_TAIL_WORD);
    return !this.#isClosed();
  }

  #isClosed(): boolean {
    return Atomics.load(this.#control, OUTPUT_CLOSED_WORD) === 1;
  }

  #copy(at: number, source: Uint8Array, offset: number, length: number): void {
    const bytes = this.#bytes;
    const first = Math.min(length, OUTPUT_BYTES - at);
    if (length <= SHORT_COPY_BYTES && first === length) {
      for (let i = 0; i < length; i++) bytes[at + i] = source[offset + i] ?? 0;
      return;
    }
    bytes.set(source.subarray(offset, offset + first), at);
    if (first < length) bytes.set(source.subarray(offset + first, offset + length), 0);
  }
}
