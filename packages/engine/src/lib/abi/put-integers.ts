const WORD = 0x1_0000_0000;
const NANOSECONDS = 1e9;

/** Writes an integer from 0 to 2^53 - 1 as 64 bits, without a BigInt. */
export function putUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value >>> 0, true);
  view.setUint32(at + 4, Math.floor(value / WORD), true);
}

/** Reads 64 bits; beyond 2^53 the result is rounded. */
export function getUint64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * WORD + view.getUint32(at, true);
}

/** Writes a `timestamp`: nanoseconds since the epoch as 64 bits, exact, without a BigInt. */
export function putTimestamp(view: DataView, at: number, sec: number, nsec: number): void {
  // sec = high * 65536 + low, so that both products stay below 2^53.
  const high = Math.floor(sec / 65_536) * NANOSECONDS;
  const low = (sec % 65_536) * NANOSECONDS + nsec;
  const sum = (high % 65_536) * 65_536 + (low % WORD);
  view.setUint32(at, sum >>> 0, true);
  view.setUint32(at + 4, Math.floor(high / 65_536) + Math.floor(low / WORD) + Math.floor(sum / WORD), true);
}
