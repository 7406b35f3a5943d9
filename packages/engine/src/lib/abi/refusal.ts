import { FsError, type FsErrorCode } from '@aletheia-works/session-core/vfs';
import * as errno from './errno.ts';

/** A call that ends with an error number. */
export class Refusal extends Error {
  readonly errno: number;

  constructor(number: number) {
    super(`errno ${number}`);
    this.name = 'Refusal';
    this.errno = number;
  }
}

const shared = new Map<number, Refusal>();

/** Ends the call with `number`. One instance per number: a guest may provoke millions, and a stack costs microseconds. */
export function refuse(number: number): never {
  let refusal = shared.get(number);
  if (refusal === undefined) {
    refusal = new Refusal(number);
    shared.set(number, refusal);
  }
  throw refusal;
}

const FS_ERRORS: Readonly<Record<FsErrorCode, number>> = {
  EACCES: errno.EACCES,
  EBUSY: errno.EBUSY,
  EEXIST: errno.EEXIST,
  EFBIG: errno.EFBIG,
  EINVAL: errno.EINVAL,
  EISDIR: errno.EISDIR,
  ELOOP: errno.ELOOP,
  ENAMETOOLONG: errno.ENAMETOOLONG,
  ENOENT: errno.ENOENT,
  ENOSPC: errno.ENOSPC,
  ENOTDIR: errno.ENOTDIR,
  ENOTEMPTY: errno.ENOTEMPTY,
  EPERM: errno.EPERM,
  EROFS: errno.EROFS,
};

/** The error number for what a call threw; null for anything that is no answer to a guest, such as an exit. */
export function errnoOf(error: unknown): number | null {
  if (error instanceof Refusal) return error.errno;
  if (error instanceof FsError) return FS_ERRORS[error.code];
  return null;
}
