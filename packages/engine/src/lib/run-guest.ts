import { describeFailure, type Failure, format } from './describe-failure.ts';
import type { GuestEnd, GuestRun } from './guest-run.ts';
import { endOthers } from './process/end-others.ts';
import { GuestWasi } from './process/guest-wasi.ts';
import { importPlan } from './process/import-plan.ts';
import { type Process, replaceProgram, startProcess } from './process/start-process.ts';
import { NoWorkingDirectory } from './world/build-world.ts';

export type { GuestEnd, GuestRun } from './guest-run.ts';

/**
 * Runs a guest to its end in this thread. Never throws; every descriptor is closed afterwards, whatever happened.
 *
 * `EXECUTION`: it trapped, or ran out of stack or memory. `GUEST_FORMAT`: it cannot be instantiated, or has no `_start`
 * or no memory. `INVALID_INPUT`: something is in the way of the working directory.
 */
export function runGuest(run: GuestRun): GuestEnd {
  let process: Process;
  try {
    process = startProcess(run);
  } catch (error) {
    return error instanceof NoWorkingDirectory ? NO_WORKING_DIRECTORY : describeFailure(error);
  }
  const { descriptors, cwd, files, seat } = process.context;
  try {
    let end = runProcess(process, run.module);
    for (let { next } = process; next !== null && end.kind === 'exit'; { next } = process) {
      process = replaceProgram(process, next);
      end = runProcess(process, next.module);
    }
    return end;
  } finally {
    files.run(() => {
      descriptors.closeAll();
      cwd.close();
    });
    if (seat.row !== 0) {
      files.leave();
    } else {
      endOthers(seat, run.doorbell);
      files.finish();
    }
  }
}

const NO_WORKING_DIRECTORY: Failure = {
  kind: 'failed',
  code: 'INVALID_INPUT',
  message: 'Cannot start the guest: its working directory is no directory and cannot be made one',
};

function runProcess(process: Process, module: WebAssembly.Module): GuestEnd {
  const { stdio } = process.context;
  const ended = (exitCode: number): GuestEnd => ({
    kind: 'exit',
    exitCode,
    exceeded: stdio.anyExceeded ? 'outputBytes' : null,
    ...(process.signal === null ? {} : { signal: process.signal }),
  });
  if (!importPlan(module).isSupported) return format('it imports something that preview 1 does not have');
  try {
    const wasi = new GuestWasi(process.context);
    const instance = new WebAssembly.Instance(module, wasi.getImports(module));
    if (typeof instance.exports._start !== 'function') return format('it does not export a function "_start"');
    if (!(instance.exports.memory instanceof WebAssembly.Memory)) {
      return format('it does not export a memory "memory"');
    }
    process.context.signals.bind(instance.exports);
    wasi.start(instance);
  } catch (error) {
    if (process.exitCode === null && process.next === null) return describeFailure(process.fault ?? error);
  }
  // A guest with exceptions of its own can catch ours. A fault still fails the run, since a call may have done half of
  // its work; and the first exit decides, whatever came later.
  return process.fault === null ? ended(process.exitCode ?? 0) : describeFailure(process.fault);
}
