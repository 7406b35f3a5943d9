import { ExecutionError } from '@aletheia-works/errors';

/** An `ARCHIVE` error: `Cannot unpack the archive: <problem>`. */
export function archiveError(problem: string, cause?: unknown): ExecutionError {
  return new ExecutionError('ARCHIVE', `Cannot unpack the archive: ${problem}`, { cause });
}

/** `error` itself when it says already what went wrong, else an `ARCHIVE` error around it. */
export function toArchiveError(error: unknown, problem: string): ExecutionError {
  return error instanceof ExecutionError ? error : archiveError(problem, error);
}
