import { fsError } from './fs-error.ts';
import { type Inode, isDirectory, isSymlink } from './inode.ts';
import type { InodeStore } from './inode-store.ts';

/** Symbolic links followed in one walk at most (Linux's value; POSIX.1-2024 SYMLOOP_MAX is at least 8). */
const MAX_LINKS = 40;
/** Bytes of a name at most (POSIX.1-2024 NAME_MAX). */
export const MAX_NAME_BYTES = 255;
/** UTF-16 units of a path at most, links expanded (POSIX.1-2024 PATH_MAX). */
const MAX_PATH_UNITS = 65_536;

/** How {@link walk} treats a path. */
export interface WalkOptions {
  /** Follow a symbolic link in the last component. */
  readonly follow: boolean;
  /** The directory that a `..` of the path itself may not leave. */
  readonly confine: Inode;
}

/** Where a path leads. */
export interface Walked {
  /** The directory that holds, or would hold, the entry. */
  readonly parent: Inode;
  /** The entry's name in `parent`; empty when the path ended in a directory named by `.`, `..` or `/`. */
  readonly name: string;
  /** The entry, or null when only `parent` exists. */
  readonly inode: Inode | null;
  /** The path demanded a directory by ending in `/`, `/.` or `/..`. */
  readonly slash: boolean;
}

/**
 * Resolves a path component by component, as "Pathname Resolution" has it (POSIX.1-2024, 4.16), from `base` or, in a
 * symbolic link with an absolute target, from `/`.
 *
 * Throws ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, and EPERM when the path leaves `confine` or a link leaves `/`.
 */
export function walk(store: InodeStore, base: Inode, path: string, options: WalkOptions): Walked {
  if (path === '') throw fsError('ENOENT');
  let rest = path;
  let at = 0;
  /** End, in `rest`, of what came from symbolic links. */
  let expandedTo = 0;
  let links = 0;
  let directory = base;
  if (rest.charCodeAt(0) === SLASH) throw fsError('EPERM');
  for (;;) {
    const end = endOfComponent(rest, at);
    const component = rest.slice(at, end);
    const next = skipSlashes(rest, end);
    const last = next === rest.length;
    const slash = last && end < rest.length;
    if (component === '.') {
      if (last) return { parent: directory, name: '', inode: directory, slash: true };
    } else if (component === '..') {
      const parent = store.parentOf(directory);
      if (directory === store.root || (directory === options.confine && at >= expandedTo)) throw fsError('EPERM');
      if (parent === null) throw fsError('ENOENT');
      directory = parent;
      if (last) return { parent: directory, name: '', inode: directory, slash: true };
    } else {
      checkName(component);
      const inode = store.lookup(directory, component);
      if (inode === undefined) {
        if (!last) throw fsError('ENOENT');
        return { parent: directory, name: component, inode: null, slash };
      }
      if (isSymlink(inode) && (!last || options.follow || slash)) {
        links += 1;
        if (links > MAX_LINKS) throw fsError('ELOOP');
        const target = inode.symlink;
        const remaining = rest.slice(next);
        const joined = slash || !last ? `${target}/${remaining}` : target;
        if (joined.length > MAX_PATH_UNITS) throw fsError('ENAMETOOLONG');
        expandedTo = target.length + (expandedTo > next ? 1 + expandedTo - next : 0);
        at = 0;
        rest = joined;
        if (target.charCodeAt(0) === SLASH) {
          directory = store.root;
          at = skipSlashes(rest, 0);
          if (at === rest.length) return { parent: directory, name: '', inode: directory, slash: true };
        }
        continue;
      }
      if (last) {
        if (slash && !isDirectory(inode)) throw fsError('ENOTDIR');
        return { parent: directory, name: component, inode, slash };
      }
      if (!isDirectory(inode)) throw fsError('ENOTDIR');
      directory = inode;
    }
    at = next;
  }
}

const SLASH = 0x2f;

function endOfComponent(path: string, from: number): number {
  const slash = path.indexOf('/', from);
  return slash === -1 ? path.length : slash;
}

function skipSlashes(path: string, from: number): number {
  let at = from;
  while (path.charCodeAt(at) === SLASH) at += 1;
  return at;
}

const encoder = new TextEncoder();

/** Throws ENAMETOOLONG for a name of more than 255 bytes of UTF-8. */
export function checkName(name: string): void {
  if (name.length * 3 <= MAX_NAME_BYTES) return;
  if (name.length > MAX_NAME_BYTES || encoder.encode(name).length > MAX_NAME_BYTES) throw fsError('ENAMETOOLONG');
}
