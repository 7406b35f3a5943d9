import { EAGAIN, EBADF, EINVAL, EISDIR, ENOTCAPABLE, EOVERFLOW, SUCCESS } from '../abi/errno.ts';
import { FDFLAG_NONBLOCK } from '../abi/flags.ts';
import { type AbiVersion, IOVEC_BYTES } from '../abi/layouts.ts';
import { putUint64 } from '../abi/put-integers.ts';
import { errnoOf, refuse } from '../abi/refusal.ts';
import { RIGHT_FD_READ, RIGHT_FD_SEEK, RIGHT_FD_TELL, RIGHT_FD_WRITE } from '../abi/rights.ts';
import type { Descriptor } from '../process/descriptor-table.ts';
import { Directory } from '../process/directory.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import type { GuestMemory } from '../process/guest-memory.ts';

/** `fd_read`, `fd_pread`, `fd_write`, `fd_pwrite` (readv(2), preadv, writev(2), pwritev), `fd_seek`, `fd_tell` (lseek(2)). */
export function fileCalls({ memory, descriptors }: GuestContext, abi: AbiVersion): CallTable {
  const [whenceSet, whenceCur, whenceEnd] = abi.whence;
  return {
    fd_read(fd: number, vectors: number, count: number, result: number): number {
      const descriptor = descriptors.get(fd);
      requireReadable(descriptor);
      const { file } = descriptor;
      const resultAt = memory.range(result, 4);
      const start = checkVectors(memory, vectors, count);
      const { view, bytes } = memory;
      let total = 0;
      for (let i = 0, at = start; i < count; i++, at += IOVEC_BYTES) {
        const length = view.getUint32(at + 4, true);
        if (length === 0) continue;
        // Only the first byte is waited for: a short read is what a pipe or terminal gives.
        const wait = total === 0 && (file.flags & FDFLAG_NONBLOCK) === 0;
        const got = file.read(bytes, view.getUint32(at, true), length, wait);
        if (got < 0) {
          if (total === 0) return EAGAIN;
          break;
        }
        total += got;
        if (got < length) break;
      }
      view.setUint32(resultAt, total, true);
      return SUCCESS;
    },

    fd_write(fd: number, vectors: number, count: number, result: number): number {
      const descriptor = descriptors.get(fd);
      if ((descriptor.rights & RIGHT_FD_WRITE) === 0) refuse(EBADF);
      const { file } = descriptor;
      const resultAt = memory.range(result, 4);
      const start = checkVectors(memory, vectors, count);
      const { view, bytes } = memory;
      if (count === 1) {
        view.setUint32(resultAt, file.write(bytes, view.getUint32(start, true), view.getUint32(start + 4, true)), true);
        return SUCCESS;
      }
      let total = 0;
      for (let i = 0, at = start; i < count; i++, at += IOVEC_BYTES) {
        const length = view.getUint32(at + 4, true);
        if (length === 0) continue;
        let done = 0;
        try {
          done = file.write(bytes, view.getUint32(at, true), length);
        } catch (error) {
          // What was written counts; the next call meets the error again.
          if (total === 0 || errnoOf(error) === null) throw error;
        }
        total += done;
        if (done < length) break;
      }
      view.setUint32(resultAt, total, true);
      return SUCCESS;
    },

    fd_pread(fd: number, vectors: number, count: number, offset: bigint, result: number): number {
      const descriptor = descriptors.get(fd);
      requireReadable(descriptor);
      const { file } = descriptor;
      const resultAt = memory.range(result, 4);
      const start = checkVectors(memory, vectors, count);
      const { view, bytes } = memory;
      const position = positionOf(offset);
      let total = 0;
      for (let i = 0, at = start; i < count; i++, at += IOVEC_BYTES) {
        const length = view.getUint32(at + 4, true);
        const got = file.readAt(position + total, bytes, view.getUint32(at, true), length);
        total += got;
        if (got < length) break;
      }
      view.setUint32(resultAt, total, true);
      return SUCCESS;
    },

    fd_pwrite(fd: number, vectors: number, count: number, offset: bigint, result: number): number {
      const descriptor = descriptors.get(fd);
      if ((descriptor.rights & RIGHT_FD_WRITE) === 0) refuse(EBADF);
      const { file } = descriptor;
      const resultAt = memory.range(result, 4);
      const start = checkVectors(memory, vectors, count);
      const { view, bytes } = memory;
      const position = positionOf(offset);
      let total = 0;
      for (let i = 0, at = start; i < count; i++, at += IOVEC_BYTES) {
        const length = view.getUint32(at + 4, true);
        let done = 0;
        try {
          done = file.writeAt(position + total, bytes, view.getUint32(at, true), length);
        } catch (error) {
          if (total === 0 || errnoOf(error) === null) throw error;
        }
        total += done;
        if (done < length) break;
      }
      view.setUint32(resultAt, total, true);
      return SUCCESS;
    },

    fd_seek(fd: number, offset: bigint, whence: number, result: number): number {
      const { file, rights } = descriptors.get(fd);
      const resultAt = memory.range(result, 8);
      const distance = Number(offset);
      // Asking for the position takes the lesser right (witx: fd_seek implies fd_tell).
      const needed = distance === 0 && whence === whenceCur ? RIGHT_FD_SEEK | RIGHT_FD_TELL : RIGHT_FD_SEEK;
      if ((rights & needed) === 0 && (file.possibleRights & RIGHT_FD_SEEK) !== 0) refuse(ENOTCAPABLE);
      let position = 0;
      if (whence === whenceSet) position = file.seek(distance, 'start');
      else if (whence === whenceCur) position = file.seek(distance, 'current');
      else if (whence === whenceEnd) position = file.seek(distance, 'end');
      else refuse(EINVAL);
      putUint64(memory.view, resultAt, position);
      return SUCCESS;
    },

    fd_tell(fd: number, result: number): number {
      const { file, rights } = descriptors.get(fd);
      const resultAt = memory.range(result, 8);
      const position = file.seek(0, 'current');
      if ((rights & (RIGHT_FD_TELL | RIGHT_FD_SEEK)) === 0) refuse(ENOTCAPABLE);
      putUint64(memory.view, resultAt, position);
      return SUCCESS;
    },
  };
}

function requireReadable({ file, rights }: Descriptor): void {
  if ((rights & RIGHT_FD_READ) === 0) refuse(file instanceof Directory ? EISDIR : EBADF);
}

/** Checks an array of vectors and all that they point at, before anything is read or written. Returns its start. */
function checkVectors(memory: GuestMemory, vectors: number, count: number): number {
  const start = memory.range(vectors, (count >>> 0) * IOVEC_BYTES);
  const { view } = memory;
  let total = 0;
  for (let i = 0, at = start; i < count >>> 0; i++, at += IOVEC_BYTES) {
    const length = view.getUint32(at + 4, true);
    memory.range(view.getUint32(at, true), length);
    total += length;
  }
  // readv(2): the sum must fit into the result.
  if (total > 0xffff_ffff) refuse(EINVAL);
  return start;
}

/** The position of a positioned read or write; off_t is signed (pread(2): EINVAL when negative). */
function positionOf(offset: bigint): number {
  const position = Number(offset);
  if (position < 0) refuse(EINVAL);
  if (position > Number.MAX_SAFE_INTEGER) refuse(EOVERFLOW);
  return position;
}
