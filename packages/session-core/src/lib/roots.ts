import { isWithin, parseGuestPath, segmentsOf } from './guest-path.ts';
import { invalidInput, quoted } from './invalid-input.ts';

/** Directories of every run that are no files of the session; no root may lie in or above them. */
const RUN_DIRECTORIES: readonly string[] = ['/tmp', '/dev', '/etc', '/usr/bin', '/usr/share'];

/** Parses a persisted root: absolute, not in or above a directory that a run builds. Answers the normalised path. */
export function parseRoot(value: unknown, what: 'cwd' | 'home'): string {
  const parsed = parseGuestPath(value, what);
  const path = `/${parsed.segments.join('/')}`;
  if (!parsed.absolute)
    throw invalidInput(`Cannot use the ${what} ${quoted(value)}: it is relative; an absolute path is accepted`);
  for (const directory of RUN_DIRECTORIES) {
    if (isWithin(path, directory) || isWithin(directory, path)) {
      throw invalidInput(
        `Cannot use the ${what} ${quoted(value)}: it is in or above ${directory}, which every run has for itself`,
      );
    }
  }
  return path;
}

/** Checks that neither root lies in the other. */
export function checkRoots(cwd: string, home: string): void {
  if (isWithin(cwd, home) || isWithin(home, cwd)) {
    throw invalidInput(`Cannot use the cwd ${quoted(cwd)} with the home ${quoted(home)}: one is inside the other`);
  }
}

/** Tells whether an absolute normalised path is a root or lies below one. */
export function isInRoots(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => isWithin(path, root));
}

/** Tells whether `segments` lead towards a root without having reached it. */
export function isAboveRoot(segments: readonly string[], roots: readonly string[]): boolean {
  return roots.some((root) => {
    const own = segmentsOf(root);
    return segments.length < own.length && segments.every((segment, index) => segment === own[index]);
  });
}
