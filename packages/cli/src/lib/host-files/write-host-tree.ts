import { chmod, link, lutimes, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { FsEntry, SessionSnapshot } from '@aletheia-works/formicarium';
import { UsageError } from '../args/usage-error.ts';
import { staysInside } from './inside-link.ts';

/**
 * Checks that a directory can be exported to: it is new, or empty.
 *
 * @throws UsageError when it holds something or cannot be read
 */
export async function checkExportTarget(directory: string): Promise<void> {
  const names = await readdir(directory).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw new UsageError(`Cannot export to "${directory}": it cannot be listed (${cause.code})`, { cause });
  });
  if (names.length > 0) {
    throw new UsageError(`Cannot export to "${directory}": it is not empty; a new or an empty directory is accepted`);
  }
}

/**
 * Writes a session's files below `directory`, each under its guest path: `/work/a` becomes `<directory>/work/a`. They
 * are written beside it first and moved there whole, so that a failure leaves nothing.
 *
 * Set-user-id bits are dropped. A symbolic link is written when it cannot lead out of `directory`; an absolute one is
 * made relative.
 *
 * @returns guest paths of links that were left out
 * @throws UsageError when the directory holds something by now, or writing fails
 */
export async function writeHostTree(snapshot: SessionSnapshot, directory: string): Promise<string[]> {
  const target = resolve(directory);
  const partial = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  try {
    await mkdir(dirname(target), { recursive: true });
    await mkdir(partial, { mode: 0o700 });
    const skipped = await writeEntries(snapshot.entries, partial);
    await chmod(partial, 0o755);
    // Onto an empty directory this succeeds, onto another it does not (rename, POSIX.1-2024).
    await rename(partial, target);
    return skipped;
  } catch (cause) {
    await rm(partial, { recursive: true, force: true });
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    throw new UsageError(`Cannot export to "${directory}": writing failed (${code})`, { cause });
  }
}

async function writeEntries(entries: readonly FsEntry[], top: string): Promise<string[]> {
  const skipped: string[] = [];
  const firstNames = new Map<number, string>();
  const directories: FsEntry[] = [];
  // Links last: nothing is ever written through one.
  const links: FsEntry[] = [];
  for (const entry of entries) {
    const path = join(top, entry.path);
    const first = entry.inodeId === undefined ? undefined : firstNames.get(entry.inodeId);
    if (entry.type === 'directory') {
      // Only a root's parent, such as /home, can be missing; it is no entry of its own.
      await mkdir(dirname(path), { recursive: true });
      await mkdir(path, { mode: 0o700 });
      directories.push(entry);
    } else if (entry.type === 'symlink') {
      links.push(entry);
    } else if (first !== undefined) {
      await link(first, path);
    } else {
      if (entry.inodeId !== undefined) firstNames.set(entry.inodeId, path);
      await writeFile(path, entry.data ?? new Uint8Array(0), { flag: 'wx', mode: 0o600 });
      await finish(entry, path);
    }
  }
  for (const entry of links) {
    const target = hostTarget(entry);
    if (target === null) {
      skipped.push(entry.path);
    } else {
      await symlink(target, join(top, entry.path));
      await finish(entry, join(top, entry.path));
    }
  }
  for (const entry of directories.reverse()) await finish(entry, join(top, entry.path));
  return skipped;
}

function hostTarget({ path, target = '' }: FsEntry): string | null {
  const host = target.startsWith('/') ? relative(dirname(path), target) || '.' : target;
  return staysInside(host, path.split('/').length - 2) ? host : null;
}

async function finish(entry: FsEntry, path: string): Promise<void> {
  if (entry.type !== 'symlink') await chmod(path, (entry.mode ?? 0o644) & 0o777);
  // Seconds with a fraction, as the system call wrappers take them.
  if (entry.mtimeMs !== undefined) await lutimes(path, entry.mtimeMs / 1000, entry.mtimeMs / 1000);
}
