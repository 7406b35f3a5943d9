import type { Inode } from './inode.ts';
import type { InodeRecord } from './journal-reader.ts';

/** Gives an inode what a record says of it, but for its flags and extents, which every reader treats in its own way. */
export function copyMetadata(record: InodeRecord, inode: Inode): void {
  inode.mode = record.mode;
  inode.size = record.size;
  inode.atimeSec = record.atimeSec;
  inode.atimeNsec = record.atimeNsec;
  inode.mtimeSec = record.mtimeSec;
  inode.mtimeNsec = record.mtimeNsec;
  inode.ctimeSec = record.ctimeSec;
  inode.ctimeNsec = record.ctimeNsec;
  inode.rdev = record.rdev;
  inode.symlink = record.symlink;
}
