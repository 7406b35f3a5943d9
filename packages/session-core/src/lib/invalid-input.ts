import { type ErrorCode, ExecutionError } from '@aletheia-works/errors';

/** An `INVALID_INPUT` error with this message. */
export function invalidInput(message: string, cause?: unknown): ExecutionError {
  return new ExecutionError('INVALID_INPUT', message, cause === undefined ? {} : { cause });
}

/** An error of this code for a failure below. */
export function failure(code: ErrorCode, message: string, cause: unknown): ExecutionError {
  return new ExecutionError(code, message, { cause });
}

/**
 * What to throw for an error met while a caller's arguments were read: an accessor or a proxy of theirs threw, a buffer is
 * detached, or there is no memory for a copy.
 *
 * @param what begins the message, as in `Cannot use the arguments`
 */
export function unreadable(error: unknown, what: string): ExecutionError {
  if (error instanceof ExecutionError) return error;
  if (error instanceof RangeError) return failure('QUOTA', `${what}: they do not fit into memory`, error);
  return failure(
    'INVALID_INPUT',
    `${what}: they cannot be read; plain objects and attached buffers are accepted`,
    error,
  );
}

/** How many characters of an offending value a message quotes. */
const MAX_QUOTED = 80;

/** A value as it appears in a message: strings quoted and cut, everything else by its kind. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value);
  }
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'function' ? 'a function' : 'an object';
}
