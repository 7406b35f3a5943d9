import { invalidInput, quoted } from './invalid-input.ts';
import { MAX_NAME_BYTES } from './vfs/walk.ts';

/** A path as a caller gave it: checked, split, not yet resolved against anything. */
export interface GuestPath {
  readonly absolute: boolean;
  /** The components, without empty ones and `.`. */
  readonly segments: readonly string[];
  /** The path ended in `/` or `/.`, and so must name a directory (POSIX.1-2024, 4.16). */
  readonly slash: boolean;
}

const encoder = new TextEncoder();

/**
 * Checks and splits a guest path.
 *
 * @param what names the value in a message
 * @throws ExecutionError `INVALID_INPUT` for anything but a non-empty well-formed string without NUL, without a `..`
 *   component and without a component of more than 255 bytes of UTF-8
 */
export function parseGuestPath(value: unknown, what = 'path'): GuestPath {
  const text = checkText(value, what);
  const parts = text.split('/');
  const segments: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part === '..')
      throw invalidInput(`Cannot use the ${what} ${quoted(text)}: it has a ".." component; none is accepted`);
    if (part.length * 3 > MAX_NAME_BYTES && encoder.encode(part).length > MAX_NAME_BYTES) {
      throw invalidInput(`Cannot use the ${what} ${quoted(text)}: a component is longer than ${MAX_NAME_BYTES} bytes`);
    }
    segments.push(part);
  }
  const last = parts.at(-1);
  return { absolute: text.startsWith('/'), segments, slash: segments.length > 0 && (last === '' || last === '.') };
}

/** Checks a string that is to become a path: non-empty, well-formed, without NUL. */
export function checkText(value: unknown, what: string): string {
  if (typeof value !== 'string') {
    throw invalidInput(`Cannot use the ${what} ${quoted(value)}: a string is accepted`);
  }
  if (value === '') throw invalidInput(`Cannot use the ${what} "": it is empty; a guest path is accepted`);
  if (value.includes('\0')) throw invalidInput(`Cannot use the ${what} ${quoted(value)}: it contains NUL`);
  if (!value.isWellFormed())
    throw invalidInput(`Cannot use the ${what} ${quoted(value)}: it contains a lone surrogate`);
  return value;
}

/** The components of an absolute normalised path. */
export function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}

/** The absolute components of a path, a relative one taken from `cwd`. */
export function absoluteSegments(path: GuestPath, cwd: string): string[] {
  return path.absolute ? [...path.segments] : [...segmentsOf(cwd), ...path.segments];
}

/** Tells whether `path` is `root` or lies below it; both absolute and normalised. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root === '/' ? '/' : `${root}/`);
}

/** The path of `name` in a directory. */
export function joinPath(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}

/**
 * Where a symbolic link in `directory` points by its text alone, as an absolute normalised path; null when it climbs
 * above `/`.
 */
export function linkDestination(directory: string, target: string): string | null {
  const path = target.startsWith('/') ? [] : segmentsOf(directory);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return null;
  }
  return `/${path.join('/')}`;
}
