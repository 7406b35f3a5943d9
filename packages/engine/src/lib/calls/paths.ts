import {
  INODE_BORROWED,
  INODE_READ_ONLY,
  type Inode,
  isDirectory,
  isSymlink,
  type Vfs,
} from '@aletheia-works/session-core/vfs';
import { EEXIST, EINVAL, EISDIR, ENOENT, ENOTDIR, ENOTEMPTY, EPERM, EXDEV, SUCCESS } from '../abi/errno.ts';
import { timesToSet } from '../abi/get-times.ts';
import type { AbiVersion } from '../abi/layouts.ts';
import { putFilestat } from '../abi/put-filestat.ts';
import { refuse } from '../abi/refusal.ts';
import {
  RIGHT_PATH_CREATE_DIRECTORY,
  RIGHT_PATH_FILESTAT_GET,
  RIGHT_PATH_FILESTAT_SET_TIMES,
  RIGHT_PATH_LINK_SOURCE,
  RIGHT_PATH_LINK_TARGET,
  RIGHT_PATH_READLINK,
  RIGHT_PATH_REMOVE_DIRECTORY,
  RIGHT_PATH_RENAME_SOURCE,
  RIGHT_PATH_RENAME_TARGET,
  RIGHT_PATH_SYMLINK,
  RIGHT_PATH_UNLINK_FILE,
} from '../abi/rights.ts';
import type { Directory } from '../process/directory.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { requireDirectory } from '../process/require-right.ts';
import { walkEntry, walkPath } from '../process/walk-path.ts';
import { leavesWorld } from '../world/leaves-world.ts';

/** Permission bits of new directories: 0777 under a umask of 022. */
const NEW_DIRECTORY_MODE = 0o755;

const encoder = new TextEncoder();

