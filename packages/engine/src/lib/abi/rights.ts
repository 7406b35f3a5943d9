/**
 * Rights of a descriptor (`rights` in wasi_snapshot_preview1.witx). All 30 lie in the low word of the 64-bit value, so
 * they are plain numbers here.
 */
export const RIGHT_FD_DATASYNC = 1 << 0;
export const RIGHT_FD_READ = 1 << 1;
export const RIGHT_FD_SEEK = 1 << 2;
export const RIGHT_FD_FDSTAT_SET_FLAGS = 1 << 3;
export const RIGHT_FD_SYNC = 1 << 4;
export const RIGHT_FD_TELL = 1 << 5;
export const RIGHT_FD_WRITE = 1 << 6;
export const RIGHT_FD_ADVISE = 1 << 7;
export const RIGHT_FD_ALLOCATE = 1 << 8;
export const RIGHT_PATH_CREATE_DIRECTORY = 1 << 9;
export const RIGHT_PATH_CREATE_FILE = 1 << 10;
export const RIGHT_PATH_LINK_SOURCE = 1 << 11;
export const RIGHT_PATH_LINK_TARGET = 1 << 12;
export const RIGHT_PATH_OPEN = 1 << 13;
export const RIGHT_FD_READDIR = 1 << 14;
export const RIGHT_PATH_READLINK = 1 << 15;
export const RIGHT_PATH_RENAME_SOURCE = 1 << 16;
export const RIGHT_PATH_RENAME_TARGET = 1 << 17;
export const RIGHT_PATH_FILESTAT_GET = 1 << 18;
export const RIGHT_PATH_FILESTAT_SET_SIZE = 1 << 19;
export const RIGHT_PATH_FILESTAT_SET_TIMES = 1 << 20;
export const RIGHT_FD_FILESTAT_GET = 1 << 21;
export const RIGHT_FD_FILESTAT_SET_SIZE = 1 << 22;
export const RIGHT_FD_FILESTAT_SET_TIMES = 1 << 23;
export const RIGHT_PATH_SYMLINK = 1 << 24;
export const RIGHT_PATH_REMOVE_DIRECTORY = 1 << 25;
export const RIGHT_PATH_UNLINK_FILE = 1 << 26;
export const RIGHT_POLL_FD_READWRITE = 1 << 27;

const COMMON_RIGHTS =
  RIGHT_FD_DATASYNC |
  RIGHT_FD_FDSTAT_SET_FLAGS |
  RIGHT_FD_SYNC |
  RIGHT_FD_ADVISE |
  RIGHT_FD_FILESTAT_GET |
  RIGHT_FD_FILESTAT_SET_TIMES |
  RIGHT_POLL_FD_READWRITE;

/** What a regular file can be asked. */
export const FILE_RIGHTS =
  COMMON_RIGHTS |
  RIGHT_FD_READ |
  RIGHT_FD_SEEK |
  RIGHT_FD_TELL |
  RIGHT_FD_WRITE |
  RIGHT_FD_ALLOCATE |
  RIGHT_FD_FILESTAT_SET_SIZE;

/** What a directory can be asked. */
export const DIRECTORY_RIGHTS =
  COMMON_RIGHTS |
  RIGHT_PATH_CREATE_DIRECTORY |
  RIGHT_PATH_CREATE_FILE |
  RIGHT_PATH_LINK_SOURCE |
  RIGHT_PATH_LINK_TARGET |
  RIGHT_PATH_OPEN |
  RIGHT_FD_READDIR |
  RIGHT_PATH_READLINK |
  RIGHT_PATH_RENAME_SOURCE |
  RIGHT_PATH_RENAME_TARGET |
  RIGHT_PATH_FILESTAT_GET |
  RIGHT_PATH_FILESTAT_SET_SIZE |
  RIGHT_PATH_FILESTAT_SET_TIMES |
  RIGHT_PATH_SYMLINK |
  RIGHT_PATH_REMOVE_DIRECTORY |
  RIGHT_PATH_UNLINK_FILE;

/** What a device with positions, such as `/dev/null`, can be asked: C libraries take one without for a terminal. */
export const DEVICE_RIGHTS = COMMON_RIGHTS | RIGHT_FD_READ | RIGHT_FD_WRITE | RIGHT_FD_SEEK | RIGHT_FD_TELL;

/** What a stream can be asked: no position, so no seek and no tell. */
export const STREAM_RIGHTS = COMMON_RIGHTS | RIGHT_FD_READ | RIGHT_FD_WRITE;

/** Everything a preopened directory passes on. */
export const ALL_RIGHTS = FILE_RIGHTS | DIRECTORY_RIGHTS;
