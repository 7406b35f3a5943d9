import { crc32, deflateRawSync } from 'node:zlib';
import { concatBytes } from './archive-fixtures-tar.ts';

const encoder = new TextEncoder();

/** One entry of a zip as a test wants it; nothing is checked. */
export interface ZipFixtureEntry {
  readonly name: string;
  readonly data?: Uint8Array | string;
  /** Default true. */
  readonly isDeflated?: boolean;
  /** The whole Unix mode with the type, such as `0o120777` for a symlink. Default: a plain file's. */
  readonly unixMode?: number;
  /** The name in the local header, when it is another one. */
  readonly localName?: string;
  readonly declaredSize?: number;
  readonly declaredCrc?: number;
  readonly flags?: number;
  readonly method?: number;
  /** Bytes between the content and the next header. */
  readonly gap?: Uint8Array;
  /** Has the sizes in a descriptor after the content. */
  readonly hasDescriptor?: boolean;
  /** Lets the directory point to this offset instead. */
  readonly localOffset?: number;
}

/** What surrounds the entries. */
export interface ZipFixtureOptions {
  readonly comment?: string;
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
  /** The count that the end record claims. */
  readonly declaredCount?: number;
}

/** A zip of `entries`. */
export function makeZip(entries: readonly ZipFixtureEntry[], options: ZipFixtureOptions = {}): Uint8Array<ArrayBuffer> {
  const locals: Uint8Array[] = [options.before ?? new Uint8Array(0)];
  const central: Uint8Array[] = [];
  let offset = locals[0]?.length ?? 0;
  for (const entry of entries) {
    const { directory, local } = zipEntry(entry, offset);
    locals.push(local);
    central.push(directory);
    offset += local.length;
  }
  const directory = concatBytes(central);
  const comment = encoder.encode(options.comment ?? '');
  const end = record(22, (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, options.declaredCount ?? entries.length, true);
    view.setUint16(10, options.declaredCount ?? entries.length, true);
    view.setUint32(12, directory.length, true);
    view.setUint32(16, offset, true);
    view.setUint16(20, comment.length, true);
  });
  return concatBytes([...locals, directory, end, comment, options.after ?? new Uint8Array(0)]);
}

function zipEntry(entry: ZipFixtureEntry, offset: number): { directory: Uint8Array; local: Uint8Array } {
  const data = typeof entry.data === 'string' ? encoder.encode(entry.data) : (entry.data ?? new Uint8Array(0));
  const isDeflated = entry.isDeflated ?? true;
  const packed = isDeflated ? new Uint8Array(deflateRawSync(data)) : data;
  const method = entry.method ?? (isDeflated ? 8 : 0);
  const name = encoder.encode(entry.name);
  const localName = encoder.encode(entry.localName ?? entry.name);
  const size = entry.declaredSize ?? data.length;
  const crc = entry.declaredCrc ?? crc32(data);
  const flags = (entry.flags ?? 0x0800) | (entry.hasDescriptor === true ? 0x0008 : 0);
  const descriptor = record(entry.hasDescriptor === true ? 16 : 0, (view) => {
    view.setUint32(0, 0x08074b50, true);
    view.setUint32(4, crc, true);
    view.setUint32(8, packed.length, true);
    view.setUint32(12, size, true);
  });
  const local = record(30, (view) => {
    view.setUint32(0, 0x04034b50, true);
    view.setUint16(4, 20, true);
    view.setUint16(6, flags, true);
    view.setUint16(8, method, true);
    if (entry.hasDescriptor !== true) {
      view.setUint32(14, crc, true);
      view.setUint32(18, packed.length, true);
      view.setUint32(22, size, true);
    }
    view.setUint16(26, localName.length, true);
  });
  const directory = record(46, (view) => {
    view.setUint32(0, 0x02014b50, true);
    view.setUint16(4, 0x0314, true);
    view.setUint16(6, 20, true);
    view.setUint16(8, flags, true);
    view.setUint16(10, method, true);
    view.setUint32(16, crc, true);
    view.setUint32(20, packed.length, true);
    view.setUint32(24, size, true);
    view.setUint16(28, name.length, true);
    view.setUint16(40, entry.unixMode ?? (entry.name.endsWith('/') ? 0o040755 : 0o100644), true);
    view.setUint32(42, entry.localOffset ?? offset, true);
  });
  return {
    local: concatBytes([local, localName, packed, descriptor, entry.gap ?? new Uint8Array(0)]),
    directory: concatBytes([directory, name]),
  };
}

function record(length: number, fill: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  if (length > 0) fill(new DataView(bytes.buffer));
  return bytes;
}
