/**
 * Sizes and offsets, in bytes, of the records in guest memory (wasi_snapshot_preview1.witx and, where it differs,
 * wasi_unstable.witx). Everything is little-endian.
 */

/** `iovec`, `ciovec`: pointer, then length. */
export const IOVEC_BYTES = 8;

/** `fdstat` */
export const FDSTAT_BYTES = 24;
export const FDSTAT_FLAGS = 2;
export const FDSTAT_RIGHTS_BASE = 8;
export const FDSTAT_RIGHTS_INHERITING = 16;

/** `prestat`: tag 0 for a directory, then the length of its name. */
export const PRESTAT_BYTES = 8;
export const PRESTAT_NAME_LENGTH = 4;

/** `dirent`, followed by the name */
export const DIRENT_BYTES = 24;
export const DIRENT_INO = 8;
export const DIRENT_NAME_LENGTH = 16;
export const DIRENT_TYPE = 20;

/** `event` */
export const EVENT_BYTES = 32;
export const EVENT_ERROR = 8;
export const EVENT_TYPE = 10;
export const EVENT_NBYTES = 16;
export const EVENT_FLAGS = 24;

/** `filestat`: device, inode and type lie at 0, 8 and 16 in both versions. */
export interface FilestatLayout {
  readonly bytes: number;
  readonly nlink: number;
  /** Bytes of the link count: 8, or 4 in `wasi_unstable`. */
  readonly nlinkBytes: 4 | 8;
  readonly size: number;
  readonly atim: number;
  readonly mtim: number;
  readonly ctim: number;
}

/** `subscription` of a clock; `userdata`, the event type and a descriptor lie at 0, 8 and 16 in both versions. */
export interface SubscriptionLayout {
  readonly bytes: number;
  readonly clockId: number;
  readonly timeout: number;
  readonly flags: number;
}

/** What tells the two versions of preview 1 apart. */
export interface AbiVersion {
  readonly filestat: FilestatLayout;
  readonly subscription: SubscriptionLayout;
  /** The values of `whence` in the order SET, CUR, END. */
  readonly whence: readonly [set: number, cur: number, end: number];
}

/** `wasi_snapshot_preview1` */
export const SNAPSHOT_PREVIEW1: AbiVersion = {
  filestat: { bytes: 64, nlink: 24, nlinkBytes: 8, size: 32, atim: 40, mtim: 48, ctim: 56 },
  subscription: { bytes: 48, clockId: 16, timeout: 24, flags: 40 },
  whence: [0, 1, 2],
};

/** `wasi_unstable` (snapshot 0). Its clock subscription starts with an identifier of 8 bytes that nobody uses. */
export const UNSTABLE: AbiVersion = {
  filestat: { bytes: 56, nlink: 20, nlinkBytes: 4, size: 24, atim: 32, mtim: 40, ctim: 48 },
  subscription: { bytes: 56, clockId: 24, timeout: 32, flags: 48 },
  whence: [2, 0, 1],
};
