import { checkInteger, checkObject } from './check-object.ts';
import type { RunLimits } from './runtime-port.ts';

interface Range {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

const GIB = 1024 * 1024 * 1024;

/** Smallest, largest and default value of every limit. */
export const LIMIT_RANGES: Readonly<Record<keyof RunLimits, Range>> = Object.freeze({
  /** Bytes of file contents. Addresses of extents reach 64 GiB, and a run may hold old and new contents side by side. */
  bytes: { min: 0, max: 16 * GIB, fallback: 2 * GIB },
  /** Names in the file system. A JavaScript Map holds 2^24 entries. */
  entries: { min: 0, max: 16_000_000, fallback: 1_000_000 },
  descriptors: { min: 1, max: 1_048_576, fallback: 1_024 },
  processes: { min: 1, max: 1_024, fallback: 32 },
  sockets: { min: 0, max: 65_536, fallback: 256 },
  /** Bytes. The captured output is one array per stream. */
  outputBytes: { min: 0, max: 2 * GIB, fallback: 256 * 1024 * 1024 },
});

const NAMES = Object.keys(LIMIT_RANGES) as (keyof RunLimits)[];

/** Parses the `limits` of a Session; a missing one takes its default. Throws `INVALID_INPUT`. */
export function parseLimits(value: unknown): RunLimits {
  const given = value === undefined ? {} : checkObject(value, NAMES, 'limits');
  const limits: Partial<Record<keyof RunLimits, number>> = {};
  for (const name of NAMES) limits[name] = checkInteger(given[name], LIMIT_RANGES[name], `the limit ${name}`);
  return limits as RunLimits;
}
