import { type ErrorCode, ExecutionError } from '@aletheia-works/errors';
import { quoted } from './invalid-input.ts';
import { OutsideRootsError } from './resolve-entry.ts';
import { FsError, type FsErrorCode } from './vfs/fs-error.ts';

/** What each refusal of the file rules is to a caller of the Session. */
const FS_ERRORS: Readonly<Record<FsErrorCode, readonly [ErrorCode, string]>> = {
  EACCES: ['INVALID_INPUT', 'access is denied'],
  EBUSY: ['INVALID_INPUT', 'a root may not be moved or removed'],
  EEXIST: ['INVALID_INPUT', 'it exists already'],
  EFBIG: ['QUOTA', 'the file would be larger than 16 GiB'],
  EINVAL: ['INVALID_INPUT', 'the operation makes no sense for it'],
  EISDIR: ['NOT_FILE', 'it is a directory; a file is accepted'],
  ELOOP: ['INVALID_INPUT', 'more than 40 symbolic links lead to it'],
  ENAMETOOLONG: ['INVALID_INPUT', 'a name is longer than 255 bytes'],
  ENOENT: ['NOT_FOUND', 'no such file or directory'],
  ENOSPC: ['QUOTA', 'the limits of the session leave no room'],
  ENOTDIR: ['NOT_FOUND', 'a component of the path is no directory'],
  ENOTEMPTY: ['INVALID_INPUT', 'the directory is not empty'],
  EPERM: ['INVALID_INPUT', 'the operation is not permitted'],
  EROFS: ['INVALID_INPUT', 'it is read-only'],
};

/**
 * What a failed file operation rejects with.
 *
 * @param action says what was asked, as in `read "/work/a"`
 */
export function toExecutionError(error: unknown, action: string, roots: readonly string[]): ExecutionError {
  if (error instanceof ExecutionError) return error;
  if (error instanceof OutsideRootsError) {
    return new ExecutionError('INVALID_INPUT', `Cannot ${action}: it leads outside ${roots.join(' and ')}`, {
      cause: error,
    });
  }
  if (error instanceof FsError) {
    const [code, text] = FS_ERRORS[error.code];
    return new ExecutionError(code, `Cannot ${action}: ${text}`, { cause: error });
  }
  if (error instanceof RangeError) {
    // What engines throw when no buffer of that size can be had.
    return new ExecutionError('QUOTA', `Cannot ${action}: it does not fit into memory`, { cause: error });
  }
  return new ExecutionError('EXECUTION', `Cannot ${action}: an internal error`, { cause: error });
}

/** The action on a path, for {@link toExecutionError}. */
export function actionOn(verb: string, ...paths: unknown[]): string {
  return `${verb} ${paths.map(quoted).join(' to ')}`;
}
