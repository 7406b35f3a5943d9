import type { ExecutionError } from '@aletheia-works/errors';

/** The way to end a run early: the first reason counts, and what the run waits for gives way to it. */
export class RunStop {
  readonly #controller = new AbortController();
  readonly #stopped: Promise<never>;
  #reject: (reason: ExecutionError) => void = () => {};
  #reason: ExecutionError | null = null;

  constructor() {
    this.#stopped = new Promise((_, reject) => {
      this.#reject = reject;
    });
    // Nobody may be waiting when it happens.
    this.#stopped.catch(() => {});
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the run was stopped; null when it was not. */
  get reason(): ExecutionError | null {
    return this.#reason;
  }

  stop(reason: ExecutionError): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#controller.abort(reason);
    this.#reject(reason);
  }

  /** Waits for `work`, or rejects with the reason as soon as there is one. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#stopped]);
  }
}
