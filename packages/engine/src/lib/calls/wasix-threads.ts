import { SUCCESS } from '../abi/errno.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';

/** Number of the first thread. */
const MAIN_THREAD = 1;

/** WASIX's calls on threads, for a process that has only its first one. */
export function wasixThreadCalls({ memory, stdio, files, vfs }: GuestContext): CallTable {
  const answer = (result: number, value: number): number => {
    memory.view.setUint32(memory.range(result, 4), value, true);
    return SUCCESS;
  };
  return {
    thread_id: (result: number) => answer(result, MAIN_THREAD),

    /** How many threads can run at once. */
    thread_parallelism: (result: number) => answer(result, 1),

    /** nanosleep(2) */
    thread_sleep(duration: bigint): number {
      files.run(() => vfs.settleTimes());
      const deadlineMs = performance.now() + Number(BigInt.asUintN(64, duration)) / 1e6;
      for (;;) {
        const seen = stdio.doorbell.count();
        const remainingMs = deadlineMs - performance.now();
        if (remainingMs <= 0) return SUCCESS;
        stdio.sleep(seen, remainingMs);
      }
    },
  };
}
