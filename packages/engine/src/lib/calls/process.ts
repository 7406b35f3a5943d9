import { EINVAL, ENOTSUP, SUCCESS } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';

const SIGKILL = 9;
/** `signal` of wasi_snapshot_preview1.witx */
export const LAST_SIGNAL = 30;
/** chld, cont, urg, winch: ignored unless handled (POSIX.1-2024, <signal.h>). */
export const IGNORED_SIGNALS: ReadonlySet<number> = new Set([16, 17, 22, 27]);
/** stop, tstp, ttin, ttou: stop the process. */
export const STOP_SIGNALS: ReadonlySet<number> = new Set([18, 19, 20, 21]);

/** `proc_exit` (_Exit(3)), `proc_raise` (raise(3)), `sched_yield` (sched_yield(3)). */
export function processCalls(context: GuestContext): CallTable {
  return {
    proc_exit(exitCode: number): number {
      return context.exit(exitCode & 0xff);
    },

    /**
     * The function that the guest named for signals, which only WASIX has, or the default action. A killed process exits
     * with 128 + signal, as shells show it.
     */
    proc_raise(signal: number): number {
      if (signal >>> 0 > LAST_SIGNAL) refuse(EINVAL);
      const handle = signal === 0 || signal === SIGKILL ? null : context.signals.function;
      if (handle !== null) {
        handle(signal);
        context.memory.refresh();
        return SUCCESS;
      }
      if (signal === 0 || IGNORED_SIGNALS.has(signal)) return SUCCESS;
      if (STOP_SIGNALS.has(signal)) refuse(ENOTSUP);
      return context.kill(signal);
    },

    sched_yield(): number {
      return SUCCESS;
    },
  };
}
