import { EINTR } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { IGNORED_SIGNALS } from '../calls/process.ts';
import { SIGKILL } from './exit-status.ts';
import type { GuestContext } from './guest-context.ts';

/**
 * Acts on the signals that other processes or the terminal sent: calls the function that the guest named for them; the
 * default action of all that are not ignored is the end. Tells whether that function was called.
 */
export function deliverSignals(context: GuestContext): boolean {
  const { seat, signals, memory } = context;
  if (!seat.hasSignals || signals.isBlocked) return false;
  let called = false;
  for (let rest = seat.takeSignals(); rest !== 0; rest &= rest - 1) {
    const signal = 31 - Math.clz32(rest & -rest);
    const handle = signal === SIGKILL ? null : signals.function;
    if (handle !== null) {
      called = true;
      handle(signal);
    } else if (!IGNORED_SIGNALS.has(signal)) {
      context.kill(signal);
    }
  }
  // The function may have grown the memory.
  if (called) memory.refresh();
  return called;
}

/**
 * Has signals acted on at the start of every call and around every sleep; a sleep that a function of the guest's
 * interrupted ends its call with EINTR (POSIX.1-2024, 2.4.4).
 */
export function watchSignals(context: GuestContext): void {
  context.memory.watch(() => void deliverSignals(context));
  context.stdio.heedSignals = () => {
    if (deliverSignals(context)) refuse(EINTR);
  };
}
