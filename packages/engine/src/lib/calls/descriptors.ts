import { EBADF, EFBIG, EINVAL, ENAMETOOLONG, ENOTCAPABLE, ESPIPE, SUCCESS } from '../abi/errno.ts';
import { ADVICE_LAST, FDFLAGS_ALL } from '../abi/flags.ts';
import { timesToSet } from '../abi/get-times.ts';
import {
  type AbiVersion,
  FDSTAT_BYTES,
  FDSTAT_FLAGS,
  FDSTAT_RIGHTS_BASE,
  FDSTAT_RIGHTS_INHERITING,
  PRESTAT_BYTES,
  PRESTAT_NAME_LENGTH,
} from '../abi/layouts.ts';
import { fileTypeOf, putFilestat } from '../abi/put-filestat.ts';
import { putUint64 } from '../abi/put-integers.ts';
import { refuse } from '../abi/refusal.ts';
import {
  RIGHT_FD_ADVISE,
  RIGHT_FD_ALLOCATE,
  RIGHT_FD_DATASYNC,
  RIGHT_FD_FDSTAT_SET_FLAGS,
  RIGHT_FD_FILESTAT_GET,
  RIGHT_FD_FILESTAT_SET_SIZE,
  RIGHT_FD_FILESTAT_SET_TIMES,
  RIGHT_FD_SYNC,
} from '../abi/rights.ts';
import { Directory } from '../process/directory.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { requireRight, requireSizeRight } from '../process/require-right.ts';
import { SeekableFile } from '../process/seekable-file.ts';

