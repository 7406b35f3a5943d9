import { archiveError } from './archive-error.ts';
import { type ArchiveLimits, checkUnpackedBytes } from './archive-limits.ts';
import { type ArchiveEntryType, ArchiveNames } from './archive-names.ts';
import { normalizeArchivePath, show } from './archive-path.ts';

// APPNOTE.TXT 6.3.10, section 4.3: signatures and fixed lengths of the records.
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_BYTES = 46;
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
/** Section 4.4.4: bits of the general purpose flags. */
const FLAG_ENCRYPTED = 0x2041;
const FLAG_DESCRIPTOR = 0x0008;
const FLAG_UTF8 = 0x0800;
/** Section 4.3.9: a data descriptor without and with its signature. */
const DESCRIPTOR_BYTES: readonly number[] = [12, 16];
const UNIX_HOST = 3;
const S_IFMT = 0o170000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An entry of a zip archive, checked. */
export interface ZipEntry {
  /** Normalised. */
  readonly path: string;
  readonly type: ArchiveEntryType;
  /** Bytes of the content. */
  readonly size: number;
  readonly mode: number;
  readonly crc: number;
  readonly isDeflated: boolean;
  /** The packed content; a view of the archive. */
  readonly packed: Uint8Array<ArrayBuffer>;
}

interface Placed extends ZipEntry {
  readonly start: number;
  readonly end: number;
  readonly hasDescriptor: boolean;
}

/**
 * Reads the directory of a zip archive. The archive must be exactly its entries, its directory and its end record:
 * nothing before, between, overlapping or after them. Encryption, several disks and zip64 are refused.
 *
 * @throws ExecutionError `ARCHIVE`
 */
export function readZipDirectory(source: Uint8Array<ArrayBuffer>, limits: ArchiveLimits): ZipEntry[] {
  const view = new DataView(source.buffer, source.byteOffset, source.length);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const length = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || length === 0xffffffff || start === 0xffffffff) throw archiveError('it is a zip64 archive');
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count) {
    throw archiveError('it is a part of several');
  }
  if (start + length !== end) throw archiveError('its zip directory is not where its end record says');
  const names = new ArchiveNames(limits);
  const entries: Placed[] = [];
  let total = 0;
  let offset = start;
  for (let index = 0; index < count; index++) {
    const { entry, next } = readEntry(source, view, offset, start, names);
    offset = next;
    total += entry.size;
    checkUnpackedBytes(entry.size, entry.packed.length, limits);
    if (total > limits.maxUnpackedBytes)
      throw archiveError(`its entries have more than ${limits.maxUnpackedBytes} bytes`);
    entries.push(entry);
  }
  if (offset !== end) throw archiveError('something follows its zip directory');
  checkPlaces(entries, start);
  return entries.filter(({ path }) => path !== '');
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (
      view.getUint32(at, true) === END_SIGNATURE &&
      at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength
    ) {
      return at;
    }
  }
  throw archiveError('it does not end like a zip: it is cut off, or something follows its end');
}

