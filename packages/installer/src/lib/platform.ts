/** SHA-256 over pieces. */
export interface Sha256 {
  update(chunk: Uint8Array): void;
  /** 64 lower-case hexadecimal digits; the end of this hash. */
  hex(): string;
}

/**
 * What differs between Node.js and browsers in speed only. The package's `imports` map picks the implementation, so
 * that no browser bundle holds a Node.js built-in.
 */
export interface Platform {
  /**
   * Zeros for an artifact. Where it is safe the buffer is resizable, so that a Session that takes it over can give it
   * back piece by piece.
   */
  allocateBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Called after each `length` bytes that came in chunks which are garbage by then. */
  afterChunk(length: number): void;
  createSha256(): Sha256;
  /** CRC-32 (RFC 1952, section 8) of what `previous` covers and `chunk`. */
  crc32(chunk: Uint8Array, previous: number): number;
  /**
   * Unpacks one raw deflate stream (RFC 1951).
   *
   * @param sink receives the bytes in order; it keeps none of the chunks; what it throws ends the work
   * @returns the bytes of `source` that the stream covers, where the platform tells; it may reject instead when
   * something follows the stream
   */
  inflateRaw(source: Uint8Array<ArrayBuffer>, sink: (chunk: Uint8Array) => void, signal: AbortSignal): Promise<number>;
}
