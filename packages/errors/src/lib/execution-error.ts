import type { ErrorCode } from './error-codes.ts';

const brand = Symbol.for('@aletheia-works/errors.ExecutionError');

/** What an {@link ExecutionError} carries beside its code and message. */
export interface ExecutionErrorDetails {
  /** The failure below this one. */
  readonly cause?: unknown;
  /** The run that failed, when one had started. */
  readonly runId?: string;
  /** Bytes the guest wrote to stdout before the failure; owned by the error. */
  readonly stdout?: Uint8Array;
  /** Bytes the guest wrote to stderr before the failure; owned by the error. */
  readonly stderr?: Uint8Array;
}

/**
 * The only error the packages of formicarium reject with.
 *
 * `instanceof` holds across copies of this package and across realms: it tests a `Symbol.for` brand, not the prototype
 * chain. The brand says what a value is, not where it comes from; nothing secret may depend on it.
 */
export class ExecutionError extends Error {
  /** What went wrong; see {@link ErrorCode}. */
  readonly code: ErrorCode;
  /** The run that failed, when one had started. */
  readonly runId: string | undefined;
  /** Bytes the guest wrote to stdout before the failure; empty when there were none. */
  readonly stdout: Uint8Array;
  /** Bytes the guest wrote to stderr before the failure; empty when there were none. */
  readonly stderr: Uint8Array;

  /**
   * @param code what callers branch on
   * @param message for people: what could not be done, what is wrong, what is accepted
   */
  constructor(code: ErrorCode, message: string, details: ExecutionErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ExecutionError';
    this.code = code;
    this.runId = details.runId;
    this.stdout = details.stdout ?? new Uint8Array(0);
    this.stderr = details.stderr ?? new Uint8Array(0);
    Object.defineProperty(this, brand, { value: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this method and means its own instances only.
    if (this !== ExecutionError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && brand in value;
  }
}
