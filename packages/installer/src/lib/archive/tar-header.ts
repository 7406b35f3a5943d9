import { archiveError } from './archive-error.ts';

/** POSIX pax, "ustar Interchange Format": a header, and the unit that content is padded to. */
export const TAR_BLOCK_BYTES = 512;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The fields of a tar header that matter here. */
export interface TarHeader {
  readonly name: string;
  /** The typeflag as a character; NUL is given as `0`. */
  readonly typeflag: string;
  readonly size: number;
  readonly mode: number;
  readonly mtimeSec: number;
}

/** Reads a header block, or null for a block of zeros. */
export function readTarHeader(block: Uint8Array): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  checkChecksum(block);
  const typeflag = String.fromCharCode(block[156] || 0x30);
  // "ustar\0" is POSIX; GNU writes "ustar " and uses the prefix field for other things.
  const isPosix = readBytes(block, 257, 6) === 'ustar\0';
  const prefix = isPosix ? readText(block, 345, 155) : '';
  const name = readText(block, 0, 100);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    typeflag,
    size: readNumber(block, 124, 12, 'size'),
    mode: readNumber(block, 100, 8, 'mode'),
    mtimeSec: readNumber(block, 136, 12, 'time'),
  };
}

/** Text in UTF-8. */
export function decodeTarText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw archiveError('a name in it is not UTF-8', cause);
  }
}

function checkChecksum(block: Uint8Array): void {
  let sum = 0;
  // The checksum counts its own field as eight spaces.
  for (let i = 0; i < TAR_BLOCK_BYTES; i++) sum += i >= 148 && i < 156 ? 0x20 : (block[i] ?? 0);
  if (sum !== readNumber(block, 148, 8, 'checksum')) throw archiveError('a tar header in it has a wrong checksum');
}

function readText(block: Uint8Array, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return decodeTarText(end === -1 ? field : field.subarray(0, end));
}

function readBytes(block: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...block.subarray(offset, offset + length));
}

function readNumber(block: Uint8Array, offset: number, length: number, what: string): number {
  const first = block[offset] ?? 0;
  if ((first & 0x80) !== 0) return readBinaryNumber(block, offset, length, what);
  const text = readBytes(block, offset, length)
    .replace(/^ +/, '')
    .replace(/[\0 ].*$/s, '');
  if (text === '') return 0;
  if (!/^[0-7]+$/.test(text)) throw archiveError(`a tar header in it has no number as ${what}`);
  return Number.parseInt(text, 8);
}

/** GNU's base-256 form: big-endian, two's complement; a negative number is only a time before 1970. */
function readBinaryNumber(block: Uint8Array, offset: number, length: number, what: string): number {
  const isNegative = block[offset] === 0xff;
  if (isNegative && what === 'time') return 0;
  let value = (block[offset] ?? 0) & 0x7f;
  for (let i = 1; i < length; i++) value = value * 256 + (block[offset + i] ?? 0);
  if (isNegative || !Number.isSafeInteger(value)) throw archiveError(`a tar header in it has an impossible ${what}`);
  return value;
}
