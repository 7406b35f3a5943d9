import { EINVAL, SUCCESS } from '../abi/errno.ts';
import { CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_THREAD_CPUTIME } from '../abi/flags.ts';
import { putTimestamp, putUint64 } from '../abi/put-integers.ts';
import { refuse } from '../abi/refusal.ts';
import { fillRandom } from '../process/character-device.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';

/** The finest step that the host's clocks promise anywhere, in nanoseconds (High Resolution Time, section 4: 5 us when isolated). */
const RESOLUTION_NS = 5_000;

/** `clock_res_get`, `clock_time_get` (clock_getres(3), clock_gettime(3)), `random_get`. */
export function clockRandomCalls({ memory, vfs }: GuestContext): CallTable {
  const startMs = performance.now();
  return {
    clock_res_get(clock: number, resolution: number): number {
      const at = memory.range(resolution, 8);
      if (clock >>> 0 > CLOCK_THREAD_CPUTIME) refuse(EINVAL);
      putUint64(memory.view, at, RESOLUTION_NS);
      return SUCCESS;
    },

    clock_time_get(clock: number, _precision: bigint, time: number): number {
      const at = memory.range(time, 8);
      // A write that came before this reading must not be stamped later than it.
      vfs.settleTimes();
      if (clock === CLOCK_REALTIME) {
        // The clock that stamps files, so that a guest never sees a file from the future.
        vfs.clock.read();
        putTimestamp(memory.view, at, vfs.clock.sec, vfs.clock.nsec);
      } else if (clock === CLOCK_MONOTONIC) {
        putUint64(memory.view, at, Math.floor(performance.now() * 1e6));
      } else if (clock >>> 0 <= CLOCK_THREAD_CPUTIME) {
        // No host tells the processor time of one thread; the time since the start is its upper bound.
        putUint64(memory.view, at, Math.floor((performance.now() - startMs) * 1e6));
      } else {
        refuse(EINVAL);
      }
      return SUCCESS;
    },

    random_get(buffer: number, byteLength: number): number {
      const length = byteLength >>> 0;
      fillRandom(memory.bytes, memory.range(buffer, length), length);
      return SUCCESS;
    },
  };
}
