import { ExecutionError } from '@aletheia-works/errors';

/** An `INVALID_INPUT` error with this message. */
export function invalidInput(message: string, cause?: unknown): ExecutionError {
  return new ExecutionError('INVALID_INPUT', message, cause === undefined ? {} : { cause });
}

/** Turns what a caller's own getters or proxies throw while its options are read into `INVALID_INPUT`. */
export function rejectForeign<T>(message: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ExecutionError ? error : invalidInput(message, error);
  }
}
