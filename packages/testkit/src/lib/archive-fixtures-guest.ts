import { concatBytes } from './archive-fixtures-tar.ts';

/** A module with `_start` and `memory`, both of which do nothing. */
const SMALLEST = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // One type () -> (), one function of it, one memory of one page.
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00, 0x03, 0x02, 0x01, 0x00, 0x05, 0x03, 0x01, 0x00, 0x01],
  // Exports: "memory" is memory 0, "_start" is function 0.
  ...[0x07, 0x13, 0x02, 0x06, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02, 0x00],
  ...[0x06, 0x5f, 0x73, 0x74, 0x61, 0x72, 0x74, 0x00, 0x00],
  // The function's body is empty.
  ...[0x0a, 0x04, 0x01, 0x02, 0x00, 0x0b],
);

/**
 * A valid guest that does nothing, with `padding` bytes that depend on `seed` in a custom section. They compress to about
 * half, like code.
 */
export function paddedGuest(padding: number, seed = 1): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(padding);
  let state = seed >>> 0 || 1;
  for (let i = 0; i < padding; i++) {
    // xorshift32 (Marsaglia 2003).
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    content[i] = state & 0x0f;
  }
  // Section 0: its length, then a name of one byte, then the content (WebAssembly core specification 5.5.3).
  return concatBytes([SMALLEST, Uint8Array.of(0x00, ...leb128(padding + 2), 0x01, 0x70), content]);
}

function leb128(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}