/** The calls on paths but `path_open`. Each is the POSIX function whose name ends in `at`; notes say where they differ. */
export function pathCalls({ memory, descriptors, vfs }: GuestContext, abi: AbiVersion): CallTable {
  const directoryOf = (fd: number, right: number): Directory => requireDirectory(descriptors.get(fd), right);
  return {
    /** mkdirat(2) */
    path_create_directory(fd: number, path: number, pathLength: number): number {
      const directory = directoryOf(fd, RIGHT_PATH_CREATE_DIRECTORY);
      const found = walkEntry(vfs, directory, memory.path(path, pathLength));
      if (found.inode !== null) refuse(EEXIST);
      vfs.mkdir(found.parent, found.name, NEW_DIRECTORY_MODE);
      return SUCCESS;
    },

    /** fstatat(2) */
    path_filestat_get(fd: number, flags: number, path: number, pathLength: number, result: number): number {
      const directory = directoryOf(fd, RIGHT_PATH_FILESTAT_GET);
      const at = memory.range(result, abi.filestat.bytes);
      const { inode } = walkPath(vfs, directory, memory.path(path, pathLength), flags);
      if (inode === null) return ENOENT;
      vfs.settleTimes();
      putFilestat(memory.view, at, abi.filestat, inode);
      return SUCCESS;
    },

    /** utimensat(2) */
    path_filestat_set_times(
      fd: number,
      flags: number,
      path: number,
      pathLength: number,
      atim: bigint,
      mtim: bigint,
      timeFlags: number,
    ): number {
      const directory = directoryOf(fd, RIGHT_PATH_FILESTAT_SET_TIMES);
      const { inode } = walkPath(vfs, directory, memory.path(path, pathLength), flags);
      const times = timesToSet(vfs.clock, atim, mtim, timeFlags);
      if (inode === null) refuse(ENOENT);
      vfs.setTimes(inode, times);
      return SUCCESS;
    },

    /** linkat(2). What is lent to the run, such as a program, is on a file system of its own: EXDEV. */
    path_link(
      oldFd: number,
      oldFlags: number,
      oldPath: number,
      oldLength: number,
      newFd: number,
      newPath: number,
      newLength: number,
    ): number {
      const oldDirectory = directoryOf(oldFd, RIGHT_PATH_LINK_SOURCE);
      const newDirectory = directoryOf(newFd, RIGHT_PATH_LINK_TARGET);
      const { inode } = walkPath(vfs, oldDirectory, memory.path(oldPath, oldLength), oldFlags);
      if (inode === null) refuse(ENOENT);
      const target = walkEntry(vfs, newDirectory, memory.path(newPath, newLength));
      if (target.inode !== null) refuse(EEXIST);
      if (target.slash) refuse(ENOENT);
      if (isDirectory(inode)) refuse(EPERM);
      if ((inode.flags & (INODE_READ_ONLY | INODE_BORROWED)) !== 0) refuse(EXDEV);
      vfs.link(target.parent, target.name, inode);
      return SUCCESS;
    },

    /** readlinkat(2): truncates. */
    path_readlink(
      fd: number,
      path: number,
      pathLength: number,
      buffer: number,
      bufferLength: number,
      result: number,
    ): number {
      const directory = directoryOf(fd, RIGHT_PATH_READLINK);
      const { inode } = walkPath(vfs, directory, memory.path(path, pathLength), 0);
      const start = memory.range(buffer, bufferLength >>> 0);
      const resultAt = memory.range(result, 4);
      if (inode === null) refuse(ENOENT);
      if (!isSymlink(inode)) refuse(EINVAL);
      const count = memory.put(start, encoder.encode(inode.symlink), bufferLength >>> 0);
      memory.view.setUint32(resultAt, count, true);
      return SUCCESS;
    },

    /** unlinkat(2) with AT_REMOVEDIR */
    path_remove_directory(fd: number, path: number, pathLength: number): number {
      const directory = directoryOf(fd, RIGHT_PATH_REMOVE_DIRECTORY);
      const found = walkEntry(vfs, directory, memory.path(path, pathLength));
      if (found.inode === null) refuse(ENOENT);
      vfs.rmdir(found.parent, found.name);
      return SUCCESS;
    },

    /** renameat(2) */
    path_rename(
      oldFd: number,
      oldPath: number,
      oldLength: number,
      newFd: number,
      newPath: number,
      newLength: number,
    ): number {
      const oldDirectory = directoryOf(oldFd, RIGHT_PATH_RENAME_SOURCE);
      const newDirectory = directoryOf(newFd, RIGHT_PATH_RENAME_TARGET);
      const source = walkEntry(vfs, oldDirectory, memory.path(oldPath, oldLength));
      const target = walkEntry(vfs, newDirectory, memory.path(newPath, newLength));
      if (source.inode === null) refuse(ENOENT);
      requireDirectoryAfterSlash(source.inode, source.slash || target.slash);
      if (target.inode !== null && target.inode !== source.inode && holds(vfs, target.inode, source.parent)) {
        refuse(ENOTEMPTY);
      }
      vfs.rename(source.parent, source.name, target.parent, target.name);
      return SUCCESS;
    },

    /** symlinkat(2). A link that would lead out of the guest's world is EPERM. */
    path_symlink(target: number, targetLength: number, fd: number, path: number, pathLength: number): number {
      const directory = directoryOf(fd, RIGHT_PATH_SYMLINK);
      const text = memory.path(target, targetLength);
      const found = walkEntry(vfs, directory, memory.path(path, pathLength));
      if (found.inode !== null) refuse(EEXIST);
      if (found.slash) refuse(ENOENT);
      if (leavesWorld(vfs, found.parent, text)) refuse(EPERM);
      vfs.symlink(found.parent, found.name, text);
      return SUCCESS;
    },

    /** unlinkat(2). A directory is EISDIR, as on Linux. */
    path_unlink_file(fd: number, path: number, pathLength: number): number {
      const directory = directoryOf(fd, RIGHT_PATH_UNLINK_FILE);
      const found = walkEntry(vfs, directory, memory.path(path, pathLength));
      if (found.inode === null) refuse(ENOENT);
      if (found.slash && isDirectory(found.inode)) refuse(EISDIR);
      requireDirectoryAfterSlash(found.inode, found.slash);
      vfs.unlink(found.parent, found.name);
      return SUCCESS;
    },
  };
}

/** Tells whether `directory` is the ancestor of `inside`, or is it. */
function holds(vfs: Vfs, directory: Inode, inside: Inode): boolean {
  return isDirectory(directory) && vfs.isInside(inside, directory);
}

function requireDirectoryAfterSlash(inode: Inode, slash: boolean): void {
  if (slash && !isDirectory(inode)) refuse(ENOTDIR);
}
