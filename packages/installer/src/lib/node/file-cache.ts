import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { ExecutionError } from '@aletheia-works/errors';
import type { InstallCache } from '../install-cache.ts';
import { allocateBytes } from './platform-node.ts';

const PARTIAL = '.partial';
/** Longer than any write takes. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Options of {@link createFileCache}. */
export interface FileCacheOptions {
  /** Default: {@link defaultCacheDirectory}. */
  readonly directory?: string;
}

/**
 * `$XDG_CACHE_HOME/formicarium`, or `~/.cache/formicarium` when the variable is unset, empty or relative (XDG Base
 * Directory Specification 0.8: relative paths are to be ignored).
 */
export function defaultCacheDirectory(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = env.XDG_CACHE_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), '.cache'), 'formicarium');
}

/**
 * A cache of artifacts in a directory of the host: one file each, named by its digest. Several processes may use one
 * directory: a file is written under a name of its own and renamed, so that nobody sees a part of it.
 *
 * The installer hashes what it reads, so a file that was changed or cut off is dropped and fetched anew.
 *
 * @throws ExecutionError `INVALID_INPUT` for a directory that is no string or empty
 */
export function createFileCache(options: FileCacheOptions = {}): InstallCache {
  const { directory = defaultCacheDirectory() } = options;
  if (typeof directory !== 'string' || directory === '') {
    throw new ExecutionError('INVALID_INPUT', 'Cannot create the cache: its directory is no path; a path is accepted');
  }
  const store = join(resolve(directory), 'sha256');
  return Object.freeze({
    get: async (sha256: string) => readEntry(entryPath(store, sha256)),
    put: async (sha256: string, bytes: Uint8Array<ArrayBuffer>) => writeEntry(store, entryPath(store, sha256), bytes),
    delete: async (sha256: string) => rm(entryPath(store, sha256), { force: true }),
  });
}

/** A digest is the only name that reaches the file system. */
function entryPath(store: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) {
    throw new ExecutionError('INVALID_INPUT', 'Cannot use the cache: the key is no SHA-256 digest');
  }
  return join(store, sha256);
}

async function readEntry(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    // Not a Buffer of Node's pool: the bytes are handed on as a whole buffer.
    const bytes = allocateBytes(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled === size ? bytes : bytes.slice(0, filled);
  } finally {
    await file.close();
  }
}

async function writeEntry(store: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(store, { recursive: true, mode: 0o700 });
  const partial = join(store, `.${randomUUID()}${PARTIAL}`);
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      // Without this a crash of the machine could leave a renamed file without its content.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
    await sweep(store);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Removes what processes that were killed left behind. */
async function sweep(store: string): Promise<void> {
  for (const name of await readdir(store)) {
    if (!name.endsWith(PARTIAL)) continue;
    const path = join(store, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}
