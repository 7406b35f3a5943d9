export { ERROR_CODES, type ErrorCode, isErrorCode } from './lib/error-codes.ts';
export { type ErrorWire, fromErrorWire, toErrorWire } from './lib/error-wire.ts';
export { ExecutionError, type ExecutionErrorDetails } from './lib/execution-error.ts';
