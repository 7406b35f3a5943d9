import type { RunRequest } from '@aletheia-works/session-core/internal';
import { endSharedProcess } from '@aletheia-works/session-core/vfs';
import { RunSpace } from '../channels/run-space.ts';
import {
  PROCESS_PID_WORD,
  PROCESS_RUNNING,
  PROCESS_SIGNALS_WORD,
  PROCESS_STATE_WORD,
  STATUS_SIGNALLED,
} from '../channels/space-layout.ts';
import { SIGKILL } from '../process/exit-status.ts';
import { endRow, signalRow } from '../process/process-table.ts';
import type { WatchedProcess } from '../process/seat.ts';
import type { SpawnRequest } from '../process/spawn-request.ts';
import { PROTOCOL_VERSION, type RunReport } from '../protocol.ts';
import { type GuestWorker, toProgramWire } from './guest-worker.ts';
import type { ProcessPool } from './process-pool.ts';

/** How long a process may go on after a signal without a call, before its worker is ended. Milliseconds. */
const HEED_SIGNAL_MS = 100;
/** Workers that are ready for the next processes while some run. */
const READY_WORKERS = 1;

interface RunningProcess {
  readonly worker: GuestWorker;
  readonly request: SpawnRequest;
  /** Called once its worker is idle or gone. */
  readonly ended: (() => void)[];
}

/** The processes of one run beside the first, as the host sees them. Made when the first of them is asked for. */
export class RunProcesses {
  readonly #pool: ProcessPool;
  readonly #request: RunRequest;
  readonly #space: RunSpace;
  readonly #report: (message: RunReport) => void;
  readonly #end: (worker: GuestWorker) => Promise<void>;
  /** By their numbers: a row may be taken anew before its last worker was heard of. */
  readonly #running = new Map<number, RunningProcess>();
  /** Wait for a worker whose process has ended, but which has not said so yet. */
  readonly #waiting: SpawnRequest[] = [];
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #over = false;

  /**
   * @param channels of the run's first process
   * @param report hears what the processes say that is not about themselves
   * @param end ends a worker for good
   */
  constructor(
    pool: ProcessPool,
    request: RunRequest,
    channels: SharedArrayBuffer,
    report: (message: RunReport) => void,
    end: (worker: GuestWorker) => Promise<void>,
  ) {
    this.#pool = pool;
    this.#request = request;
    this.#space = new RunSpace(channels);
    this.#report = report;
    this.#end = end;
  }

