import { archiveError } from './archive-error.ts';
import { decodeTarText } from './tar-header.ts';

/** What extended headers say about the next entry. */
export interface TarOverrides {
  readonly path?: string;
  readonly size?: number;
  readonly mtimeSec?: number;
}

/**
 * Reads the records of an extended header: `<length> <key>=<value>\n` (POSIX pax, "pax Extended Header").
 *
 * @throws ExecutionError `ARCHIVE` for malformed records and for sparse files, which have no plain content
 */
export function readPaxRecords(bytes: Uint8Array): TarOverrides {
  const found: { path?: string; size?: number; mtimeSec?: number } = {};
  for (let offset = 0; offset < bytes.length; ) {
    const space = bytes.indexOf(0x20, offset);
    const length = space === -1 ? Number.NaN : parseDecimal(decodeTarText(bytes.subarray(offset, space)));
    const end = offset + length;
    const separator = bytes.indexOf(0x3d, space);
    if (!(end <= bytes.length) || separator === -1 || separator >= end || bytes[end - 1] !== 0x0a) {
      throw archiveError('an extended tar header in it is malformed');
    }
    const key = decodeTarText(bytes.subarray(space + 1, separator));
    const value = bytes.subarray(separator + 1, end - 1);
    if (key === 'path') found.path = decodeTarText(value);
    else if (key === 'size') found.size = parseDecimal(decodeTarText(value));
    else if (key === 'mtime') found.mtimeSec = parseTime(decodeTarText(value));
    else if (key.startsWith('GNU.sparse.')) throw archiveError('a file in it is sparse; plain files are accepted');
    offset = end;
  }
  return found;
}

function parseDecimal(text: string): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw archiveError('an extended tar header in it has no number where one belongs');
  return value;
}

function parseTime(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : 0;
}
