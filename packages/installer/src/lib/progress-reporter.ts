import { ExecutionError } from '@aletheia-works/errors';
import type { InstallClock } from './install-clock.ts';

/** The steps of an installation, in order. */
export type InstallPhase = 'resolve' | 'fetch' | 'verify' | 'unpack' | 'verify-guest' | 'register';

/** How far an installation is. */
export interface Progress {
  readonly operationId: string;
  readonly phase: InstallPhase;
  /** Bytes of the artifacts that are there. */
  readonly receivedBytes: number;
  /** Bytes of the artifacts in all; null when unknown, 0 when there are none. */
  readonly totalBytes: number | null;
}

/** Milliseconds between two events while bytes flow: ten a second. */
const MIN_INTERVAL_MS = 100;

/** Tells a listener of each phase at once, and of bytes at most ten times a second. */
export class ProgressReporter {
  readonly #operationId: string;
  readonly #clock: InstallClock;
  #listener: ((progress: Progress) => void) | undefined;
  #phase: InstallPhase = 'resolve';
  #received = 0;
  #total: number | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(operationId: string, listener: ((progress: Progress) => void) | undefined, clock: InstallClock) {
    this.#operationId = operationId;
    this.#listener = listener;
    this.#clock = clock;
  }

  /** Enters a phase. */
  enter(phase: InstallPhase): void {
    this.#phase = phase;
    this.#emit();
  }

  /** Sets how many bytes there will be, for the next event. */
  expect(totalBytes: number | null): void {
    this.#total = totalBytes;
  }

  /** Sets how many bytes are there, for the next event. */
  set receivedBytes(bytes: number) {
    this.#received = bytes;
  }

  get receivedBytes(): number {
    return this.#received;
  }

  /** Counts bytes that came. */
  receive(bytes: number): void {
    this.#received += bytes;
    // A clock that was set back must not silence the events.
    if (Math.abs(this.#clock.now() - this.#lastMs) >= MIN_INTERVAL_MS) this.#emit();
  }

  /** No event from now on. */
  close(): void {
    this.#listener = undefined;
  }

  #emit(): void {
    const listener = this.#listener;
    if (listener === undefined) return;
    this.#lastMs = this.#clock.now();
    try {
      listener(
        Object.freeze({
          operationId: this.#operationId,
          phase: this.#phase,
          receivedBytes: this.#received,
          totalBytes: this.#total,
        }),
      );
    } catch (error) {
      throw listenerError(error);
    }
  }
}

function listenerError(cause: unknown): ExecutionError {
  return new ExecutionError('EXECUTION', 'Cannot finish the install: its onProgress threw', { cause });
}
