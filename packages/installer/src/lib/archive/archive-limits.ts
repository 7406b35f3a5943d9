import { archiveError } from './archive-error.ts';

/** Maxima for what an archive may unpack to. */
export interface ArchiveLimits {
  /** Entries of one archive. */
  readonly maxEntries: number;
  /** Bytes that one archive may unpack to, all entries together. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes for each packed byte. */
  readonly maxRatio: number;
}

/** Below this many unpacked bytes no ratio is judged: a small file of zeros is no bomb. */
export const RATIO_FLOOR_BYTES = 1_048_576;

/** Refuses `unpacked` bytes out of `packed` ones when a limit does not allow them. */
export function checkUnpackedBytes(unpacked: number, packed: number, limits: ArchiveLimits): void {
  if (unpacked > limits.maxUnpackedBytes) {
    throw archiveError(`it unpacks to more than ${limits.maxUnpackedBytes} bytes`);
  }
  if (unpacked > RATIO_FLOOR_BYTES && unpacked > packed * limits.maxRatio) {
    throw archiveError(`it unpacks to more than ${limits.maxRatio} times its size`);
  }
}
