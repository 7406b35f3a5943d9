import { ExecutionError } from '@aletheia-works/errors';
import type { RunHandle, RunRequest, RuntimePort } from '@aletheia-works/session-core/internal';
import { spawnsProcesses } from '../process/import-plan.ts';
import { GuestRun } from './guest-run.ts';
import { GuestWorker } from './guest-worker.ts';
import { ProcessPool } from './process-pool.ts';
import { RunProcesses } from './run-processes.ts';
import type { WorkerHost } from './worker-handle.ts';

/**
 * A runtime over workers of any platform. One worker is kept warm and runs one guest after the other, also after a guest
 * that trapped: it then builds its files anew. A worker that was ended in the middle of a run, or died, is replaced at
 * once, without waiting for the next. Processes that a guest spawns get workers of a pool, which are kept warm, too.
 *
 * The first worker starts right here, so that it is up when the first run comes. A worker that cannot start is reported
 * by the run that needed it: `ASSET_LOAD` when its script is missing, else `CORE_INIT`.
 */
export function createWorkerRuntime(host: WorkerHost): RuntimePort {
  return new WorkerRuntime(host);
}

class WorkerRuntime implements RuntimePort {
  readonly capabilities: RuntimePort['capabilities'];
  readonly #host: WorkerHost;
  #worker: GuestWorker | null = null;
  #run: GuestRun | null = null;
  #disposed = false;
  readonly #pool: ProcessPool;
  readonly #endings = new Set<Promise<void>>();

  constructor(host: WorkerHost) {
    this.#host = host;
    this.capabilities = host.capabilities;
    this.#pool = new ProcessPool(
      () => new GuestWorker((events) => host.spawn(events)),
      (worker) => this.#end(worker),
    );
    this.#prepare();
  }

  start(request: RunRequest, signal: AbortSignal): RunHandle {
    if (this.#disposed) return failedRun(new ExecutionError('DISPOSED', 'Cannot run: the runtime was disposed'));
    if (this.#run !== null) return failedRun(new ExecutionError('BUSY', 'Cannot run: another run is active'));
    if (signal.aborted) return failedRun(aborted(signal));
    let worker: GuestWorker;
    try {
      worker = this.#liveWorker();
    } catch (error) {
      return failedRun(
        error instanceof ExecutionError
          ? error
          : new ExecutionError('CORE_INIT', 'Cannot start a worker', { cause: error }),
      );
    }
    if (spawnsProcesses(request.program.module)) this.#pool.prepare(1);
    const run = new GuestRun(
      worker,
      request,
      this.#host.soon,
      () => this.#discard(worker),
      (...rest) => new RunProcesses(this.#pool, ...rest, (ended) => this.#end(ended)),
    );
    this.#run = run;
    const onAbort = (): void => run.abort(aborted(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    const exit = run.exit.finally(() => signal.removeEventListener('abort', onAbort));
    // Whoever holds `exit` sees the failure; the handle itself must not count as unhandled.
    exit.catch(() => undefined);
    run.begin();
    return {
      exit,
      settle: (generation) => {
        if (this.#run === run) this.#run = null;
        // An idle worker is good for the next run, but when its changes were discarded it has to build its files anew.
        worker.generation = generation;
      },
    };
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#run?.abort(new ExecutionError('DISPOSED', 'Cannot go on with the run: the runtime was disposed'));
    if (this.#worker !== null) void this.#discard(this.#worker);
    this.#pool.close();
    await Promise.all(this.#endings);
  }

  /** The warm worker, or a fresh one when it died while idle. */
  #liveWorker(): GuestWorker {
    const worker = this.#worker;
    if (worker !== null && worker.death === null) return worker;
    if (worker !== null) void this.#end(worker);
    return this.#spawn();
  }

  #spawn(): GuestWorker {
    const worker = new GuestWorker((events) => this.#host.spawn(events));
    this.#worker = worker;
    return worker;
  }

  /** Starts a worker ahead of its first run. A failure is found again, and reported, by that run. */
  #prepare(): void {
    try {
      this.#spawn();
    } catch {
      this.#worker = null;
    }
  }

  /** Ends a worker for good; if it was the warm one, the next is started. Resolves when it runs no more. */
  #discard(worker: GuestWorker): Promise<void> {
    const ending = this.#end(worker);
    if (this.#worker === worker) {
      this.#worker = null;
      if (!this.#disposed) this.#prepare();
    }
    return ending;
  }

  #end(worker: GuestWorker): Promise<void> {
    const ending = worker.terminate().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
    return ending;
  }
}

function aborted(signal: AbortSignal): ExecutionError {
  return new ExecutionError('ABORTED', 'Cannot go on with the run: it was aborted', { cause: signal.reason });
}

function failedRun(error: ExecutionError): RunHandle {
  const exit = Promise.reject(error);
  exit.catch(() => undefined);
  return { exit, settle: () => undefined };
}
