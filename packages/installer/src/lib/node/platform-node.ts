import { createHash } from 'node:crypto';
import zlib, { createInflateRaw } from 'node:zlib';
import { crc32 as crc32ByTable } from '../crc32-table.ts';
import type { Platform } from '../platform.ts';

/** Bytes handed on at once. */
const PIECE_BYTES = 262_144;

/** Bytes of dead chunks that are allowed to pile up. */
const CHUNK_GARBAGE_BYTES = 2_097_152;
/** What V8 lets buffers of its young generation hold before it collects that (2 * kMaxSemiSpaceSize in heap.cc). */
const YOUNG_BUFFER_BYTES = 33_554_432;

let chunkGarbage = 0;

/** A resizable buffer; every Node.js from 20 on compiles modules out of it. */
export const allocateBytes: Platform['allocateBytes'] = (length) => {
  // TypeScript's ES2023 does not know the option.
  const Resizable = ArrayBuffer as unknown as new (length: number, options: { maxByteLength: number }) => ArrayBuffer;
  return new Uint8Array(new Resizable(length, { maxByteLength: length }));
};

/**
 * V8 collects its young generation, dead chunks with it, only once their buffers add up to 32 MiB: as much as a guest. A
 * buffer of that length, whose pages nobody touches and which are therefore never there, makes the next allocation do so
 * early. Such a collection takes about a millisecond, whatever the size of the heap.
 */
export const afterChunk: Platform['afterChunk'] = (length) => {
  chunkGarbage += length;
  if (chunkGarbage < CHUNK_GARBAGE_BYTES) return;
  chunkGarbage = 0;
  new ArrayBuffer(YOUNG_BUFFER_BYTES);
  new ArrayBuffer(1);
};

/** SHA-256 by Node.js, some ten times faster than JavaScript. */
export const createSha256: Platform['createSha256'] = () => {
  const hash = createHash('sha256');
  return {
    update: (chunk) => {
      hash.update(chunk);
    },
    hex: () => hash.digest('hex'),
  };
};

/** Node.js has it since 20.15 and 22.2. */
export const crc32: Platform['crc32'] = (zlib as Partial<typeof zlib>).crc32 ?? crc32ByTable;

/** Raw inflate by Node.js, which tells how much of the source the stream covers. */
export const inflateRaw: Platform['inflateRaw'] = async (source, sink, signal) => {
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  inflate.end(source);
  try {
    for await (const chunk of inflate) {
      signal.throwIfAborted();
      sink(chunk as Uint8Array);
    }
  } finally {
    inflate.destroy();
  }
  return inflate.bytesWritten;
};
