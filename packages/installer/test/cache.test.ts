import type { InstallCache } from '@aletheia-works/installer';
import type { Session } from '@aletheia-works/session-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, installOnce, newSession, releaseOf, sha256, tarGzOf } from './install-world.ts';

let session: Session;
beforeEach(() => {
  session = newSession();
});
afterEach(() => session.dispose());

/** A cache in memory. */
function memoryCache(): InstallCache & { readonly entries: Map<string, Uint8Array<ArrayBuffer>> } {
  const entries = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    entries,
    get: async (key) => entries.get(key)?.slice() ?? null,
    put: async (key, bytes) => {
      entries.set(key, bytes.slice());
    },
    delete: async (key) => {
      entries.delete(key);
    },
  };
}

describe('a cache', () => {
  const archive = tarGzOf();
  const release = releaseOf(archive, { format: 'tgz', entry: 'package/tool.wasm' });
  const offline = (): Promise<Response> => Promise.reject(new Error('offline'));

  it('serves a later install without a network', async () => {
    const cache = memoryCache();
    expect((await installOnce(release, archive, { cache })).result.fromCache).toBe(false);
    expect([...cache.entries.keys()]).toEqual([sha256(archive)]);
    const { guests, result } = await installOnce(release, archive, { cache, fetch: offline });
    expect(result.fromCache).toBe(true);
    expect(guests).toHaveLength(1);
  });

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['changed', archive.slice().reverse()],
    ['cut off', archive.slice(0, 10)],
    ['empty', new Uint8Array(0)],
  ])('with a %s entry is repaired from the network', async (_, bytes) => {
    const cache = memoryCache();
    cache.entries.set(sha256(archive), bytes);
    expect((await installOnce(release, archive, { cache })).result.fromCache).toBe(false);
    expect(cache.entries.get(sha256(archive))).toEqual(archive);
  });

  it('with a damaged entry and no network is FETCH, and the entry is gone', async () => {
    const cache = memoryCache();
    cache.entries.set(sha256(archive), archive.slice(1));
    expect(await failureOf(installOnce(release, archive, { cache, fetch: offline }))).toMatchObject({ code: 'FETCH' });
    expect(cache.entries.size).toBe(0);
  });

  it.each<[string, object, Uint8Array]>([
    ['a wrong digest', { ...release, sha256: '0'.repeat(64) }, archive],
    ['a wrong digest of the module', { ...release, guestSha256: '0'.repeat(64) }, archive],
    ['a download cut off', { ...release, size: archive.length }, archive.slice(0, 50)],
    ['an archive without the entry', { ...release, entry: 'nothing' }, archive],
  ])('holds nothing after %s', async (_, wrong, answer) => {
    const cache = memoryCache();
    await failureOf(installOnce(wrong, answer, { cache }));
    expect(cache.entries.size).toBe(0);
  });

  it('that fails in every way does not fail the install', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error('disk full'));
    const cache: InstallCache = { get: fail, put: fail, delete: fail };
    expect((await installOnce(release, archive, { cache })).guests).toHaveLength(1);
    const throwing = {
      get: () => {
        throw new Error('no');
      },
      put: fail,
      delete: fail,
    };
    expect((await installOnce(release, archive, { cache: throwing })).guests).toHaveLength(1);
  });
});
