import { STATUS_SIGNALLED } from '../channels/space-layout.ts';
import type { GuestEnd } from '../guest-run.ts';

/** Signals by their numbers in preview 1 (`signal` of wasi_snapshot_preview1.witx). */
const SIGILL = 4;
const SIGABRT = 6;
const SIGFPE = 8;
export const SIGKILL = 9;
const SIGSEGV = 11;
/** What a shell answers for a program that it cannot execute. */
const CANNOT_EXECUTE = 126;

/** The signals that a machine sends where WebAssembly traps; compilers make abort(3) of `unreachable`. */
const TRAP_SIGNALS: readonly (readonly [RegExp, number])[] = [
  [/unreachable/, SIGABRT],
  [/call stack|out of bounds/, SIGSEGV],
  [/divide|overflow/, SIGFPE],
  [/out of memory/, SIGKILL],
];

/** How a process ended, as the table of processes holds it. */
export function statusOf(end: GuestEnd): number {
  if (end.kind === 'exit') return end.signal === undefined ? end.exitCode : STATUS_SIGNALLED | end.signal;
  if (end.code !== 'EXECUTION') return CANNOT_EXECUTE;
  return STATUS_SIGNALLED | (TRAP_SIGNALS.find(([pattern]) => pattern.test(end.message))?.[1] ?? SIGILL);
}
