import { EINVAL, ENFILE, ERANGE, SUCCESS } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { makePipe } from '../channels/pipe-ring.ts';
import { Descriptor } from '../process/descriptor-table.ts';
import { EventCounter } from '../process/event-counter.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { moveDot } from '../process/move-dot.ts';
import { PipeEnd } from '../process/pipe-end.ts';
import { streamInode } from '../process/stream-inode.ts';
import { openPath } from './path-open.ts';

/** `fdflagsext`: closed on exec. */
export const FDFLAGSEXT_CLOEXEC = 1;
/** `eventfdflags`: reading takes one. */
const EVENT_SEMAPHORE = 1;

const encoder = new TextEncoder();

/** WASIX's calls on descriptors and paths. */
export function wasixFileCalls(context: GuestContext): CallTable {
  const { memory, descriptors, cwd, vfs } = context;
  const put = (at: number, fd: number): number => {
    memory.view.setUint32(at, fd, true);
    return SUCCESS;
  };
  return {
    /** getcwd(3): `size` holds the buffer's size, then the length without the NUL. ERANGE when it does not fit. */
    getcwd(buffer: number, size: number): number {
      const sizeAt = memory.range(size, 4);
      const path = encoder.encode(cwd.path());
      const room = memory.view.getUint32(sizeAt, true);
      memory.view.setUint32(sizeAt, path.length, true);
      if (path.length + 1 > room) refuse(ERANGE);
      const at = memory.range(buffer, path.length + 1);
      memory.bytes.set(path, at);
      memory.bytes[at + path.length] = 0;
      return SUCCESS;
    },

    /** chdir(2) */
    chdir(path: number, length: number): number {
      cwd.change(memory.path(path, length));
      if (context.hasWasixLibc) moveDot(context, vfs.root);
      return SUCCESS;
    },

    /** dup(2) */
    fd_dup(fd: number, result: number): number {
      const at = memory.range(result, 4);
      return put(at, descriptors.duplicate(fd, 0));
    },

    /** fcntl(2), F_DUPFD and F_DUPFD_CLOEXEC */
    fd_dup2(fd: number, least: number, closeOnExec: number, result: number): number {
      const at = memory.range(result, 4);
      const copy = descriptors.duplicate(fd, least >>> 0);
      descriptors.get(copy).closeOnExec = closeOnExec !== 0;
      return put(at, copy);
    },

    /** fcntl(2), F_GETFD */
    fd_fdflags_get(fd: number, result: number): number {
      const { closeOnExec } = descriptors.get(fd);
      memory.view.setUint16(memory.range(result, 2), closeOnExec ? FDFLAGSEXT_CLOEXEC : 0, true);
      return SUCCESS;
    },

    /** fcntl(2), F_SETFD */
    fd_fdflags_set(fd: number, flags: number): number {
      const descriptor = descriptors.get(fd);
      if ((flags & ~FDFLAGSEXT_CLOEXEC) !== 0) refuse(EINVAL);
      descriptor.closeOnExec = flags !== 0;
      return SUCCESS;
    },

    /** pipe(2). ENFILE when the run has no more pipes. */
    fd_pipe(readResult: number, writeResult: number): number {
      const readAt = memory.range(readResult, 4);
      const writeAt = memory.range(writeResult, 4);
      const { seat, stdio } = context;
      descriptors.requireSpace(2);
      const ring = makePipe(seat.space, seat.row);
      if (ring === null) refuse(ENFILE);
      vfs.clock.read();
      const inode = streamInode(ring.index, vfs.clock);
      for (const [at, side] of [
        [readAt, 'read'],
        [writeAt, 'write'],
      ] as const) {
        const file = new PipeEnd(inode, 0, ring, side, seat.row, stdio);
        put(at, descriptors.add(new Descriptor(file, file.possibleRights, 0)));
      }
      return SUCCESS;
    },

    /** eventfd(2) */
    fd_event(initial: bigint, flags: number, result: number): number {
      const at = memory.range(result, 4);
      if ((flags & ~EVENT_SEMAPHORE) !== 0) refuse(EINVAL);
      descriptors.requireSpace();
      const { stdio } = context;
      vfs.clock.read();
      const inode = streamInode(EVENT_INODE, vfs.clock);
      const file = new EventCounter(inode, stdio, BigInt.asUintN(64, initial), (flags & EVENT_SEMAPHORE) !== 0);
      return put(at, descriptors.add(new Descriptor(file, file.possibleRights, 0)));
    },

    /** openat(2) with O_CLOEXEC as a flag of its own */
    path_open2(
      fd: number,
      lookupFlags: number,
      path: number,
      pathLength: number,
      openFlags: number,
      rightsBase: bigint,
      rightsInheriting: bigint,
      fdFlags: number,
      moreFlags: number,
      result: number,
    ): number {
      const at = memory.range(result, 4);
      if ((moreFlags & ~FDFLAGSEXT_CLOEXEC) !== 0) refuse(EINVAL);
      const plan = { fd, lookupFlags, path, pathLength, openFlags, rightsBase, rightsInheriting, fdFlags };
      const opened = openPath(context, plan);
      descriptors.get(opened).closeOnExec = moreFlags !== 0;
      return put(at, opened);
    },
  };
}

/** The number by which fstat knows counters; pipes have theirs below. */
const EVENT_INODE = 0x1_0000;
