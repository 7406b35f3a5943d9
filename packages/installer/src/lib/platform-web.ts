import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Platform } from './platform.ts';

export { crc32 } from './crc32-table.ts';

/** Bytes fed to the decompressor at once. */
const PIECE_BYTES = 65_536;

/** A plain buffer: not every browser compiles modules out of resizable ones. */
export const allocateBytes: Platform['allocateBytes'] = (length) => new Uint8Array(length);

/** Browsers keep their own house. */
export const afterChunk: Platform['afterChunk'] = () => {};

/** SHA-256 in JavaScript: Web Crypto has no digest over pieces. */
export const createSha256: Platform['createSha256'] = () => {
  const hash = sha256.create();
  return {
    update: (chunk) => {
      hash.update(chunk);
    },
    hex: () => bytesToHex(hash.digest()),
  };
};

/** Raw inflate by the platform's DecompressionStream, which rejects what follows the stream. */
export const inflateRaw: Platform['inflateRaw'] = async (source, sink, signal) => {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const feed = async (): Promise<void> => {
    for (let at = 0; at < source.length; at += PIECE_BYTES) await writer.write(source.subarray(at, at + PIECE_BYTES));
    await writer.close();
  };
  const fed = feed();
  // A broken stream rejects both sides; the reader's error is the one that is told.
  fed.catch(() => {});
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      sink(value);
    }
    await fed;
  } catch (error) {
    reader.cancel(error).catch(() => {});
    throw error;
  }
  return source.length;
};
