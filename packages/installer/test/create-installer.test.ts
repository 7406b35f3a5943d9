import { createInstaller } from '@aletheia-works/installer';
import type { Session } from '@aletheia-works/session-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogOf, failureOf, fetchOf, guest, newSession, releaseOf } from './install-world.ts';

let session: Session;
beforeEach(() => {
  session = newSession();
});
afterEach(() => session.dispose());

describe('createInstaller', () => {
  const catalog = catalogOf(releaseOf(guest));
  it.each<[string, unknown, unknown]>([
    ['what only looks like a session', { ...({} as Session), state: 'idle' }, { catalog }],
    ['no options', 'session', undefined],
    ['an unknown option', 'session', { catalog, chache: {} }],
    ['a catalog with a mistake', 'session', { catalog: { schemaVersion: 1 } }],
    ['a fetch that is no function', 'session', { catalog, fetch: 'x' }],
    ['a cache without put', 'session', { catalog, cache: { get() {}, delete() {} } }],
    ['a clock without timers', 'session', { catalog, clock: { now() {} } }],
    ['an unknown limit', 'session', { catalog, limits: { maxBytes: 1 } }],
    ['a limit of 0', 'session', { catalog, limits: { maxEntries: 0 } }],
  ])('refuses %s at once', (_, given, options) => {
    const target = (given === 'session' ? session : given) as Session;
    expect(() => createInstaller(target, options as { catalog: unknown })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
    expect(session.state).toBe('idle');
  });

  it.each<[string, unknown]>([
    ['an unknown option', { timeout: 1 }],
    ['a signal that is none', { signal: {} }],
    ['an onProgress that is no function', { onProgress: 'x' }],
    ['options that are no object', 'x'],
  ])('has an install that refuses %s', async (_, options) => {
    const installer = createInstaller(session, { catalog, fetch: fetchOf(guest) });
    expect(await failureOf(installer.install('tool', options as object))).toMatchObject({ code: 'INVALID_INPUT' });
  });
});
