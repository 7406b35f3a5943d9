import {
  controlWords,
  FRAME_HEADER_BYTES,
  FRAME_LENGTH_MASK,
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
import { ringDoorbell } from './doorbell.ts';

const INDEX_MASK = OUTPUT_BYTES - 1;

/** One stretch of bytes of one stream. */
export interface OutputPiece {
  readonly stream: 'stdout' | 'stderr';
  /** A copy outside shared memory. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** The host's side of the output ring. Never blocks. What the worker wrote is checked, not trusted. */
export class OutputReader {
  readonly #control: Int32Array<SharedArrayBuffer>;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;
  readonly #headers: Int32Array<SharedArrayBuffer>;

  constructor(buffer: SharedArrayBuffer) {
    this.#control = controlWords(buffer);
    this.#bytes = new Uint8Array(buffer, OUTPUT_OFFSET, OUTPUT_BYTES);
    this.#headers = new Int32Array(buffer, OUTPUT_OFFSET, OUTPUT_BYTES / 4);
  }

  /** Bytes in the ring, frames and padding included. */
  pending(): number {
    return (Atomics.load(this.#control, OUTPUT_HEAD_WORD) - Atomics.load(this.#control, OUTPUT_TAIL_WORD)) >>> 0;
  }

  /**
   * Takes the frames at the front that belong to one stream, as one piece; null when the ring is empty. Lets a blocked
   * guest go on.
   *
   * @throws RangeError when the ring does not hold well-formed frames
   */
  take(): OutputPiece | null {
    const tail = Atomics.load(this.#control, OUTPUT_TAIL_WORD);
    const pending = this.pending();
    if (pending === 0) return null;
    if (pending > OUTPUT_BYTES) throw new RangeError('Cannot read output: the ring holds more than its size');
    const stream = this.#header(tail) >>> FRAME_STREAM_SHIFT;
    if (stream !== 1 && stream !== 2) throw new RangeError('Cannot read output: a frame names no stream');
    let taken = 0;
    let size = 0;
    while (taken < pending) {
      const header = this.#header(tail + taken);
      if (header >>> FRAME_STREAM_SHIFT !== stream) break;
      const length = header & FRAME_LENGTH_MASK;
      if (taken + frameBytes(length) > pending) throw new RangeError('Cannot read output: a frame is cut short');
      taken += frameBytes(length);
      size += length;
    }
    const data = this.#gather(tail, size);
    Atomics.store(this.#control, OUTPUT_TAIL_WORD, (tail + taken) | 0);
    if (Atomics.exchange(this.#control, OUTPUT_BLOCKED_WORD, 0) === 1) ringDoorbell(this.#control);
    return { stream: stream === 1 ? 'stdout' : 'stderr', data };
  }

  /** Asks the writer for a message. False when the ring holds something already and the caller must go on itself. */
  arm(): boolean {
    Atomics.store(this.#control, OUTPUT_ARMED_WORD, 1);
    if (this.pending() === 0) return true;
    // When the writer was quicker the message is under way, and it is as good as an empty ring.
    return Atomics.compareExchange(this.#control, OUTPUT_ARMED_WORD, 1, 0) !== 1;
  }

  /** Nobody reads any more: writes answer EPIPE, and a blocked guest goes on. */
  close(): void {
    Atomics.store(this.#control, OUTPUT_CLOSED_WORD, 1);
    ringDoorbell(this.#control);
  }

  #header(position: number): number {
    return this.#headers[(position & INDEX_MASK) >>> 2] ?? 0;
  }

  /** Copies the payloads of the frames from `position` on, `size` bytes in all. */
  #gather(position: number, size: number): Uint8Array<ArrayBuffer> {
    const bytes = this.#bytes;
    const data = new Uint8Array(size);
    let at = position;
    let filled = 0;
    while (filled < size) {
      // A worker that rewrites a header behind our back must not make us write past the end.
      const length = Math.min(this.#header(at) & FRAME_LENGTH_MASK, size - filled);
      const start = (at + FRAME_HEADER_BYTES) & INDEX_MASK;
      if (length === 1) {
        data[filled] = bytes[start] ?? 0;
      } else {
        const first = Math.min(length, OUTPUT_BYTES - start);
        data.set(bytes.subarray(start, start + first), filled);
        if (first < length) data.set(bytes.subarray(0, length - first), filled + first);
      }
      filled += length;
      at = (at + frameBytes(length)) | 0;
    }
    return data;
  }
}
