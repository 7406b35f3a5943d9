import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GuestSource } from './guest-sources.ts';

/** Built guests, one file each, named after everything that decides its bytes. Ignored by git. */
export const cacheDirectory = fileURLToPath(new URL('../../../.cache/test-guests/', import.meta.url));

/** What decides a guest's bytes beside its own source. */
export interface BuildIdentity {
  readonly toolchain: string;
  readonly recipe: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The file name of a guest: its name, then a digest of source, headers, recipe and compiler. */
export function cacheName(source: GuestSource, identity: BuildIdentity): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([source.text, identity.toolchain, identity.recipe, Object.entries(identity.headers)]));
  return `${source.name.replaceAll('/', '--')}.${hash.digest('hex').slice(0, 32)}.wasm`;
}

/** The bytes of a cached guest, or null. */
export async function readCached(name: string): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await readFile(join(cacheDirectory, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores a guest; safe for several processes at once, since the name decides the bytes. */
export async function writeCached(name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(cacheDirectory, { recursive: true });
  const temporary = join(cacheDirectory, `.${process.pid}-${name}`);
  await writeFile(temporary, bytes);
  await rename(temporary, join(cacheDirectory, name));
}

/** The names of all cached guests. */
export async function listCached(): Promise<Set<string>> {
  try {
    return new Set(await readdir(cacheDirectory));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

/** Removes what no source of today builds. */
export async function pruneCache(keep: ReadonlySet<string>): Promise<void> {
  for (const name of await listCached()) {
    if (!keep.has(name) && !name.startsWith('.')) await rm(join(cacheDirectory, name), { force: true });
  }
}
