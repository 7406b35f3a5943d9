import { INODE_READ_ONLY, type Inode } from '@aletheia-works/session-core/vfs';

/** File type of a pipe (POSIX.1-2024, <sys/stat.h>; Linux's value). */
const S_IFIFO = 0o010000;
/** Above every number that a session can hand out, so that no file is taken for a pipe. */
const FIRST_STREAM_INO = 2 ** 52;

/** What fstat says about something that is in no directory. Nothing about it can be changed. */
export function streamInode(index: number, clock: { readonly sec: number; readonly nsec: number }): Inode {
  return {
    ino: FIRST_STREAM_INO + index,
    mode: S_IFIFO | 0o600,
    nlink: 1,
    size: 0,
    atimeSec: clock.sec,
    atimeNsec: clock.nsec,
    mtimeSec: clock.sec,
    mtimeNsec: clock.nsec,
    ctimeSec: clock.sec,
    ctimeNsec: clock.nsec,
    addr: -1,
    cap: 0,
    blocks: null,
    symlink: '',
    rdev: 0,
    opens: 0,
    flags: INODE_READ_ONLY,
    contentEpoch: 0,
    touchedEpoch: 0,
  };
}
