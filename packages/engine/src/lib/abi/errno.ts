/**
 * Error numbers of WASI preview 1 (`errno` in wasi_snapshot_preview1.witx; `wasi_unstable` numbers them alike), under
 * their POSIX names ("Error Numbers", POSIX.1-2024, 2.3).
 */
export const SUCCESS = 0;
export const E2BIG = 1;
export const EACCES = 2;
export const EAGAIN = 6;
export const EBADF = 8;
export const EBUSY = 10;
export const ECHILD = 12;
export const EDQUOT = 19;
export const EEXIST = 20;
export const EFAULT = 21;
export const EFBIG = 22;
export const EILSEQ = 25;
export const EINTR = 27;
export const EINVAL = 28;
export const EISDIR = 31;
export const ELOOP = 32;
export const EMFILE = 33;
export const ENAMETOOLONG = 37;
export const ENFILE = 41;
export const ENODEV = 43;
export const ENOENT = 44;
export const ENOEXEC = 45;
export const ENOSPC = 51;
export const ENOSYS = 52;
export const ENOTDIR = 54;
export const ENOTEMPTY = 55;
export const ENOTSOCK = 57;
export const ENOTSUP = 58;
export const ENOTTY = 59;
export const ENXIO = 60;
export const EOVERFLOW = 61;
export const EPERM = 63;
export const EPIPE = 64;
export const ERANGE = 68;
export const EROFS = 69;
export const ESPIPE = 70;
export const ESRCH = 71;
export const EXDEV = 75;
/** The descriptor lacks the right that the call needs. */
export const ENOTCAPABLE = 76;
