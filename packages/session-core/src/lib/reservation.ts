import { ExecutionError } from '@aletheia-works/errors';
import type { SessionState } from './session.ts';

/** What holds a Session. */
export type OperationKind = 'file operation' | 'run' | 'install' | 'registration';

/** A Session's one place, taken. */
export interface Reservation {
  readonly kind: OperationKind;
  /** False once it was released. */
  readonly held: boolean;
  /** Aborts when the caller's signal does, with `ABORTED` as reason, or when the Session is disposed, with `DISPOSED`. */
  readonly signal: AbortSignal;
  /** Throws the reason why the operation may not go on: it was aborted, disposed, or released. */
  check(): void;
  /** Gives the place back. Idempotent. */
  release(): void;
}

/**
 * At most one operation at a time, without a queue.
 *
 * The checks come in this order, after whatever makes the input invalid: `ABORTED`, `DISPOSED`, `BUSY`.
 */
export class Reservations {
  #active: ActiveReservation | null = null;
  #disposed = false;

  get state(): SessionState {
    if (this.#disposed) return 'disposed';
    return this.#active === null ? 'idle' : 'busy';
  }

  /** Takes the place, or throws. */
  take(kind: OperationKind, signal?: AbortSignal): Reservation {
    if (signal?.aborted) throw abortedError(kind, signal);
    if (this.#disposed) throw disposedError(kind);
    if (this.#active !== null) {
      const active = this.#active.kind;
      throw new ExecutionError(
        'BUSY',
        `Cannot start ${article(kind)} ${kind}: ${article(active)} ${active} is in progress; one operation at a time is accepted`,
      );
    }
    const reservation = new ActiveReservation(kind, signal, () => {
      if (this.#active === reservation) this.#active = null;
    });
    this.#active = reservation;
    return reservation;
  }

  /** Runs a synchronous operation in the place and gives it back. */
  during<T>(kind: OperationKind, operation: () => T): T {
    const reservation = this.take(kind);
    try {
      return operation();
    } finally {
      reservation.release();
    }
  }

  /** Refuses everything from now on and aborts what is in progress. */
  dispose(): void {
    this.#disposed = true;
    const active = this.#active;
    if (active !== null) active.abort(disposedError(active.kind));
  }
}

class ActiveReservation implements Reservation {
  readonly kind: OperationKind;
  /** Made when somebody asks: file operations never do. */
  #controller: AbortController | null = null;
  readonly #onRelease: () => void;
  readonly #source: AbortSignal | undefined;
  #held = true;
  #reason: ExecutionError | null = null;

  constructor(kind: OperationKind, source: AbortSignal | undefined, onRelease: () => void) {
    this.kind = kind;
    this.#source = source;
    this.#onRelease = onRelease;
    source?.addEventListener('abort', this.#onAbort);
  }

  get held(): boolean {
    return this.#held;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  check(): void {
    if (this.#reason !== null) throw this.#reason;
    if (!this.#held)
      throw new ExecutionError('EXECUTION', `Cannot go on with the ${this.kind}: its reservation was released`);
  }

  abort(reason: ExecutionError): void {
    this.#reason ??= reason;
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#source?.removeEventListener('abort', this.#onAbort);
    this.#onRelease();
  }

  readonly #onAbort = (): void => {
    if (this.#source !== undefined) this.abort(abortedError(this.kind, this.#source));
  };
}

function abortedError(kind: OperationKind, signal: AbortSignal): ExecutionError {
  return new ExecutionError('ABORTED', `Cannot finish the ${kind}: its signal was aborted`, { cause: signal.reason });
}

function disposedError(kind: OperationKind): ExecutionError {
  return new ExecutionError('DISPOSED', `Cannot finish the ${kind}: the session is disposed`);
}

function article(kind: OperationKind): string {
  return kind === 'install' ? 'an' : 'a';
}
