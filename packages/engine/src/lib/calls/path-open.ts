import { INODE_READ_ONLY, type Inode, isDirectory, isRegular, isSymlink } from '@aletheia-works/session-core/vfs';
import { EEXIST, EINVAL, EISDIR, ELOOP, ENOENT, ENOTDIR, EROFS, SUCCESS } from '../abi/errno.ts';
import {
  FDFLAGS_ALL,
  LOOKUP_SYMLINK_FOLLOW,
  OFLAG_CREAT,
  OFLAG_DIRECTORY,
  OFLAG_EXCL,
  OFLAG_TRUNC,
  OFLAGS_ALL,
} from '../abi/flags.ts';
import { refuse } from '../abi/refusal.ts';
import {
  RIGHT_FD_WRITE,
  RIGHT_PATH_CREATE_FILE,
  RIGHT_PATH_FILESTAT_SET_SIZE,
  RIGHT_PATH_OPEN,
} from '../abi/rights.ts';
import { Descriptor } from '../process/descriptor-table.ts';
import type { Directory } from '../process/directory.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';
import { openInode } from '../process/open-inode.ts';
import { requireDirectory, requireRight } from '../process/require-right.ts';
import { walkEntry } from '../process/walk-path.ts';

/** Permission bits of new files: WASI passes none, so they are what a umask of 022 leaves of 0666. */
const NEW_FILE_MODE = 0o644;

/** `path_open` (openat(2)). */
export function pathOpenCalls(context: GuestContext): CallTable {
  const { memory } = context;
  return {
    path_open(
      fd: number,
      lookupFlags: number,
      path: number,
      pathLength: number,
      openFlags: number,
      rightsBase: bigint,
      rightsInheriting: bigint,
      fdFlags: number,
      result: number,
    ): number {
      const plan = { fd, lookupFlags, path, pathLength, openFlags, rightsBase, rightsInheriting, fdFlags };
      const resultAt = memory.range(result, 4);
      memory.view.setUint32(resultAt, openPath(context, plan), true);
      return SUCCESS;
    },
  };
}

/** What `path_open` is passed. */
export interface OpenArguments {
  readonly fd: number;
  readonly lookupFlags: number;
  readonly path: number;
  readonly pathLength: number;
  readonly openFlags: number;
  readonly rightsBase: bigint;
  readonly rightsInheriting: bigint;
  readonly fdFlags: number;
}

/** Opens a path and returns the new descriptor. */
export function openPath(context: GuestContext, from: OpenArguments): number {
  const { memory, descriptors } = context;
  const { lookupFlags, openFlags, fdFlags } = from;
  const base = descriptors.get(from.fd);
  const directory = requireDirectory(base, RIGHT_PATH_OPEN);
  const text = memory.path(from.path, from.pathLength);
  requireFlags(base, lookupFlags, openFlags, fdFlags);
  // Before anything is created: an open that fails leaves no file behind.
  descriptors.requireSpace();
  const rights = lowRights(from.rightsBase) & base.inheriting;
  const inode = findOrCreate(context, directory, text, {
    follow: (lookupFlags & LOOKUP_SYMLINK_FOLLOW) !== 0,
    openFlags,
    writes: (rights & RIGHT_FD_WRITE) !== 0,
  });
  const file = openInode(context, inode, fdFlags);
  const inheriting = lowRights(from.rightsInheriting) & base.inheriting;
  return descriptors.add(new Descriptor(file, rights & file.possibleRights, inheriting));
}

/** All known rights lie in the low word; asking for more asks for nothing. */
export const lowRights = (rights: bigint): number => Number(BigInt.asUintN(30, rights));

function requireFlags(base: Descriptor, lookupFlags: number, openFlags: number, fdFlags: number): void {
  requireOpenFlags(lookupFlags, openFlags, fdFlags);
  if ((openFlags & OFLAG_CREAT) !== 0) requireRight(base, RIGHT_PATH_CREATE_FILE);
  if ((openFlags & OFLAG_TRUNC) !== 0) requireRight(base, RIGHT_PATH_FILESTAT_SET_SIZE);
}

/** Throws EINVAL for flags that make no sense. */
export function requireOpenFlags(lookupFlags: number, openFlags: number, fdFlags: number): void {
  if ((lookupFlags & ~LOOKUP_SYMLINK_FOLLOW) !== 0) refuse(EINVAL);
  if ((openFlags & ~OFLAGS_ALL) !== 0 || (fdFlags & ~FDFLAGS_ALL) !== 0) refuse(EINVAL);
  // open(2), Linux since 6.4: a directory cannot be created by opening it.
  if ((openFlags & OFLAG_CREAT) !== 0 && (openFlags & OFLAG_DIRECTORY) !== 0) refuse(EINVAL);
}

/** How a path is opened. */
export interface OpenPlan {
  readonly follow: boolean;
  readonly openFlags: number;
  readonly writes: boolean;
}

/** Where a path starts. */
type Start = Pick<Directory, 'inode' | 'confine'>;

/** Finds what `path_open` opens, and creates it where `openFlags` say so. */
export function findOrCreate(
  { vfs }: Pick<GuestContext, 'vfs'>,
  directory: Start,
  path: string,
  plan: OpenPlan,
): Inode {
  const { openFlags } = plan;
  if ((openFlags & OFLAG_CREAT) !== 0 && path.endsWith('/')) {
    // Linux: what is to be created cannot be a directory, whether it exists or not.
    walkEntry(vfs, directory, path);
    refuse(EISDIR);
  }
  const exclusive = (openFlags & OFLAG_CREAT) !== 0 && (openFlags & OFLAG_EXCL) !== 0;
  const found = vfs.walk(directory.inode, path, { follow: plan.follow && !exclusive, confine: directory.confine });
  const { inode } = found;
  if (inode === null) {
    if ((openFlags & OFLAG_CREAT) === 0) refuse(ENOENT);
    return vfs.create(found.parent, found.name, NEW_FILE_MODE);
  }
  if (exclusive) refuse(EEXIST);
  if (isSymlink(inode)) refuse((openFlags & OFLAG_DIRECTORY) === 0 ? ELOOP : ENOTDIR);
  if (isDirectory(inode)) {
    if (plan.writes || (openFlags & (OFLAG_TRUNC | OFLAG_CREAT)) !== 0) refuse(EISDIR);
    return inode;
  }
  if ((openFlags & OFLAG_DIRECTORY) !== 0) refuse(ENOTDIR);
  if (isRegular(inode)) {
    const truncates = (openFlags & OFLAG_TRUNC) !== 0;
    if ((inode.flags & INODE_READ_ONLY) !== 0 && (plan.writes || truncates)) refuse(EROFS);
    if (truncates) vfs.truncate(inode, 0);
  }
  return inode;
}
