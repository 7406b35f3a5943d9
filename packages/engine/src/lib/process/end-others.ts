import type { Doorbell } from '../channels/guest-io.ts';
import { SIGKILL } from './exit-status.ts';
import { listProcesses, signalRow } from './process-table.ts';
import type { Seat } from './seat.ts';

/** How long the first process waits for the others to end before the host ends them. Milliseconds. */
const WAIT_MS = 30;
/** Orphans ring nobody when they end, so they are looked at again that often. Milliseconds. */
const LOOK_MS = 2;

/**
 * Ends the processes that a run's first process leaves behind, while they can still put their files in order. What takes
 * too long, such as a loop without a call, is left to the host.
 */
export function endOthers(seat: Seat, doorbell: Doorbell): void {
  if (!seat.isTaken) return;
  const { space } = seat;
  const running = (): number[] =>
    [...listProcesses(space)].filter(({ row, isEnded }) => row !== 0 && !isEnded).map(({ row }) => row);
  for (const row of running()) signalRow(space, row, SIGKILL);
  const end = performance.now() + WAIT_MS;
  while (running().length > 0) {
    const remainingMs = end - performance.now();
    if (remainingMs <= 0) return;
    doorbell.wait(doorbell.count(), Math.min(LOOK_MS, remainingMs));
  }
}
