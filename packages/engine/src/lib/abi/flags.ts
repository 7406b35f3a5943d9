/** Flags and enumerations of wasi_snapshot_preview1.witx; `wasi_unstable` shares all but `whence`. */

/** `filetype` */
export const FILETYPE_UNKNOWN = 0;
export const FILETYPE_CHARACTER_DEVICE = 2;
export const FILETYPE_DIRECTORY = 3;
export const FILETYPE_REGULAR_FILE = 4;
export const FILETYPE_SYMBOLIC_LINK = 7;

/** `fdflags` */
export const FDFLAG_APPEND = 1;
export const FDFLAG_NONBLOCK = 4;
export const FDFLAGS_ALL = 31;

/** `oflags` */
export const OFLAG_CREAT = 1;
export const OFLAG_DIRECTORY = 2;
export const OFLAG_EXCL = 4;
export const OFLAG_TRUNC = 8;
export const OFLAGS_ALL = 15;

/** `lookupflags` */
export const LOOKUP_SYMLINK_FOLLOW = 1;

/** `fstflags` */
export const FST_ATIM = 1;
export const FST_ATIM_NOW = 2;
export const FST_MTIM = 4;
export const FST_MTIM_NOW = 8;

/** `clockid` */
export const CLOCK_REALTIME = 0;
export const CLOCK_MONOTONIC = 1;
export const CLOCK_THREAD_CPUTIME = 3;

/** `eventtype` */
export const EVENT_CLOCK = 0;
export const EVENT_FD_READ = 1;
export const EVENT_FD_WRITE = 2;

/** `subclockflags` */
export const CLOCK_ABSTIME = 1;

/** `eventrwflags` */
export const EVENT_HANGUP = 1;

/** The highest value of `advice` */
export const ADVICE_LAST = 5;
