import { SUCCESS } from '../abi/errno.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';

/** WASIX's call on signals. */
export function wasixSignalCalls({ memory, signals, seat }: GuestContext): CallTable {
  return {
    /** Names the export `(i32)` that signals go to from here on. Answers nothing; a name that cannot be read is ignored. */
    callback_signal(name: number, length: number): number {
      signals.register(memory.text(name, length));
      seat.noteHandler(signals.function !== null || signals.isBlocked);
      return SUCCESS;
    },
  };
}
