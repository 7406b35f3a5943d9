export type { FileView, ProgramImage } from './lib/runtime-port.ts';
export { ChangeTracker } from './lib/vfs/change-tracker.ts';
export { BLOCK_BYTES, GRANULE_BYTES, MAX_FILE_BYTES, SLAB_BYTES } from './lib/vfs/extent-layout.ts';
export { FileClock } from './lib/vfs/file-clock.ts';
export { FsError, type FsErrorCode, fsError } from './lib/vfs/fs-error.ts';
export {
  chargeOf,
  INODE_BORROWED,
  INODE_MOUNT,
  INODE_READ_ONLY,
  type Inode,
  isDirectory,
  isRegular,
  isSymlink,
  MODE_MASK,
  S_IFCHR,
  S_IFDIR,
  S_IFLNK,
  S_IFMT,
  S_IFREG,
} from './lib/vfs/inode.ts';
export type { FileTimes } from './lib/vfs/inode-stamper.ts';
export type { InodeStore } from './lib/vfs/inode-store.ts';
export { Replica, type ReplicaOptions, type ReplicaRun } from './lib/vfs/replica.ts';
export { createSharedFiles, endSharedProcess } from './lib/vfs/shared/shared-files.ts';
export { MAX_SHARING_PROCESSES } from './lib/vfs/shared/shared-layout.ts';
export {
  type AddedProcess,
  type EnterOptions,
  type JoinOptions,
  SharedProcess,
} from './lib/vfs/shared/shared-process.ts';
export { Vfs, type VfsLimits } from './lib/vfs/vfs.ts';
export { MAX_NAME_BYTES, type Walked, type WalkOptions } from './lib/vfs/walk.ts';
