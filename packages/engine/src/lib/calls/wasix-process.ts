import { EPERM, SUCCESS } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';

/** WASIX's calls on the process itself. */
export function wasixProcessCalls(context: GuestContext): CallTable {
  const { memory, seat } = context;
  return {
    /** getpid(2) */
    proc_id(result: number): number {
      memory.view.setUint32(memory.range(result, 4), seat.pid, true);
      return SUCCESS;
    },

    /** _Exit(3) */
    proc_exit2(exitCode: number): number {
      return context.exit(exitCode & 0xff);
    },

    /** The dispositions that were handed down: none. */
    proc_signals_sizes_get(result: number): number {
      memory.view.setUint32(memory.range(result, 4), 0, true);
      return SUCCESS;
    },

    proc_signals_get(_buffer: number): number {
      return SUCCESS;
    },

    /** clock_settime(3): the clock belongs to the host. */
    clock_time_set(_clock: number, _time: bigint): number {
      return refuse(EPERM);
    },
  };
}
