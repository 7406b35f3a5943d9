import { type Inode, S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT, S_IFREG } from '@aletheia-works/session-core/vfs';
import {
  FILETYPE_CHARACTER_DEVICE,
  FILETYPE_DIRECTORY,
  FILETYPE_REGULAR_FILE,
  FILETYPE_SYMBOLIC_LINK,
  FILETYPE_UNKNOWN,
} from './flags.ts';
import type { FilestatLayout } from './layouts.ts';
import { putTimestamp, putUint64 } from './put-integers.ts';

/** All files of a world are on one device, since any of them may be renamed to anywhere. */
const DEVICE_ID = 1;

/** The `filetype` of an inode. WASI has none for pipes, so they are unknown, as in other runtimes. */
export function fileTypeOf(inode: Inode): number {
  switch (inode.mode & S_IFMT) {
    case S_IFREG:
      return FILETYPE_REGULAR_FILE;
    case S_IFDIR:
      return FILETYPE_DIRECTORY;
    case S_IFLNK:
      return FILETYPE_SYMBOLIC_LINK;
    case S_IFCHR:
      return FILETYPE_CHARACTER_DEVICE;
    default:
      return FILETYPE_UNKNOWN;
  }
}

/** Writes a `filestat` at `at`, which the caller has checked. */
export function putFilestat(view: DataView, at: number, layout: FilestatLayout, inode: Inode): void {
  putUint64(view, at, DEVICE_ID);
  putUint64(view, at + 8, inode.ino);
  putUint64(view, at + 16, 0);
  view.setUint8(at + 16, fileTypeOf(inode));
  if (layout.nlinkBytes === 8) putUint64(view, at + layout.nlink, inode.nlink);
  else view.setUint32(at + layout.nlink, inode.nlink, true);
  putUint64(view, at + layout.size, inode.size);
  putTimestamp(view, at + layout.atim, inode.atimeSec, inode.atimeNsec);
  putTimestamp(view, at + layout.mtim, inode.mtimeSec, inode.mtimeNsec);
  putTimestamp(view, at + layout.ctim, inode.ctimeSec, inode.ctimeNsec);
}
