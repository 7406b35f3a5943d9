import { type ErrorCode, isErrorCode } from './error-codes.ts';
import { ExecutionError } from './execution-error.ts';

/** How an error crosses a worker boundary, where an `Error` would lose its name and code. */
export interface ErrorWire {
  readonly code: ErrorCode;
  /** A fixed text: never a caller's secrets. */
  readonly message: string;
  readonly cause?: ErrorWire;
}

const MAX_CAUSES = 8;

/** The wire form of any thrown value; what is not an {@link ExecutionError} becomes `EXECUTION`. */
export function toErrorWire(error: unknown, depth = 0): ErrorWire {
  const own = error instanceof ExecutionError;
  const wire = {
    code: own ? error.code : ('EXECUTION' as const),
    message: own ? error.message : describe(error),
  };
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause === undefined || depth >= MAX_CAUSES) return wire;
  return { ...wire, cause: toErrorWire(cause, depth + 1) };
}

/** Rebuilds the error that {@link toErrorWire} described; anything malformed becomes `EXECUTION`. */
export function fromErrorWire(wire: unknown, depth = 0): ExecutionError {
  if (typeof wire !== 'object' || wire === null) {
    return new ExecutionError('EXECUTION', 'Cannot read an error from a worker: it is no object');
  }
  const { code, message, cause } = wire as Partial<ErrorWire>;
  return new ExecutionError(
    isErrorCode(code) ? code : 'EXECUTION',
    typeof message === 'string' ? message : 'Cannot read the message of an error from a worker',
    cause === undefined || depth >= MAX_CAUSES ? {} : { cause: fromErrorWire(cause, depth + 1) },
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : `Thrown value: ${String(error)}`;
}
