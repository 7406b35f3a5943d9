import type { GuestWorker } from './guest-worker.ts';

/** How many workers are kept for processes beside the first; more are made on demand and ended when they are idle. */
const KEPT_WORKERS = 4;

/** The workers for the processes that a guest spawns: made when they are first needed, then kept warm. */
export class ProcessPool {
  readonly #spawn: () => GuestWorker;
  readonly #end: (worker: GuestWorker) => Promise<void>;
  readonly #idle: GuestWorker[] = [];
  #isClosed = false;

  /**
   * @param spawn starts a worker; may throw
   * @param end ends one for good
   */
  constructor(spawn: () => GuestWorker, end: (worker: GuestWorker) => Promise<void>) {
    this.#spawn = spawn;
    this.#end = end;
  }

  /** Tells whether a worker could begin at once. */
  get hasReady(): boolean {
    return this.#idle.some((worker) => worker.isReady);
  }

  /** The idle worker that was used last, else one that is still starting, else a fresh one. Throws what starting one throws. */
  take(): GuestWorker {
    for (const worker of [...this.#idle.filter(({ isReady }) => isReady).reverse(), ...this.#idle]) {
      if (!this.#idle.includes(worker)) continue;
      this.#idle.splice(this.#idle.indexOf(worker), 1);
      if (worker.death === null) return worker;
      void this.#end(worker);
    }
    return this.#spawn();
  }

  /** Starts workers ahead of their use until `count` are idle. */
  prepare(count: number): void {
    while (this.#idle.length < count) {
      try {
        this.#idle.push(this.#spawn());
      } catch {
        // Found again, and reported, by the process that needs it.
        return;
      }
    }
  }

  give(worker: GuestWorker): void {
    if (!this.#isClosed && this.#idle.length < KEPT_WORKERS) this.#idle.push(worker);
    else void this.#end(worker);
  }

  /** Ends the idle workers now, and the others when they are given back. */
  close(): void {
    this.#isClosed = true;
    for (const worker of this.#idle.splice(0)) void this.#end(worker);
  }
}
