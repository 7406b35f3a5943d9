import { createInstaller, type InstallCache } from '@aletheia-works/installer';
import type { Session } from '@aletheia-works/session-core';
import { paddedGuest } from '@aletheia-works/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  build,
  catalogOf,
  failureOf,
  fetchOf,
  guest,
  installOnce,
  ManualClock,
  newSession,
  releaseOf,
  sha256,
} from './install-world.ts';

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

describe('install', () => {
  it('resolves with what was installed', async () => {
    const clock = new ManualClock();
    const release = releaseOf(guest, { size: guest.length });
    const installer = createInstaller(session, { catalog: catalogOf(release), fetch: fetchOf(guest), clock });
    const result = await installer.install('tool@latest');
    expect(result).toEqual({
      operationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tool: 'tool',
      versionOrName: 'latest',
      version: '1.0.0',
      digest: sha256(guest),
      size: guest.length,
      fromCache: false,
      build,
      startedAt: '2026-01-31T12:00:00.000+00:00',
      finishedAt: '2026-01-31T12:00:00.000+00:00',
    });
    expect(Object.isFrozen(result)).toBe(true);
    expect(await session.listGuests()).toEqual([{ name: 'tool', sha256: sha256(guest), size: guest.length }]);
    expect(clock.pending).toBe(0);
  });

  it('takes the default version', async () => {
    const { result } = await installOnce(releaseOf(guest), guest);
    expect(result).toMatchObject({ versionOrName: '1.0.0', version: '1.0.0' });
  });

  it('installs a guest of more than a block unchanged', async () => {
    const large = paddedGuest(3_500_000);
    const { guests } = await installOnce(releaseOf(large, { size: large.length }, large), large);
    expect(guests[0]).toMatchObject({ sha256: sha256(large), size: large.length });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['an ELF file', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 1, 1), /an ELF executable/],
    ['a script', new TextEncoder().encode('#!/bin/sh\n'), /a script \(#!\/bin\/sh\)/],
    ['an HTML page', new TextEncoder().encode('<!doctype html><p>'), /an HTML page/],
    ['nothing', new Uint8Array(0), /an empty file/],
    ['a damaged module', guest.slice(0, 20), /damaged/],
  ])('of %s is GUEST_FORMAT', async (_, bytes, message) => {
    const failure = await failureOf(installOnce(releaseOf(bytes, {}, bytes), bytes));
    expect(failure).toMatchObject({ code: 'GUEST_FORMAT', message: expect.stringMatching(message) });
  });

  it.each<[string, object]>([
    ['a wrong digest', { sha256: '0'.repeat(64) }],
    ['a wrong digest of the module', { guestSha256: '0'.repeat(64) }],
    ['a failing download', { fetchFails: true }],
  ])('keeps the earlier registration after %s', async (_, { fetchFails, ...fields }: { fetchFails?: boolean }) => {
    await session.registerGuest({ name: 'tool', bytes: paddedGuest(10) });
    const before = await session.listGuests();
    const fetch = fetchFails === true ? () => Promise.reject(new Error('offline')) : fetchOf(guest);
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest, fields)), fetch });
    await failureOf(installer.install('tool'));
    expect(await session.listGuests()).toEqual(before);
    expect(session.state).toBe('idle');
  });

  it('replaces the earlier registration', async () => {
    await session.registerGuest({ name: 'tool', bytes: paddedGuest(10) });
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch: fetchOf(guest) });
    await installer.install('tool');
    expect(await session.listGuests()).toMatchObject([{ name: 'tool', sha256: sha256(guest) }]);
  });
});

describe('the reservation', () => {
  it('is held from the call to the end', async () => {
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch: fetchOf(guest) });
    const installing = installer.install('tool');
    expect(session.state).toBe('busy');
    expect(await failureOf(installer.install('tool'))).toMatchObject({ code: 'BUSY' });
    expect(await failureOf(session.listEntries())).toMatchObject({ code: 'BUSY' });
    await installing;
    expect(session.state).toBe('idle');
  });

  it('is asked for after the input was checked: INVALID_INPUT, ABORTED, DISPOSED', async () => {
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch: fetchOf(guest) });
    const aborted = { signal: AbortSignal.abort() };
    await session.dispose();
    expect(await failureOf(installer.install('tol', aborted))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await failureOf(installer.install('tool', aborted))).toMatchObject({ code: 'ABORTED' });
    expect(await failureOf(installer.install('tool'))).toMatchObject({ code: 'DISPOSED' });
  });

  it('is lost when the session is disposed', async () => {
    const fetch = () => new Promise<Response>(() => {});
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch });
    const installing = failureOf(installer.install('tool'));
    await session.dispose();
    expect(await installing).toMatchObject({ code: 'DISPOSED' });
  });
});

describe('the whole time limit', () => {
  it.each(['cache', 'fetch'])('ends a %s that never answers, and registers nothing later', async (what) => {
    const clock = new ManualClock();
    let answer: (value: null) => void = () => {};
    const cache = { ...memoryCache(), get: () => new Promise<null>((resolve) => (answer = resolve)) };
    const installer = createInstaller(session, {
      catalog: catalogOf(releaseOf(guest)),
      fetch: what === 'fetch' ? () => new Promise<Response>(() => {}) : fetchOf(guest),
      clock,
      limits: { fetchTimeoutMs: 200_000 },
      ...(what === 'cache' ? { cache } : {}),
    });
    const installing = failureOf(installer.install('tool'));
    clock.advance(180_000);
    expect(await installing).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('180000 ms') });
    answer(null);
    expect(await session.listGuests()).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('ends a registration, and what is prepared is not committed', async () => {
    const clock = new ManualClock();
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch: fetchOf(guest), clock });
    const failure = await failureOf(
      installer.install('tool', {
        onProgress: ({ phase }) => {
          // A microtask runs once the module is being compiled.
          if (phase === 'register') queueMicrotask(() => clock.advance(180_000));
        },
      }),
    );
    expect(failure).toMatchObject({ code: 'TIMEOUT' });
    expect(await session.listGuests()).toEqual([]);
  });
});
