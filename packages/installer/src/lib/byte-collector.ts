import { allocateBytes } from '#platform';

/** Bytes of a piece while the length is unknown. */
const PIECE_BYTES = 1_048_576;

/**
 * Gathers bytes that come in pieces of any size. When the length is known beforehand they are written where they stay,
 * so that they are held once.
 */
export class ByteCollector {
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #current: Uint8Array<ArrayBuffer>;
  #fill = 0;
  #length = 0;

  /** @param expected bytes, as far as they are known */
  constructor(expected: number | null) {
    this.#current = allocateBytes(expected ?? 0);
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#fill === this.#current.length) this.#grow();
      const part = rest.subarray(0, this.#current.length - this.#fill);
      this.#current.set(part, this.#fill);
      this.#fill += part.length;
      this.#length += part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** The bytes, in a buffer of exactly their length. The collector is empty afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    const pieces = [...this.#pieces, this.#current.subarray(0, this.#fill)];
    const [only] = pieces;
    this.#pieces = [];
    this.#current = new Uint8Array(0);
    if (pieces.length === 1 && only !== undefined && only.length === only.buffer.byteLength) return only;
    const whole = allocateBytes(this.#length);
    let offset = 0;
    for (const piece of pieces) {
      whole.set(piece, offset);
      offset += piece.length;
    }
    return whole;
  }

  #grow(): void {
    if (this.#fill > 0) this.#pieces.push(this.#current);
    this.#current = new Uint8Array(PIECE_BYTES);
    this.#fill = 0;
  }
}
