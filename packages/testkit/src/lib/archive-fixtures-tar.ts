import { gzipSync } from 'node:zlib';

const BLOCK = 512;
const encoder = new TextEncoder();

/** One entry of a tar as a test wants it; nothing is checked. */
export interface TarFixtureEntry {
  readonly name: string;
  readonly data?: Uint8Array | string;
  /** Default `0`: a file. */
  readonly typeflag?: string;
  readonly linkname?: string;
  readonly mode?: number;
  readonly mtimeSec?: number;
  /** What the header says instead of the length of `data`. */
  readonly declaredSize?: number;
  /** Writes the size in GNU's base-256 form. */
  readonly isBinarySize?: boolean;
  readonly prefix?: string;
  readonly isBadChecksum?: boolean;
}

/** A tar of `entries` in ustar form, ended by two blocks of zeros. */
export function makeTar(entries: readonly TarFixtureEntry[]): Uint8Array<ArrayBuffer> {
  return concatBytes([...entries.map(tarEntry), new Uint8Array(2 * BLOCK)]);
}

/** The same, packed with gzip. */
export function makeTarGz(entries: readonly TarFixtureEntry[]): Uint8Array<ArrayBuffer> {
  return gzip(makeTar(entries));
}

/** One gzip member. */
export function gzip(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(bytes));
}

/** One entry: header, content, padding. */
export function tarEntry(entry: TarFixtureEntry): Uint8Array<ArrayBuffer> {
  const data = typeof entry.data === 'string' ? encoder.encode(entry.data) : (entry.data ?? new Uint8Array(0));
  const header = new Uint8Array(BLOCK);
  const put = (text: string, offset: number, length: number): void => {
    header.set(encoder.encode(text).subarray(0, length), offset);
  };
  const size = entry.declaredSize ?? data.length;
  put(entry.name, 0, 100);
  put(octal(entry.mode ?? 0o644, 8), 100, 8);
  put(octal(0, 8), 108, 8);
  put(octal(0, 8), 116, 8);
  if (entry.isBinarySize === true) putBinary(header, size);
  else put(octal(size, 12), 124, 12);
  put(octal(entry.mtimeSec ?? 0, 12), 136, 12);
  put(entry.typeflag ?? '0', 156, 1);
  put(entry.linkname ?? '', 157, 100);
  put('ustar\0' + '00', 257, 8);
  put(entry.prefix ?? '', 345, 155);
  put('        ', 148, 8);
  const sum = header.reduce((total, byte) => total + byte, entry.isBadChecksum === true ? 1 : 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return concatBytes([header, data, new Uint8Array((BLOCK - (data.length % BLOCK)) % BLOCK)]);
}

/** The content of a pax extended header. */
export function paxRecords(records: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  return concatBytes(Object.entries(records).map(([key, value]) => paxRecord(key, value)));
}

/** Joins pieces. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

function paxRecord(key: string, value: string): Uint8Array<ArrayBuffer> {
  const rest = encoder.encode(` ${key}=${value}\n`);
  // The length counts its own digits.
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return concatBytes([encoder.encode(String(length)), rest]);
}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

function putBinary(header: Uint8Array, size: number): void {
  let rest = size;
  for (let at = 135; at > 124; at--) {
    header[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  header[124] = 0x80;
}