/** The calls on a descriptor that move no data. The WASI page describes each under its name; POSIX pages are named below. */
export function descriptorCalls({ memory, descriptors, vfs, hasWasixLibc }: GuestContext, abi: AbiVersion): CallTable {
  return {
    /** posix_fadvise(3): checked, then ignored, as everything is in memory already. */
    fd_advise(fd: number, offset: bigint, length: bigint, advice: number): number {
      const descriptor = descriptors.get(fd);
      if (descriptor.file instanceof Directory) refuse(EBADF);
      if (!(descriptor.file instanceof SeekableFile)) refuse(ESPIPE);
      requireRight(descriptor, RIGHT_FD_ADVISE);
      if (advice >>> 0 > ADVICE_LAST || length < 0n || offset < 0n) refuse(EINVAL);
      return SUCCESS;
    },

    /** posix_fallocate(3) */
    fd_allocate(fd: number, offset: bigint, length: bigint): number {
      const descriptor = descriptors.get(fd);
      const from = Number(offset);
      const size = Number(length);
      if (descriptor.file instanceof Directory) refuse(EBADF);
      requireSizeRight(descriptor, RIGHT_FD_ALLOCATE);
      if (from < 0 || size <= 0) refuse(EINVAL);
      descriptor.file.allocate(from, size);
      return SUCCESS;
    },

    /** close(2) */
    fd_close(fd: number): number {
      descriptors.close(fd);
      return SUCCESS;
    },

    /** fdatasync(3): there is nothing to wait for, since a run is committed whole when it ends. */
    fd_datasync(fd: number): number {
      requireRight(descriptors.get(fd), RIGHT_FD_DATASYNC);
      return SUCCESS;
    },

    /** fsync(3), as `fd_datasync`. */
    fd_sync(fd: number): number {
      requireRight(descriptors.get(fd), RIGHT_FD_SYNC);
      return SUCCESS;
    },

    /** fcntl(2), F_GETFL, with the rights. */
    fd_fdstat_get(fd: number, result: number): number {
      const { file, rights, inheriting } = descriptors.get(fd);
      const at = memory.range(result, FDSTAT_BYTES);
      const { view } = memory;
      putUint64(view, at, 0);
      view.setUint8(at, fileTypeOf(file.inode));
      view.setUint16(at + FDSTAT_FLAGS, file.flags, true);
      putUint64(view, at + FDSTAT_RIGHTS_BASE, rights);
      putUint64(view, at + FDSTAT_RIGHTS_INHERITING, inheriting);
      return SUCCESS;
    },

    /** fcntl(2), F_SETFL. The synchronous flags hold of themselves. */
    fd_fdstat_set_flags(fd: number, flags: number): number {
      const descriptor = descriptors.get(fd);
      requireRight(descriptor, RIGHT_FD_FDSTAT_SET_FLAGS);
      if ((flags & ~FDFLAGS_ALL) !== 0) refuse(EINVAL);
      descriptor.file.flags = flags;
      return SUCCESS;
    },

    /** Rights can only be given up (witx: ENOTCAPABLE otherwise). */
    fd_fdstat_set_rights(fd: number, rights: bigint, inheriting: bigint): number {
      const descriptor = descriptors.get(fd);
      const base = BigInt.asUintN(64, rights);
      const passed = BigInt.asUintN(64, inheriting);
      if ((base & ~BigInt(descriptor.rights)) !== 0n || (passed & ~BigInt(descriptor.inheriting)) !== 0n) {
        refuse(ENOTCAPABLE);
      }
      descriptor.rights = Number(base);
      descriptor.inheriting = Number(passed);
      return SUCCESS;
    },

    /** fstat(2) */
    fd_filestat_get(fd: number, result: number): number {
      const descriptor = descriptors.get(fd);
      const at = memory.range(result, abi.filestat.bytes);
      requireRight(descriptor, RIGHT_FD_FILESTAT_GET);
      vfs.settleTimes();
      putFilestat(memory.view, at, abi.filestat, descriptor.file.inode);
      return SUCCESS;
    },

    /** ftruncate(2) */
    fd_filestat_set_size(fd: number, size: bigint): number {
      const descriptor = descriptors.get(fd);
      if (!(descriptor.file instanceof SeekableFile)) refuse(EINVAL);
      requireSizeRight(descriptor, RIGHT_FD_FILESTAT_SET_SIZE);
      if (size < 0n) refuse(EINVAL);
      if (size > BigInt(Number.MAX_SAFE_INTEGER)) refuse(EFBIG);
      descriptor.file.truncate(Number(size));
      return SUCCESS;
    },

    /** futimens(3) */
    fd_filestat_set_times(fd: number, atim: bigint, mtim: bigint, flags: number): number {
      const descriptor = descriptors.get(fd);
      requireRight(descriptor, RIGHT_FD_FILESTAT_SET_TIMES);
      vfs.setTimes(descriptor.file.inode, timesToSet(vfs.clock, atim, mtim, flags));
      return SUCCESS;
    },

    /** The kind of a preopened directory and the length of its name (witx `prestat`); EBADF ends the guest's search for them. */
    fd_prestat_get(fd: number, result: number): number {
      const { preopen } = descriptors.get(fd);
      if (preopen === null) refuse(EBADF);
      const at = memory.range(result, PRESTAT_BYTES);
      memory.view.setUint32(at, 0, true);
      memory.view.setUint32(at + PRESTAT_NAME_LENGTH, preopen.length, true);
      return SUCCESS;
    },

    /** The name without a NUL; a shorter buffer is ENAMETOOLONG, a longer one is taken as it is. */
    fd_prestat_dir_name(fd: number, path: number, pathLength: number): number {
      const { preopen } = descriptors.get(fd);
      if (preopen === null) refuse(EBADF);
      const at = memory.range(path, pathLength >>> 0);
      if (pathLength >>> 0 < preopen.length) refuse(ENAMETOOLONG);
      memory.bytes.set(preopen, at);
      return SUCCESS;
    },

    /**
     * dup2(3) followed by a close of `from`; unlike there, `to` must be open (witx). WASIX's C library calls it for dup2
     * itself, and keeps `from`.
     */
    fd_renumber(from: number, to: number): number {
      if (hasWasixLibc) descriptors.copy(from, to);
      else descriptors.renumber(from, to);
      return SUCCESS;
    },
  };
}
