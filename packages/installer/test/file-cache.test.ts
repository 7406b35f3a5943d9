import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileCache, defaultCacheDirectory } from '@aletheia-works/installer/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, guest, installOnce, releaseOf, sha256 } from './install-world.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-cache-'));
});
afterEach(() => rm(directory, { recursive: true }));

const key = sha256(guest);
const pathOf = (digest: string): string => join(directory, 'sha256', digest);
const offline = (): Promise<Response> => Promise.reject(new Error('offline'));

describe('createFileCache', () => {
  it('gives back what was put, and null for the rest', async () => {
    const cache = createFileCache({ directory });
    expect(await cache.get(key)).toBeNull();
    await cache.put(key, guest);
    expect(await cache.get(key)).toEqual(guest);
    await cache.delete(key);
    await cache.delete(key);
    expect(await cache.get(key)).toBeNull();
  });

  it('makes files and directories that only the user can read', async () => {
    await createFileCache({ directory }).put(key, guest);
    expect((await stat(pathOf(key))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'sha256'))).mode & 0o777).toBe(0o700);
  });

  it('is safe for several writers of one entry, and leaves nothing else behind', async () => {
    const caches = Array.from({ length: 8 }, () => createFileCache({ directory }));
    await Promise.all(caches.map((cache) => cache.put(key, guest)));
    expect(await readdir(join(directory, 'sha256'))).toEqual([key]);
  });

  it('sweeps away what a killed process left a day ago, and not what another is writing', async () => {
    const cache = createFileCache({ directory });
    await cache.put(key, guest);
    const old = join(directory, 'sha256', '.old.partial');
    const fresh = join(directory, 'sha256', '.fresh.partial');
    await writeFile(old, 'x');
    await writeFile(fresh, 'x');
    await utimes(old, 1, 1);
    await cache.put(sha256(Uint8Array.of(1)), Uint8Array.of(1));
    expect((await readdir(join(directory, 'sha256'))).filter((name) => name.endsWith('.partial'))).toEqual([
      '.fresh.partial',
    ]);
  });

  it.each(['', '..', '../../etc/passwd', key.toUpperCase(), `${key}0`])('refuses the key %j', async (wrong) => {
    const cache = createFileCache({ directory });
    for (const call of [() => cache.get(wrong), () => cache.put(wrong, guest), () => cache.delete(wrong)]) {
      expect(await failureOf(call())).toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  it.each([7, ''])('refuses the directory %j', (wrong) => {
    expect(() => createFileCache({ directory: wrong as string })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
  });

  it('lets an install work offline, and drops a damaged entry', async () => {
    const cache = createFileCache({ directory });
    await installOnce(releaseOf(guest), guest, { cache });
    expect((await installOnce(releaseOf(guest), guest, { cache, fetch: offline })).result.fromCache).toBe(true);
    await writeFile(pathOf(key), guest.slice(0, 100));
    expect(await failureOf(installOnce(releaseOf(guest), guest, { cache, fetch: offline }))).toMatchObject({
      code: 'FETCH',
    });
    expect((await installOnce(releaseOf(guest), guest, { cache })).result.fromCache).toBe(false);
    expect(new Uint8Array(await readFile(pathOf(key)))).toEqual(guest);
  });

  it('that cannot write does not fail an install', async () => {
    await writeFile(join(directory, 'sha256'), 'a file where the directory belongs');
    await chmod(directory, 0o500);
    const cache = createFileCache({ directory });
    expect((await installOnce(releaseOf(guest), guest, { cache })).guests).toHaveLength(1);
    await chmod(directory, 0o700);
  });
});

describe('defaultCacheDirectory', () => {
  it.each([
    [{ XDG_CACHE_HOME: '/var/cache/me' }, '/var/cache/me/formicarium'],
    [{ XDG_CACHE_HOME: 'relative' }, join(homedir(), '.cache/formicarium')],
    [{ XDG_CACHE_HOME: '' }, join(homedir(), '.cache/formicarium')],
    [{}, join(homedir(), '.cache/formicarium')],
  ])('of %j is %s', (env, expected) => {
    expect(defaultCacheDirectory(env)).toBe(expected);
  });
});