  /** Gives a process that has its row a worker. */
  start(request: SpawnRequest): void {
    if (this.#over) {
      this.#lost(request);
      return;
    }
    const hasFreed = [...this.#running.values()].some((process) => this.#isOver(process));
    if (hasFreed && !this.#pool.hasReady) {
      this.#waiting.push(request);
      return;
    }
    let worker: GuestWorker;
    try {
      worker = this.#pool.take();
    } catch {
      this.#lost(request);
      return;
    }
    const { pid } = request;
    const { files, runId, stdin, terminal, program } = this.#request;
    this.#running.set(pid, { worker, request, ended: [] });
    worker.listener = { message: (message) => this.#receive(pid, message), died: () => this.#gone(pid) };
    worker.setBusy(true);
    const held = worker.bringUpToDate(this.#request, true);
    worker.post(
      {
        version: PROTOCOL_VERSION,
        type: 'child',
        runId,
        ...held,
        nextIno: files.nextIno,
        usage: files.usage,
        program: toProgramWire(program),
        hasInput: stdin !== null,
        hasTerminal: terminal !== null,
        space: this.#space.buffer,
        request,
      },
      [...(held.sync === null ? [] : [held.sync.buffer]), request.ticket.state.buffer],
    );
    if (!hasFreed) this.#pool.prepare(READY_WORKERS);
  }

  /** Sees to it that a process heeds a signal. */
  watch({ row, pid, signal }: WatchedProcess): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const { words } = this.#space;
      const isSame = Atomics.load(words, this.#space.process(row, PROCESS_PID_WORD)) === pid;
      const pending = Atomics.load(words, this.#space.process(row, PROCESS_SIGNALS_WORD));
      if (isSame && (pending & (1 << signal)) !== 0) void this.#kill(pid, signal);
    }, HEED_SIGNAL_MS);
    this.#timers.add(timer);
  }

  /** Sends a signal to every process; `mustHeed` ends those that do not heed it. */
  signalAll(signal: number, mustHeed: boolean): void {
    for (const process of this.#running.values()) {
      if (this.#isOver(process)) continue;
      const { row, pid } = process.request;
      signalRow(this.#space, row, signal);
      if (mustHeed) this.watch({ row, pid, signal });
    }
  }

  /** Ends all processes, by asking first. Resolves when none runs. */
  async finish(): Promise<void> {
    this.#over = true;
    const endings: Promise<void>[] = [];
    this.#waiting.splice(0);
    for (const process of this.#running.values()) {
      endings.push(new Promise((resolve) => void process.ended.push(resolve)));
      if (!this.#isOver(process)) signalRow(this.#space, process.request.row, SIGKILL);
    }
    if (endings.length === 0) return this.#stopTimers();
    const timer = setTimeout(() => void this.terminate(), HEED_SIGNAL_MS);
    await Promise.all(endings);
    clearTimeout(timer);
    this.#stopTimers();
  }

  /** Ends all processes at once. Resolves when none runs. */
  async terminate(): Promise<void> {
    this.#over = true;
    this.#stopTimers();
    await Promise.all([...this.#running.keys()].map((pid) => this.#kill(pid, SIGKILL)));
  }

  #receive(pid: number, message: RunReport): void {
    if (message.runId !== this.#request.runId) return;
    if (message.type !== 'ended') {
      this.#report(message);
      return;
    }
    const process = this.#running.get(pid);
    if (process === undefined) return;
    const { worker } = process;
    this.#running.delete(pid);
    worker.listener = null;
    worker.generation = null;
    worker.setBusy(false);
    this.#pool.give(worker);
    for (const ended of process.ended) ended();
    this.#startWaiting();
  }

  /** Tells whether a process has ended by itself, whatever its worker said. */
  #isOver({ request: { row, pid } }: RunningProcess): boolean {
    const { words } = this.#space;
    if (Atomics.load(words, this.#space.process(row, PROCESS_PID_WORD)) !== pid) return true;
    return Atomics.load(words, this.#space.process(row, PROCESS_STATE_WORD)) !== PROCESS_RUNNING;
  }

  /** In their order; those for which there is still no worker wait on. */
  #startWaiting(): void {
    for (const request of this.#waiting.splice(0)) this.start(request);
  }

  /** Its worker died. */
  #gone(pid: number): void {
    const process = this.#running.get(pid);
    if (process === undefined) return;
    void this.#end(process.worker);
    this.#bury(process, SIGKILL);
  }

  async #kill(pid: number, signal: number): Promise<void> {
    const process = this.#running.get(pid);
    if (process === undefined) return;
    process.worker.setBusy(false);
    await this.#end(process.worker);
    // It may have ended by itself, or was killed by another, while its worker was ended.
    if (this.#running.get(pid) === process) this.#bury(process, signal);
  }

  /** Gives back what a process held that runs no more, and lets its parent know. */
  #bury(process: RunningProcess, signal: number): void {
    this.#running.delete(process.request.pid);
    if (!this.#isOver(process)) this.#lost(process.request, signal);
    for (const done of process.ended) done();
    this.#startWaiting();
  }

  #lost({ row, pid, ticket }: SpawnRequest, signal = SIGKILL): void {
    endSharedProcess(ticket.memory, ticket.process);
    if (Atomics.load(this.#space.words, this.#space.process(row, PROCESS_PID_WORD)) !== pid) return;
    this.#space.release(row);
    endRow(this.#space, row, STATUS_SIGNALLED | signal);
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
