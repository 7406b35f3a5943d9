/** POSIX error names that the file rules answer with; see the "Errors" chapter of POSIX.1-2024, 2.3. */
export type FsErrorCode =
  | 'EACCES'
  | 'EBADF'
  | 'EBUSY'
  | 'EEXIST'
  | 'EFBIG'
  | 'EINVAL'
  | 'EISDIR'
  | 'ELOOP'
  | 'EMLINK'
  | 'ENAMETOOLONG'
  | 'ENOENT'
  | 'ENOSPC'
  | 'ENOTDIR'
  | 'ENOTEMPTY'
  | 'EPERM'
  | 'EROFS';

/**
 * A refused file operation. Thrown on a guest's hot path (a missing module is looked up many times), so there is one
 * shared instance per code and it carries no stack.
 */
export class FsError extends Error {
  readonly code: FsErrorCode;

  constructor(code: FsErrorCode) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'FsError';
    this.code = code;
  }
}

const shared = new Map<FsErrorCode, FsError>();

/** The shared error for `code`; throw what it returns. */
export function fsError(code: FsErrorCode): FsError {
  let error = shared.get(code);
  if (error === undefined) {
    error = new FsError(code);
    shared.set(code, error);
  }
  return error;
}
