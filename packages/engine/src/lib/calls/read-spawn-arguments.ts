import { E2BIG, EINVAL } from '../abi/errno.ts';
import { LOOKUP_SYMLINK_FOLLOW } from '../abi/flags.ts';
import { refuse } from '../abi/refusal.ts';
import { RIGHT_FD_WRITE } from '../abi/rights.ts';
import {
  FD_OP_BYTES,
  FD_OP_CHDIR,
  FD_OP_CLOSE,
  FD_OP_DUP2,
  FD_OP_FCHDIR,
  FD_OP_FD,
  FD_OP_FD_FLAGS,
  FD_OP_INHERITING,
  FD_OP_LOOKUP_FLAGS,
  FD_OP_MORE_FLAGS,
  FD_OP_OPEN,
  FD_OP_OPEN_FLAGS,
  FD_OP_PATH,
  FD_OP_PATH_LENGTH,
  FD_OP_RIGHTS,
  FD_OP_SOURCE,
} from '../abi/wasix-layouts.ts';
import type { ChildPlan } from '../process/child-plan.ts';
import type { GuestContext } from '../process/guest-context.ts';
import type { GuestMemory } from '../process/guest-memory.ts';
import { openInode } from '../process/open-inode.ts';
import { findOrCreate, lowRights, requireOpenFlags } from './path-open.ts';
import { FDFLAGSEXT_CLOEXEC } from './wasix-files.ts';

/** Bytes of arguments and environment together (Linux's ARG_MAX is at least 128 KiB; this is what its stack leaves). */
const MAX_STRINGS_BYTES = 2 * 1024 * 1024;

/** Strings that each end in a line feed; only the last piece may lack it, and empty ones stay. */
export function readLines(memory: GuestMemory, pointer: number, length: number): string[] {
  if (length >>> 0 > MAX_STRINGS_BYTES) refuse(E2BIG);
  const lines = memory.text(pointer, length).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Strings behind an array of 32-bit pointers. */
export function readStrings(memory: GuestMemory, pointer: number, count: number): string[] {
  if (count >>> 0 > MAX_STRINGS_BYTES / 4) refuse(E2BIG);
  const at = memory.range(pointer, (count >>> 0) * 4);
  let units = 0;
  return Array.from({ length: count >>> 0 }, (_, index) => {
    const text = memory.terminated(memory.view.getUint32(at + index * 4, true));
    units += text.length;
    if (units > MAX_STRINGS_BYTES) refuse(E2BIG);
    return text;
  });
}

/** An environment out of `name=value` strings. Throws EINVAL for one without `=`. */
export function toEnvironment(strings: readonly string[]): Record<string, string> {
  const env: Record<string, string> = Object.create(null);
  for (const string of strings) {
    const end = string.indexOf('=');
    if (end < 1) refuse(EINVAL);
    env[string.slice(0, end)] = string.slice(end + 1);
  }
  return { ...env };
}

/** Applies the steps of an array of `proc_spawn_fd_op` in its order. */
export function applyFdOps(context: GuestContext, plan: ChildPlan, pointer: number, count: number): void {
  const { memory } = context;
  if (count >>> 0 > MAX_STRINGS_BYTES / FD_OP_BYTES) refuse(EINVAL);
  const start = memory.range(pointer, (count >>> 0) * FD_OP_BYTES);
  for (let at = start; at < start + (count >>> 0) * FD_OP_BYTES; at += FD_OP_BYTES) {
    const { view } = memory;
    const fd = view.getUint32(at + FD_OP_FD, true);
    switch (view.getUint8(at)) {
      case FD_OP_CLOSE:
        plan.close(fd);
        break;
      case FD_OP_DUP2:
        plan.duplicate(view.getUint32(at + FD_OP_SOURCE, true), fd);
        break;
      case FD_OP_OPEN:
        openFor(context, plan, fd, at);
        break;
      case FD_OP_CHDIR:
        plan.enter(pathOf(memory, at));
        break;
      case FD_OP_FCHDIR:
        plan.enterDescriptor(fd);
        break;
      default:
        refuse(EINVAL);
    }
  }
}

const pathOf = (memory: GuestMemory, at: number): string =>
  memory.path(memory.view.getUint32(at + FD_OP_PATH, true), memory.view.getUint32(at + FD_OP_PATH_LENGTH, true));

function openFor(context: GuestContext, plan: ChildPlan, fd: number, at: number): void {
  const { memory } = context;
  const { view } = memory;
  const lookupFlags = view.getUint32(at + FD_OP_LOOKUP_FLAGS, true);
  const openFlags = view.getUint16(at + FD_OP_OPEN_FLAGS, true);
  const fdFlags = view.getUint16(at + FD_OP_FD_FLAGS, true);
  const rights = lowRights(view.getBigUint64(at + FD_OP_RIGHTS, true));
  requireOpenFlags(lookupFlags, openFlags, fdFlags);
  const start = plan.startOf(pathOf(memory, at));
  const inode = findOrCreate(context, start, start.path === '' ? '.' : start.path, {
    follow: (lookupFlags & LOOKUP_SYMLINK_FOLLOW) !== 0,
    openFlags,
    writes: (rights & RIGHT_FD_WRITE) !== 0,
  });
  const file = openInode(context, inode, fdFlags);
  const closeOnExec = (view.getUint16(at + FD_OP_MORE_FLAGS, true) & FDFLAGSEXT_CLOEXEC) !== 0;
  const inheriting = lowRights(view.getBigUint64(at + FD_OP_INHERITING, true));
  plan.open(fd, file, rights & file.possibleRights, inheriting, closeOnExec);
}
