import type { Session } from '@aletheia-works/session-core';
import { describe, expect, it } from 'vitest';
import { content, directory, file, type SessionHarness, shown, symlink, utf8 } from './harness.ts';

const header = (...bytes: number[]): Uint8Array => Uint8Array.from([...bytes, ...new Array<number>(64).fill(0)]);

const NO_MODULES: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['nothing', new Uint8Array(0), /empty/],
  ['an ELF executable', header(0x7f, 0x45, 0x4c, 0x46), /ELF/],
  ['a Mach-O executable', header(0xcf, 0xfa, 0xed, 0xfe), /Mach-O/],
  ['a Windows executable', header(0x4d, 0x5a, 0x90), /Windows/],
  ['a script', utf8('#!/usr/bin/env python3\nprint()\n'), /#!\/usr\/bin\/env python3/],
  ['an HTML page', utf8('\n<!DOCTYPE html><title>404</title>'), /HTML/],
  ['gzip data', header(0x1f, 0x8b, 8), /gzip/],
  ['a zip archive', header(0x50, 0x4b, 3, 4), /zip/],
  ['text', utf8('Not found'), /text/],
  ['a component', header(0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0), /component/],
  ['other data', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), /unknown/],
  ['a damaged module', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 99), /damaged/],
  ['a module without _start', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), /_start/],
];

/** Registering, listing and unregistering guests. */
export function guestRules(harness: SessionHarness): void {
  it('registers a module under a name, with its digest and size', async () => {
    const session = await harness.create();
    const bytes = await harness.guest('noop');
    const info = await session.registerGuest({ name: 'tool-1.x+y_z', bytes });
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(info).toEqual({ name: 'tool-1.x+y_z', sha256, size: bytes.length });
    expect(await session.listGuests()).toEqual([info]);
    expect(await session.run({ tool: 'tool-1.x+y_z' })).toMatchObject({ exitCode: 0 });
  });

  it('copies the module before it looks at it', async () => {
    const session = await harness.create();
    const bytes = await harness.guest('noop');
    const registration = session.registerGuest({ name: 'a', bytes });
    bytes.fill(0);
    await registration;
    expect(await session.run({ tool: 'a' })).toMatchObject({ exitCode: 0 });
  });

  it('replaces a guest, lists by name and unregisters', async () => {
    const session = await harness.create();
    await session.registerGuest({ name: 'b', bytes: await harness.guest('noop') });
    await session.registerGuest({ name: 'a', bytes: await harness.guest('noop') });
    await session.registerGuest({ name: 'b', bytes: await harness.guest('exit300') });
    expect((await session.listGuests()).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(await session.run({ tool: 'b' })).toMatchObject({ exitCode: 44 });
    expect(await session.unregisterGuest('b')).toBe(true);
    expect(await session.unregisterGuest('b')).toBe(false);
    await harness.refuses(session, () => session.run({ tool: 'b' }), 'NOT_FOUND');
    expect(await session.run({ tool: 'a' })).toMatchObject({ exitCode: 0 });
  });

  it('registers a guest under the name of a builtin', async () => {
    const session = await harness.create();
    await session.registerGuest({ name: 'ls', bytes: await harness.guest('exit300') });
    expect(await session.run({ tool: 'ls' })).toMatchObject({ exitCode: 44 });
  });

  it('keeps guests through restore and reset, and out of snapshots', async () => {
    const session = await harness.create();
    const before = await session.snapshot();
    await session.registerGuest({ name: 'a', bytes: await harness.guest('noop') });
    expect(await session.snapshot()).toEqual(before);
    await session.reset();
    await session.restore(before);
    expect(await session.listGuests()).toHaveLength(1);
  });

  it.each(NO_MODULES)('refuses %s and keeps the earlier guest', async (_, bytes, message) => {
    const session = await harness.create();
    await session.registerGuest({ name: 'a', bytes: await harness.guest('noop') });
    const error = await harness.refuses(session, () => session.registerGuest({ name: 'a', bytes }), 'GUEST_FORMAT');
    expect(error.message).toMatch(message);
    await harness.refuses(session, () => session.run({ guest: bytes }), 'GUEST_FORMAT');
  });

  describe('refuses', () => {
    it.each([
      ['an empty name', { name: '' }],
      ['a name with a slash', { name: 'a/b' }],
      ['a name in upper case', { name: 'Tool' }],
      ['a name that begins with a dot', { name: '.a' }],
      ['a name of 65 characters', { name: 'a'.repeat(65) }],
      ['a name with a line break', { name: 'a\n' }],
      ['a name that is no string', { name: 7 }],
      ['bytes that are none', { bytes: 'wasm' }],
      ['an unknown key', { url: 'https://example.org' }],
      ['data that is mounted elsewhere', { data: { mount: '/usr/share/b', entries: [] } }],
      ['data with an absolute path', { data: { mount: '/usr/share/a', entries: [file('/usr/share/a/x')] } }],
      ['data with ..', { data: { mount: '/usr/share/a', entries: [file('../b/x')] } }],
      ['data with a link that leads outside', { data: { mount: '/usr/share/a', entries: [symlink('x', '../b')] } }],
    ])('%s', async (_, options) => {
      const session = await harness.create();
      const bytes = await harness.guest('noop');
      const all = { name: 'a', bytes, ...options } as Parameters<Session['registerGuest']>[0];
      await harness.refuses(session, () => session.registerGuest(all), 'INVALID_INPUT');
    });
  });

  it('mounts data that is no file of the session and does not count', async () => {
    const session = await harness.create({ limits: { entries: 0, bytes: 0 } });
    const entries = [directory('lib'), file('lib/a.py', 'print()'), symlink('l', 'lib')];
    await session.registerGuest({
      name: 'a',
      bytes: await harness.guest('noop'),
      data: { mount: '/usr/share/a', entries },
    });
    expect(await shown(session)).toEqual([]);
    await harness.failure(content(session, '/usr/share/a/lib/a.py'), 'INVALID_INPUT');
    expect((await session.snapshot()).entries).toHaveLength(2);
    expect(await session.run({ tool: 'a' })).toMatchObject({ exitCode: 0 });
    expect(await session.unregisterGuest('a')).toBe(true);
  });
}
