import { ECHILD, EINVAL, ENOTSUP, ESRCH, SUCCESS } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import {
  JOIN_EXITED,
  JOIN_FLAGS_ALL,
  JOIN_NO_HANG,
  JOIN_NOTHING,
  JOIN_SIGNALLED,
  JOIN_STATUS_BYTES,
  JOIN_STATUS_CODE,
  JOIN_STATUS_SIGNAL,
  OPTION_BYTES,
  OPTION_VALUE,
} from '../abi/wasix-layouts.ts';
import { STATUS_SIGNALLED } from '../channels/space-layout.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { deliverSignals } from '../process/process-signals.ts';
import { joinRow, listProcesses, signalRow } from '../process/process-table.ts';
import { IGNORED_SIGNALS, LAST_SIGNAL, STOP_SIGNALS } from './process.ts';

/** WASIX's calls on other processes. */
export function wasixJoinCalls(context: GuestContext): CallTable {
  const { memory, seat, stdio } = context;

  /** Writes which process ended and how. */
  function put(option: number, result: number, pid: number, tag: number, status: number): number {
    const { view } = memory;
    view.setUint32(option, 1, true);
    view.setUint32(option + OPTION_VALUE, pid, true);
    memory.bytes.fill(0, result, result + JOIN_STATUS_BYTES);
    view.setUint8(result, tag);
    if (tag === JOIN_EXITED) view.setUint16(result + JOIN_STATUS_CODE, status, true);
    if (tag === JOIN_SIGNALLED) {
      const signal = status & ~STATUS_SIGNALLED;
      view.setUint16(result + JOIN_STATUS_CODE, 128 + signal, true);
      view.setUint8(result + JOIN_STATUS_SIGNAL, signal);
    }
    return SUCCESS;
  }

  /** An ended child that was joined; null when there is none yet. Throws ECHILD when none can come. */
  function joinOne(wanted: number | null): { pid: number; status: number } | null {
    let hasChild = false;
    for (const { row, pid, parent, isEnded } of listProcesses(seat.space)) {
      if (parent !== seat.pid || row === 0 || (wanted !== null && pid !== wanted)) continue;
      hasChild = true;
      const status = isEnded ? joinRow(seat.space, row) : null;
      if (status !== null) return { pid, status };
    }
    return hasChild ? null : refuse(ECHILD);
  }

  return {
    /** waitpid(2). `pid` holds which one, or none for any, and then the one that ended. */
    proc_join(pid: number, flags: number, result: number): number {
      const option = memory.range(pid, OPTION_BYTES);
      const at = memory.range(result, JOIN_STATUS_BYTES);
      if ((flags & ~JOIN_FLAGS_ALL) !== 0) refuse(EINVAL);
      const wanted = memory.view.getUint8(option) === 0 ? null : memory.view.getUint32(option + OPTION_VALUE, true);
      for (;;) {
        const seen = stdio.doorbell.count();
        const joined = joinOne(wanted);
        memory.refresh();
        if (joined !== null) {
          const { pid: ended, status } = joined;
          const isSignalled = (status & STATUS_SIGNALLED) !== 0;
          return put(option, at, ended, isSignalled ? JOIN_SIGNALLED : JOIN_EXITED, status);
        }
        if ((flags & JOIN_NO_HANG) !== 0) return put(option, at, 0, JOIN_NOTHING, 0);
        stdio.sleep(seen);
      }
    },

    /** kill(2). A signal's default action comes at the other's next call; one that makes none is ended by the host. */
    proc_signal(pid: number, signal: number): number {
      if (signal >>> 0 > LAST_SIGNAL) refuse(EINVAL);
      const isSelf = pid === seat.pid;
      const { row, isEnded } = isSelf ? { row: seat.row, isEnded: false } : find(context, pid);
      if (signal === 0 || isEnded) return SUCCESS;
      if (STOP_SIGNALS.has(signal)) refuse(ENOTSUP);
      signalRow(seat.space, row, signal);
      // The first process is the run's own: a run that computes on is ended by whoever started it.
      if (isSelf) deliverSignals(context);
      else if (row !== 0 && !IGNORED_SIGNALS.has(signal)) seat.watchEnd?.({ row, pid, signal });
      return SUCCESS;
    },

    /** getppid(2) of any process of the run */
    proc_parent(pid: number, result: number): number {
      const at = memory.range(result, 4);
      const parent = pid === seat.pid ? seat.parentPid : find(context, pid).parent;
      memory.view.setUint32(at, parent, true);
      return SUCCESS;
    },
  };
}

function find({ seat }: GuestContext, pid: number) {
  if (seat.row === 0 && !seat.isTaken) refuse(ESRCH);
  for (const process of listProcesses(seat.space)) if (process.pid === pid) return process;
  return refuse(ESRCH);
}
