/**
 * The closed list of error codes. Codes are API: adding one is a minor version,
 * removing one or giving it another meaning is a major version.
 */
export const ERROR_CODES = Object.freeze([
  'INVALID_INPUT',
  'UNSUPPORTED_ENV',
  'ASSET_LOAD',
  'CORE_INIT',
  'EXECUTION',
  'SNAPSHOT',
  'TIMEOUT',
  'ABORTED',
  'BUSY',
  'DISPOSED',
  'NOT_FOUND',
  'NOT_FILE',
  'QUOTA',
  'NETWORK',
  'FETCH',
  'DIGEST',
  'ARCHIVE',
  'GUEST_FORMAT',
] as const);

/** One of {@link ERROR_CODES}. Callers branch on it; messages may change. */
export type ErrorCode = (typeof ERROR_CODES)[number];

const known: ReadonlySet<string> = new Set(ERROR_CODES);

/** Tells whether `value` is one of {@link ERROR_CODES}. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && known.has(value);
}
