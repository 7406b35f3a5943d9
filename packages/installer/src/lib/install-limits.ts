import { ExecutionError } from '@aletheia-works/errors';
import type { ArchiveLimits } from './archive/archive-limits.ts';

/** Maxima of one installation; a missing one takes its default. */
export interface InstallerLimits {
  /** Bytes of one download. Default 536,870,912 (512 MiB). */
  readonly maxArtifactBytes?: number;
  /** Bytes that one archive may unpack to. Default 1,073,741,824 (1 GiB). */
  readonly maxUnpackedBytes?: number;
  /** Entries of one archive. Default 100,000. */
  readonly maxEntries?: number;
  /** Unpacked bytes for each packed byte, judged from 1 MiB on. Default 200. */
  readonly maxRatio?: number;
  /** Milliseconds for the downloads of one installation. Default 120,000. */
  readonly fetchTimeoutMs?: number;
  /** Milliseconds for one installation. Default 180,000. */
  readonly totalTimeoutMs?: number;
}

/** Every limit with its value. */
export type ResolvedLimits = Required<InstallerLimits> & ArchiveLimits;

const DEFAULTS: ResolvedLimits = Object.freeze({
  maxArtifactBytes: 512 * 1024 * 1024,
  maxUnpackedBytes: 1024 * 1024 * 1024,
  maxEntries: 100_000,
  maxRatio: 200,
  fetchTimeoutMs: 120_000,
  totalTimeoutMs: 180_000,
});

/** What a 32-bit timer can wait; a longer one would fire at once. */
const MAX_VALUE = 2 ** 31 - 1;

/** Checks limits as a caller gives them. */
export function resolveLimits(limits: unknown): ResolvedLimits {
  if (limits === undefined) return DEFAULTS;
  if (typeof limits !== 'object' || limits === null) throw invalid('limits are no object; an object is accepted');
  const resolved: Record<string, number> = { ...DEFAULTS };
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(DEFAULTS, name)) {
      throw invalid(`the limit ${JSON.stringify(name)} is unknown; accepted are ${Object.keys(DEFAULTS).join(', ')}`);
    }
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 1 || value > MAX_VALUE) {
      throw invalid(`the limit ${name} is ${String(value)}; an integer from 1 to ${MAX_VALUE} is accepted`);
    }
    resolved[name] = value;
  }
  return Object.freeze(resolved) as unknown as ResolvedLimits;
}

function invalid(problem: string): ExecutionError {
  return new ExecutionError('INVALID_INPUT', `Cannot create the installer: ${problem}`);
}
