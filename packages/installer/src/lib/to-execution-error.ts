import { ExecutionError } from '@aletheia-works/errors';

/** What an installation rejects with. */
export function toExecutionError(error: unknown, action: string): ExecutionError {
  if (error instanceof ExecutionError) return error;
  if (error instanceof RangeError) {
    // What engines throw when no buffer of that size can be had.
    return new ExecutionError('QUOTA', `Cannot ${action}: it does not fit into memory`, { cause: error });
  }
  return new ExecutionError('EXECUTION', `Cannot ${action}: an internal error`, { cause: error });
}
