import { archiveError } from './archive-error.ts';

/** The rule of {@link isArchivePath} for messages. */
export const ARCHIVE_PATH_RULE =
  'is no path inside an archive; accepted is a relative path like bin/tool.wasm without . and ..';

/** Tells whether `path` is written as this package names what an archive holds: relative and normalised. */
export function isArchivePath(path: string): boolean {
  return (
    path.length > 0 && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && isPlain(path)
  );
}

/**
 * The normalised path of an archive's entry: no `.`, no doubled or trailing slash. Empty for the archive's own root.
 *
 * @throws ExecutionError `ARCHIVE` for an absolute path, a `..`, a NUL or a backslash: what would leave the place that
 * an archive is unpacked to on some system
 */
export function normalizeArchivePath(path: string): string {
  if (path.startsWith('/'))
    throw archiveError(`the entry ${show(path)} has an absolute path; relative paths are accepted`);
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw archiveError(`the entry ${show(path)} has a .. in its path`);
  if (!isPlain(path)) throw archiveError(`the entry ${show(path)} has a NUL or a backslash in its path`);
  return parts.join('/');
}

function isPlain(path: string): boolean {
  return !path.includes('\0') && !path.includes('\\');
}

/** A path for messages: quoted and cut. */
export function show(path: string): string {
  return JSON.stringify(path.length > 80 ? `${path.slice(0, 80)}…` : path);
}
