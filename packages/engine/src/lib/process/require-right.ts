import { EBADF, EINVAL, ENOTCAPABLE, ENOTDIR } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { RIGHT_FD_ALLOCATE, type RIGHT_FD_FILESTAT_SET_SIZE, RIGHT_FD_WRITE } from '../abi/rights.ts';
import type { Descriptor } from './descriptor-table.ts';
import { Directory } from './directory.ts';

/** Throws ENOTCAPABLE when the descriptor lacks any of `rights`. */
export function requireRight(descriptor: Descriptor, rights: number): void {
  if ((descriptor.rights & rights) !== rights) refuse(ENOTCAPABLE);
}

/** The directory behind a descriptor. Throws ENOTDIR, or ENOTCAPABLE when it lacks any of `rights`. */
export function requireDirectory(descriptor: Descriptor, rights: number): Directory {
  if (!(descriptor.file instanceof Directory)) refuse(ENOTDIR);
  requireRight(descriptor, rights);
  return descriptor.file;
}

/**
 * Refuses a change of size through a descriptor that may not: EINVAL as ftruncate(2), EBADF as posix_fallocate(3), where
 * the file is not open for writing; ENOTCAPABLE where only the right is missing.
 */
export function requireSizeRight(
  { rights }: Descriptor,
  right: typeof RIGHT_FD_FILESTAT_SET_SIZE | typeof RIGHT_FD_ALLOCATE,
): void {
  if ((rights & right) !== 0) return;
  if ((rights & RIGHT_FD_WRITE) !== 0) refuse(ENOTCAPABLE);
  refuse(right === RIGHT_FD_ALLOCATE ? EBADF : EINVAL);
}