function readEntry(
  source: Uint8Array<ArrayBuffer>,
  view: DataView,
  at: number,
  limit: number,
  names: ArchiveNames,
): { entry: Placed; next: number } {
  if (at + CENTRAL_BYTES > view.byteLength || view.getUint32(at, true) !== CENTRAL_SIGNATURE) {
    throw archiveError('its zip directory is damaged');
  }
  const host = view.getUint8(at + 5);
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const packedSize = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const nameLength = view.getUint16(at + 28, true);
  const next = at + CENTRAL_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  const start = view.getUint32(at + 42, true);
  if (next > view.byteLength) throw archiveError('its zip directory is damaged');
  const nameBytes = source.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
  const rawPath = decodeName(nameBytes, flags);
  if ((flags & FLAG_ENCRYPTED) !== 0) throw archiveError(`the entry ${show(rawPath)} is encrypted`);
  if (packedSize === 0xffffffff || size === 0xffffffff || start === 0xffffffff)
    throw archiveError('it is a zip64 archive');
  if (method !== 0 && method !== 8)
    throw archiveError(`the entry ${show(rawPath)} uses the method ${method}; 0 and 8 are accepted`);
  if (method === 0 && size !== packedSize) throw archiveError(`the entry ${show(rawPath)} has two sizes`);
  const unixMode = host === UNIX_HOST ? view.getUint16(at + 40, true) : 0;
  const type = entryType(rawPath, unixMode);
  if (type === 'directory' && size > 0) throw archiveError(`the directory ${show(rawPath)} has content`);
  const path = normalizeArchivePath(rawPath);
  if (path === '' && type === 'file') throw archiveError('a file in it has no name');
  if (path === '') names.count();
  else names.add(path, type);
  const content = contentStart(source, view, start, nameBytes, method, limit);
  const end = content + packedSize;
  if (end > limit) throw archiveError(`the entry ${show(rawPath)} reaches into the zip directory`);
  const entry: Placed = {
    path,
    type,
    size,
    mode: unixMode & 0o7777,
    crc: view.getUint32(at + 16, true),
    isDeflated: method === 8,
    packed: source.subarray(content, end),
    start,
    end,
    hasDescriptor: (flags & FLAG_DESCRIPTOR) !== 0,
  };
  return { entry, next };
}

/** Where the content begins, after a local header that must agree with the directory. */
function contentStart(
  source: Uint8Array,
  view: DataView,
  at: number,
  name: Uint8Array,
  method: number,
  limit: number,
): number {
  const damaged = 'a local header in it does not agree with its zip directory';
  if (at + LOCAL_BYTES > limit || view.getUint32(at, true) !== LOCAL_SIGNATURE) throw archiveError(damaged);
  const nameLength = view.getUint16(at + 26, true);
  const start = at + LOCAL_BYTES + nameLength + view.getUint16(at + 28, true);
  const localName = source.subarray(at + LOCAL_BYTES, at + LOCAL_BYTES + nameLength);
  const isSame = nameLength === name.length && localName.every((byte, index) => byte === name[index]);
  if (!isSame || view.getUint16(at + 8, true) !== method || start > limit) throw archiveError(damaged);
  return start;
}

function decodeName(bytes: Uint8Array, flags: number): string {
  // Without the flag a name is CP437, which readers guess differently: only what is the same in both is accepted.
  const isPlain = (flags & FLAG_UTF8) !== 0 || bytes.every((byte) => byte < 0x80);
  try {
    if (isPlain) return utf8.decode(bytes);
  } catch (cause) {
    throw archiveError('a name in it is not UTF-8', cause);
  }
  throw archiveError('a name in it is neither ASCII nor marked as UTF-8');
}

function entryType(path: string, unixMode: number): ArchiveEntryType {
  switch (unixMode & S_IFMT) {
    case 0:
      return path.endsWith('/') ? 'directory' : 'file';
    case 0o100000:
      if (path.endsWith('/')) throw archiveError(`the file ${show(path)} is named like a directory`);
      return 'file';
    case 0o040000:
      return 'directory';
    case 0o120000:
      throw archiveError(`the entry ${show(path)} is a symbolic link; files and directories are accepted`);
    default:
      throw archiveError(`the entry ${show(path)} is a device or the like; files and directories are accepted`);
  }
}

/** Entries that overlap are a bomb, and bytes between them are hidden content. */
function checkPlaces(entries: readonly Placed[], limit: number): void {
  const placed = [...entries].sort((a, b) => a.start - b.start);
  let free = 0;
  let hasDescriptor = false;
  for (const start of [...placed.map((entry) => entry.start), limit]) {
    const gap = start - free;
    if (gap < 0) throw archiveError('entries in it overlap');
    if (gap > 0 && !(hasDescriptor && DESCRIPTOR_BYTES.includes(gap)))
      throw archiveError('something lies between its entries');
    const entry = placed.shift();
    if (entry === undefined) break;
    free = entry.end;
    hasDescriptor = entry.hasDescriptor;
  }
}
