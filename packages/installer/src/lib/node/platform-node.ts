import { createHash } from 'node:crypto';
import zlib, { createInflateRaw } from 'node:zlib';
import { crc32 as crc32ByTable } from '../crc32-table.ts';
import type { Platform } from '../platform.ts';

/** Bytes handed on at once. */
const PIECE_BYTES = 262_144;

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
