import { type ErrorCode, isErrorCode } from './error-codes.ts';
import { ExecutionError } from './execution-error.ts';

/** How an error crosses a worker boundary, where an `Error` would lose its name and code. */
export interface ErrorWire {
  readonly code: ErrorCode;
  /** A fixed text, never a caller's data; at most 4,096 UTF-16 units. */
  readonly message: string;
  readonly cause?: ErrorWire;
}

const MAX_CAUSES = 8;
const MAX_MESSAGE_LENGTH = 4_096;

/**
 * Errors whose message the JavaScript engine wrote. Of any other foreign error only the name crosses: its message may
 * quote what was parsed or passed (`JSON.parse` does).
 */
const ENGINE_WORDED: ReadonlySet<string> = new Set([
  'CompileError',
  'InternalError',
  'LinkError',
  'RangeError',
  'ReferenceError',
  'RuntimeError',
  'TypeError',
]);

/**
 * The wire form of any thrown value. What is not an {@link ExecutionError} becomes `EXECUTION` with the error's name and
 * system code (`ENOSPC`, `ERR_…`) or, for a failure of the JavaScript or WebAssembly engine, its message. Run id and
 * partial output do not cross. At most eight causes do. Never throws.
 */
export function toErrorWire(error: unknown): ErrorWire {
  return toWire(error, 0);
}

/**
 * Rebuilds the error that {@link toErrorWire} described. The wire is not trusted: whatever is malformed becomes
 * `EXECUTION`, and length and depth are cut.
 */
export function fromErrorWire(wire: unknown): ExecutionError {
  return fromWire(wire, 0);
}

function toWire(error: unknown, depth: number): ErrorWire {
  try {
    const wire = describe(error);
    const cause = error instanceof Error ? error.cause : undefined;
    return cause === undefined || depth >= MAX_CAUSES ? wire : { ...wire, cause: toWire(cause, depth + 1) };
  } catch {
    // A getter or a proxy of the thrown value threw.
    return { code: 'EXECUTION', message: 'Cannot describe the thrown value' };
  }
}

function describe(error: unknown): ErrorWire {
  if (error instanceof ExecutionError && isErrorCode(error.code)) {
    return { code: error.code, message: cut(String(error.message)) };
  }
  return { code: 'EXECUTION', message: cut(describeForeign(error)) };
}

function describeForeign(error: unknown): string {
  if (!(error instanceof Error)) return `A value of type ${error === null ? 'null' : typeof error} was thrown`;
  const name = /^[A-Z][A-Za-z]{0,39}$/.test(error.name) ? error.name : 'Error';
  const systemCode = 'code' in error ? error.code : undefined;
  if (typeof systemCode === 'string' && /^[A-Z][A-Z0-9_]{1,59}$/.test(systemCode)) return `${name} ${systemCode}`;
  return ENGINE_WORDED.has(name) ? `${name}: ${error.message}` : name;
}

function fromWire(wire: unknown, depth: number): ExecutionError {
  if (typeof wire !== 'object' || wire === null) {
    return new ExecutionError('EXECUTION', 'Cannot read an error from a worker: it is no object');
  }
  const { code, message, cause } = wire as Partial<Record<keyof ErrorWire, unknown>>;
  return new ExecutionError(
    isErrorCode(code) ? code : 'EXECUTION',
    typeof message === 'string' ? cut(message) : 'Cannot read the message of an error from a worker',
    cause === undefined || depth >= MAX_CAUSES ? {} : { cause: fromWire(cause, depth + 1) },
  );
}

function cut(message: string): string {
  return message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…`;
}
