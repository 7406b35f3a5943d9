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
import type { InputChannel } from './guest-io.ts';

const INDEX_MASK = INPUT_BYTES - 1;

/**
 * The worker's side of the input ring. The host is asked for input only when the guest looks for some and finds none, so
 * a guest that never reads takes nothing from the caller's stream.
 */
export class InputReader implements InputChannel {
  readonly #control: Int32Array<SharedArrayBuffer>;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;
  readonly #ask: () => void;

  /** @param ask sends the host a message; called once for each time input is wanted */
  constructor(buffer: SharedArrayBuffer, ask: () => void) {
    this.#control = controlWords(buffer);
    this.#bytes = new Uint8Array(buffer, INPUT_OFFSET, INPUT_BYTES);
    this.#ask = ask;
  }

  available(): number {
    // The end is looked at first: what the host put before it ended is then seen for sure.
    const ended = Atomics.load(this.#control, INPUT_ENDED_WORD) === 1;
    const count = (Atomics.load(this.#control, INPUT_HEAD_WORD) - Atomics.load(this.#control, INPUT_TAIL_WORD)) >>> 0;
    if (count > 0) return count;
    if (ended || Atomics.load(this.#control, INPUT_PAUSE_WORD) === 1) return -1;
    if (Atomics.compareExchange(this.#control, INPUT_WANTED_WORD, 0, 1) === 0) this.#ask();
    return 0;
  }

  read(target: Uint8Array, offset: number, length: number): number {
    const count = this.available();
    if (count === 0) return -1;
    if (count < 0) {
      // On a terminal input may go on after its end was seen.
      Atomics.store(this.#control, INPUT_PAUSE_WORD, 0);
      return 0;
    }
    const take = Math.min(count, length);
    const tail = Atomics.load(this.#control, INPUT_TAIL_WORD);
    const start = tail & INDEX_MASK;
    const first = Math.min(take, INPUT_BYTES - start);
    target.set(this.#bytes.subarray(start, start + first), offset);
    if (first < take) target.set(this.#bytes.subarray(0, take - first), offset + first);
    Atomics.store(this.#control, INPUT_TAIL_WORD, (tail + take) | 0);
    return take;
  }
}
