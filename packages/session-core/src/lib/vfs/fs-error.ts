/** POSIX error names that the file rules answer with; see "Error Numbers", POSIX.1-2024, 2.3. */
export type FsErrorCode =
  | 'EACCES'
  | 'EBUSY'
  | 'EEXIST'
  | 'EFBIG'
  | 'EINVAL'
  | 'EISDIR'
  | 'ELOOP'
  | 'ENAMETOOLONG'
  | 'ENOENT'
  | 'ENOSPC'
  | 'ENOTDIR'
  | 'ENOTEMPTY'
  | 'EPERM'
  | 'EROFS';

/** A refused file operation. */
export class FsError extends Error {
  readonly code: FsErrorCode;

  constructor(code: FsErrorCode) {
    super(code);
    this.name = 'FsError';
    this.code = code;
  }
}

const shared = new Map<FsErrorCode, FsError>();

/**
 * The error for `code`; throw what it returns. There is one instance per code, because a guest's hot path meets them (an
 * interpreter looks for many modules that do not exist) and a fresh stack costs microseconds.
 */
export function fsError(code: FsErrorCode): FsError {
  let error = shared.get(code);
  if (error === undefined) {
    error = new FsError(code);
    shared.set(code, error);
  }
  return error;
}
