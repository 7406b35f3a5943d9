import { archiveError } from './archive-error.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { type ArchiveEntryType, ArchiveNames } from './archive-names.ts';
import { normalizeArchivePath, show } from './archive-path.ts';
import { readPaxRecords, type TarOverrides } from './pax-records.ts';
import { decodeTarText, readTarHeader, TAR_BLOCK_BYTES, type TarHeader } from './tar-header.ts';

/** Extended headers hold names; a longer one is no name. */
const MAX_EXTENSION_BYTES = 65_536;

/** An entry as an archive describes it. */
export interface ArchiveEntry {
  /** Normalised; see {@link normalizeArchivePath}. */
  readonly path: string;
  readonly type: ArchiveEntryType;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Seconds since the epoch; absent where the archive knows no time zone. */
  readonly mtimeSec?: number;
}

/** Decides what becomes of an entry: its content goes to the returned function, or nowhere. */
export type EntryHandler = (entry: ArchiveEntry) => ((chunk: Uint8Array) => void) | null;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a character device',
  '4': 'a block device',
  '6': 'a FIFO',
  K: 'a link with a long target',
  S: 'a sparse file',
};

/**
 * Reads a tar stream (POSIX ustar and pax, with GNU long names and binary numbers) as it comes, in pieces of any size.
 * Only files and directories are accepted.
 */
export class TarReader {
  readonly names: ArchiveNames;
  readonly #limits: ArchiveLimits;
  readonly #onEntry: EntryHandler;
  readonly #block = new Uint8Array(TAR_BLOCK_BYTES);
  #blockFill = 0;
  /** Content bytes of the current entry that are still to come, then padding. */
  #content = 0;
  #padding = 0;
  #sink: ((chunk: Uint8Array) => void) | null = null;
  #onContentEnd: (() => void) | null = null;
  #overrides: TarOverrides = {};
  #hasOverrides = false;
  #total = 0;
  #zeroBlocks = 0;

  constructor(onEntry: EntryHandler, limits: ArchiveLimits) {
    this.#onEntry = onEntry;
    this.#limits = limits;
    this.names = new ArchiveNames(limits);
  }

  /** Reads the next piece. */
  push(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0) rest = rest.subarray(this.#take(rest));
  }

  /** Checks that the archive ended where it should: with two blocks of zeros, and nothing but zeros after them. */
  end(): void {
    if (this.#content > 0 || this.#padding > 0 || this.#blockFill > 0) throw archiveError('it is cut off');
    if (this.#zeroBlocks < 2)
      throw archiveError('it is cut off: the two blocks of zeros at the end of a tar are missing');
  }

  #take(bytes: Uint8Array): number {
    if (this.#content > 0) {
      const taken = Math.min(this.#content, bytes.length);
      this.#content -= taken;
      this.#sink?.(bytes.subarray(0, taken));
      if (this.#content === 0) this.#endContent();
      return taken;
    }
    if (this.#padding > 0) {
      const taken = Math.min(this.#padding, bytes.length);
      this.#padding -= taken;
      return taken;
    }
    const taken = Math.min(TAR_BLOCK_BYTES - this.#blockFill, bytes.length);
    this.#block.set(bytes.subarray(0, taken), this.#blockFill);
    this.#blockFill += taken;
    if (this.#blockFill === TAR_BLOCK_BYTES) {
      this.#blockFill = 0;
      this.#readBlock();
    }
    return taken;
  }

  #readBlock(): void {
    if (this.#zeroBlocks >= 2) {
      if (this.#block.some((byte) => byte !== 0)) throw archiveError('something follows the end of the tar');
      return;
    }
    const header = readTarHeader(this.#block);
    if (header === null) {
      if (this.#hasOverrides) throw archiveError('an extended tar header in it belongs to no entry');
      this.#zeroBlocks++;
      return;
    }
    if (this.#zeroBlocks > 0) throw archiveError('something follows the end of the tar');
    switch (header.typeflag) {
      case 'x':
      case 'g':
      case 'L':
        this.#readExtension(header);
        break;
      default:
        this.#readEntry(header);
    }
  }

  #readExtension({ typeflag, size }: TarHeader): void {
    this.names.count();
    if (size > MAX_EXTENSION_BYTES)
      throw archiveError(`an extended tar header in it is over ${MAX_EXTENSION_BYTES} bytes`);
    const bytes = new Uint8Array(size);
    let fill = 0;
    const sink = (chunk: Uint8Array): void => {
      bytes.set(chunk, fill);
      fill += chunk.length;
    };
    this.#beginContent(size, sink, () => {
      const found = typeflag === 'L' ? { path: decodeTarText(trimNul(bytes)) } : readPaxRecords(bytes);
      if (typeflag !== 'g') {
        this.#overrides = { ...this.#overrides, ...found };
        this.#hasOverrides = true;
      } else if (found.path !== undefined || found.size !== undefined) {
        throw archiveError('a global tar header in it sets a path or a size');
      }
    });
  }

  #readEntry(header: TarHeader): void {
    const { path: rawPath = header.name, size = header.size, mtimeSec = header.mtimeSec } = this.#overrides;
    this.#overrides = {};
    this.#hasOverrides = false;
    const { typeflag } = header;
    if (typeflag !== '0' && typeflag !== '5' && typeflag !== '7') {
      const kind = TYPE_NAMES[typeflag] ?? `of the unknown type ${show(typeflag)}`;
      throw archiveError(`the entry ${show(rawPath)} is ${kind}; files and directories are accepted`);
    }
    // Before ustar a directory was a file whose name ends in a slash.
    const type = typeflag === '5' || rawPath.endsWith('/') ? 'directory' : 'file';
    if (type === 'directory' && size > 0) throw archiveError(`the directory ${show(rawPath)} has content`);
    this.#total += size;
    if (this.#total > this.#limits.maxUnpackedBytes) {
      throw archiveError(`its entries have more than ${this.#limits.maxUnpackedBytes} bytes`);
    }
    const path = normalizeArchivePath(rawPath);
    if (path === '') {
      if (type === 'file') throw archiveError('a file in it has no name');
      this.names.count();
      return;
    }
    this.names.add(path, type);
    this.#beginContent(size, this.#onEntry({ path, type, size, mode: header.mode & 0o7777, mtimeSec }), null);
  }

  #beginContent(size: number, sink: ((chunk: Uint8Array) => void) | null, onEnd: (() => void) | null): void {
    this.#content = size;
    this.#padding = (TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
    this.#sink = sink;
    this.#onContentEnd = onEnd;
    if (size === 0) this.#endContent();
  }

  #endContent(): void {
    const onEnd = this.#onContentEnd;
    this.#sink = null;
    this.#onContentEnd = null;
    onEnd?.();
  }
}

function trimNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}
