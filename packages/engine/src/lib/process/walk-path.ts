import type { Vfs, Walked } from '@aletheia-works/session-core/vfs';
import { EINVAL } from '../abi/errno.ts';
import { LOOKUP_SYMLINK_FOLLOW } from '../abi/flags.ts';
import { refuse } from '../abi/refusal.ts';
import type { Directory } from './directory.ts';

const SLASH = 0x2f;

/** Walks a path from an open directory, as `lookupflags` says. */
export function walkPath(vfs: Vfs, { inode, confine }: Directory, path: string, flags: number): Walked {
  if ((flags & ~LOOKUP_SYMLINK_FOLLOW) !== 0) refuse(EINVAL);
  return vfs.walk(inode, path, { follow: (flags & LOOKUP_SYMLINK_FOLLOW) !== 0, confine });
}

/**
 * Finds the entry that a call makes or takes away: a symbolic link at the end is the entry itself, also when slashes
 * follow it (Linux; a slash only says that it must be a directory, which a link is not).
 */
export function walkEntry(vfs: Vfs, { inode, confine }: Pick<Directory, 'inode' | 'confine'>, path: string): Walked {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end -= 1;
  const found = vfs.walk(inode, end === path.length ? path : path.slice(0, end), { follow: false, confine });
  return end === path.length ? found : { ...found, slash: true };
}
