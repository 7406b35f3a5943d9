import { crc32, inflateRaw } from '#platform';
import { archiveError, toArchiveError } from './archive-error.ts';
import { show } from './archive-path.ts';
import type { ZipEntry } from './zip-directory.ts';

/** Bytes handed on at once of content that is stored as it is. */
const PIECE_BYTES = 1_048_576;

/**
 * Unpacks the content of one entry.
 *
 * @param sink receives the content in order; what it throws ends the work
 * @throws ExecutionError `ARCHIVE`
 */
export async function unzipEntry(
  entry: ZipEntry,
  sink: (chunk: Uint8Array) => void,
  signal: AbortSignal,
): Promise<void> {
  let unpacked = 0;
  let crc = 0;
  const take = (chunk: Uint8Array): void => {
    unpacked += chunk.length;
    if (unpacked > entry.size)
      throw archiveError(`the entry ${show(entry.path)} is longer than its zip directory says`);
    crc = crc32(chunk, crc);
    sink(chunk);
  };
  if (entry.isDeflated) {
    const consumed = await inflateRaw(entry.packed, take, signal).catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw toArchiveError(error, `the compressed data of ${show(entry.path)} is damaged or cut off`);
    });
    if (consumed !== entry.packed.length) throw archiveError(`something follows the content of ${show(entry.path)}`);
  } else {
    for (let at = 0; at < entry.packed.length; at += PIECE_BYTES) take(entry.packed.subarray(at, at + PIECE_BYTES));
  }
  if (unpacked !== entry.size || crc >>> 0 !== entry.crc) {
    throw archiveError(`the checksum or length of ${show(entry.path)} is not that of its content`);
  }
}
