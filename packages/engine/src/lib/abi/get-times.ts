import type { FileClock, FileTimes } from '@aletheia-works/session-core/vfs';
import { EINVAL } from './errno.ts';
import { FST_ATIM, FST_ATIM_NOW, FST_MTIM, FST_MTIM_NOW } from './flags.ts';
import { refuse } from './refusal.ts';

const NANOSECONDS = 1_000_000_000n;

/**
 * What `fd_filestat_set_times` and `path_filestat_set_times` are asked to set (utimensat(2)). Throws EINVAL for unknown
 * flags and for a time that is both given and to be taken now.
 */
export function timesToSet(clock: FileClock, atim: bigint, mtim: bigint, flags: number): FileTimes {
  if ((flags & ~(FST_ATIM | FST_ATIM_NOW | FST_MTIM | FST_MTIM_NOW)) !== 0) refuse(EINVAL);
  if ((flags & FST_ATIM) !== 0 && (flags & FST_ATIM_NOW) !== 0) refuse(EINVAL);
  if ((flags & FST_MTIM) !== 0 && (flags & FST_MTIM_NOW) !== 0) refuse(EINVAL);
  clock.read();
  return {
    ...((flags & FST_ATIM_NOW) !== 0 && { atimeSec: clock.sec, atimeNsec: clock.nsec }),
    ...((flags & FST_ATIM) !== 0 && { atimeSec: seconds(atim), atimeNsec: nanoseconds(atim) }),
    ...((flags & FST_MTIM_NOW) !== 0 && { mtimeSec: clock.sec, mtimeNsec: clock.nsec }),
    ...((flags & FST_MTIM) !== 0 && { mtimeSec: seconds(mtim), mtimeNsec: nanoseconds(mtim) }),
  };
}

/** A `timestamp` is unsigned, but arrives as a signed 64-bit integer. */
const unsigned = (time: bigint): bigint => BigInt.asUintN(64, time);
const seconds = (time: bigint): number => Number(unsigned(time) / NANOSECONDS);
const nanoseconds = (time: bigint): number => Number(unsigned(time) % NANOSECONDS);
