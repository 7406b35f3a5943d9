const TABLE = makeTable();

/** CRC-32 as RFC 1952, section 8 gives it, of what `previous` covers and `chunk`. */
export function crc32(chunk: Uint8Array, previous: number): number {
  let crc = ~previous;
  for (const byte of chunk) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function makeTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320;
    return value;
  });
}
