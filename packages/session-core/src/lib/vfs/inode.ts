/** File type bits of a mode, and their mask (POSIX.1-2024, <sys/stat.h>; the values are Linux's). */
export const S_IFMT = 0o170000;
export const S_IFDIR = 0o040000;
export const S_IFREG = 0o100000;
export const S_IFLNK = 0o120000;
export const S_IFCHR = 0o020000;

/** Permission bits of a mode, set-id and sticky bits included. */
export const MODE_MASK = 0o7777;

/** {@link Inode.flags}: nothing below may be created, removed or written (EROFS). */
export const INODE_READ_ONLY = 1;
/** {@link Inode.flags}: may not be renamed or removed (EBUSY), as a mount point. */
export const INODE_MOUNT = 2;
/** {@link Inode.flags}: the content belongs to somebody else and is never freed by this inode. */
export const INODE_BORROWED = 4;

/**
 * A file, directory, symbolic link or device. The host's store and a worker's replica each have a class of their own
 * with this shape, and the rules in this folder work on both.
 *
 * Times are split into seconds and nanoseconds since the epoch, so that each part stays a small integer.
 */
export interface Inode {
  /** Never reused within a Session. */
  readonly ino: number;
  /** Type and permission bits. */
  mode: number;
  nlink: number;
  /** Bytes of a file, or of a symbolic link's target in UTF-8. */
  size: number;
  atimeSec: number;
  atimeNsec: number;
  mtimeSec: number;
  mtimeNsec: number;
  ctimeSec: number;
  ctimeNsec: number;
  /** Address of the only extent in granules of 16 bytes, or -1. */
  addr: number;
  /** Bytes set aside: the extent's capacity, or 1 MiB for each entry of `blocks` that is no hole. */
  cap: number;
  /** Addresses of the 1 MiB blocks of a large file (-1 for a hole), or null. */
  blocks: number[] | null;
  /** Target of a symbolic link; empty otherwise. */
  symlink: string;
  /** Device number of a character device. */
  rdev: number;
  /** Open file descriptions; content lives until this and `nlink` are 0. */
  opens: number;
  /** A sum of `INODE_*` flags. */
  flags: number;
  /** The epoch in which the content's extent was set aside. */
  contentEpoch: number;
  /** The epoch in which the inode was last noted as changed. */
  touchedEpoch: number;
}

export const isDirectory = (inode: Inode): boolean => (inode.mode & S_IFMT) === S_IFDIR;
export const isRegular = (inode: Inode): boolean => (inode.mode & S_IFMT) === S_IFREG;
export const isSymlink = (inode: Inode): boolean => (inode.mode & S_IFMT) === S_IFLNK;

/** Bytes that a file is charged for: what it holds in extents, up to its size. */
export const chargeOf = (inode: Inode): number => Math.min(inode.size, inode.cap);
