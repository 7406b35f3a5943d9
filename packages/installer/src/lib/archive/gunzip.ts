import { crc32, inflateRaw } from '#platform';
import { archiveError, toArchiveError } from './archive-error.ts';
import { type ArchiveLimits, checkUnpackedBytes } from './archive-limits.ts';

/** RFC 1952, section 2.3.1: the bits of FLG. */
const FHCRC = 0x02;
const FEXTRA = 0x04;
const FNAME = 0x08;
const FCOMMENT = 0x10;
const RESERVED_FLAGS = 0xe0;
/** RFC 1952, section 2.3: CRC32 and ISIZE. */
const TRAILER_BYTES = 8;

/**
 * Unpacks one gzip member (RFC 1952). What follows it is refused, also a second member: browsers refuse what Node.js
 * would unpack, and an artifact must be the same everywhere.
 *
 * @param sink receives the unpacked bytes in order; what it throws ends the work
 * @throws ExecutionError `ARCHIVE`
 */
export async function gunzip(
  source: Uint8Array<ArrayBuffer>,
  sink: (chunk: Uint8Array) => void,
  limits: ArchiveLimits,
  signal: AbortSignal,
): Promise<void> {
  const start = readHeader(source);
  const body = source.subarray(start, source.length - TRAILER_BYTES);
  let unpacked = 0;
  let crc = 0;
  const consumed = await inflateRaw(
    body,
    (chunk) => {
      unpacked += chunk.length;
      checkUnpackedBytes(unpacked, source.length, limits);
      crc = crc32(chunk, crc);
      sink(chunk);
    },
    signal,
  ).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw toArchiveError(error, 'its compressed data is damaged, cut off, or followed by something else');
  });
  if (consumed !== body.length)
    throw archiveError('something follows the end of its gzip member; one member is accepted');
  const trailer = new DataView(source.buffer, source.byteOffset + source.length - TRAILER_BYTES, TRAILER_BYTES);
  if (trailer.getUint32(0, true) !== crc >>> 0 || trailer.getUint32(4, true) !== unpacked >>> 0) {
    throw archiveError('the checksum or length at its end is not that of its content');
  }
}

/** The offset of the compressed data. */
function readHeader(source: Uint8Array): number {
  const flags = source[3] ?? 0;
  if (source[0] !== 0x1f || source[1] !== 0x8b) throw archiveError('it does not begin like gzip');
  if (source[2] !== 8 || (flags & RESERVED_FLAGS) !== 0) throw archiveError('it is gzip of an unknown kind');
  let offset = 10;
  if ((flags & FEXTRA) !== 0) offset += 2 + (source[offset] ?? 0) + (source[offset + 1] ?? 0) * 256;
  if ((flags & FNAME) !== 0) offset = skipText(source, offset);
  if ((flags & FCOMMENT) !== 0) offset = skipText(source, offset);
  if ((flags & FHCRC) !== 0) offset += 2;
  if (offset + TRAILER_BYTES > source.length) throw archiveError('it is cut off in its gzip header');
  return offset;
}

function skipText(source: Uint8Array, offset: number): number {
  const end = source.indexOf(0, offset);
  return end === -1 ? source.length : end + 1;
}
