import type { FsEntry, SessionOptions } from '@aletheia-works/session-core';
import { expect, it } from 'vitest';
import { content, directory, file, inodeId, type SessionHarness, shown, symlink, utf8 } from './harness.ts';

const REFUSED: readonly (readonly [string, unknown])[] = [
  ['an array', []],
  ['an unknown key', { cwds: '/work' }],
  ['a relative cwd', { cwd: 'work' }],
  ['an empty cwd', { cwd: '' }],
  ['a cwd with ..', { cwd: '/work/../x' }],
  ['a cwd with NUL', { cwd: '/wo\0rk' }],
  ['a cwd with a lone surrogate', { cwd: '/\ud800' }],
  ['the cwd /', { cwd: '/' }],
  ['the home /usr', { home: '/usr' }],
  ['the cwd /usr/bin', { cwd: '/usr/bin' }],
  ['a cwd in /usr/bin', { cwd: '/usr/bin/x' }],
  ['a cwd in /tmp', { cwd: '/tmp/x' }],
  ['the home /dev', { home: '/dev' }],
  ['a home in /etc', { home: '/etc/x' }],
  ['nested roots', { cwd: '/home', home: '/home/guest' }],
  ['the same root twice', { cwd: '/work', home: '/work' }],
  ['env that is no object', { env: 'A=1' }],
  ['a variable that is no string', { env: { A: 1 } }],
  ['a variable name with =', { env: { 'A=B': '' } }],
  ['an empty variable name', { env: { '': '' } }],
  ['a variable with NUL', { env: { A: '\0' } }],
  ['an unknown limit', { limits: { files: 1 } }],
  ['a negative limit', { limits: { bytes: -1 } }],
  ['a limit that is no integer', { limits: { entries: 1.5 } }],
  ['no process at all', { limits: { processes: 0 } }],
];

const BAD_ENTRIES: readonly (readonly [string, unknown])[] = [
  ['no array', {}],
  ['an entry that is no object', [null]],
  ['an unknown key', [{ ...file('/work/a'), owner: 1 }]],
  ['an unknown type', [{ path: '/work/a', type: 'fifo' }]],
  ['a type of the prototype', [{ path: '/work/a', type: 'toString' }]],
  ['a relative path', [file('a')]],
  ['a path outside the roots', [file('/etc/passwd')]],
  ['a path that only begins like a root', [file('/workshop')]],
  ['a path with ..', [file('/work/../etc/a')]],
  ['a path with .', [file('/work/./a')]],
  ['a path with a trailing slash', [directory('/work/a/')]],
  ['a path with a double slash', [file('/work//a')]],
  ['a path with NUL', [file('/work/\0')]],
  ['a path with a lone surrogate', [file('/work/\udc00')]],
  ['a name of 256 bytes', [file(`/work/${'x'.repeat(256)}`)]],
  ['the same path twice', [file('/work/a'), directory('/work/a')]],
  ['an entry below a file', [file('/work/a'), file('/work/a/b')]],
  ['an entry below a file that comes later', [file('/work/a/b'), file('/work/a')]],
  ['an entry below a symlink', [symlink('/work/a', 'b'), file('/work/a/b')]],
  ['a root that is a file', [file('/work')]],
  ['a root that is a symlink', [symlink('/work', '/home/guest')]],
  ['a mode above 0o7777', [file('/work/a', '', { mode: 0o10000 })]],
  ['a negative mode', [file('/work/a', '', { mode: -1 })]],
  ['data of a directory', [{ ...directory('/work/a'), data: utf8('') }]],
  ['data that is text', [{ path: '/work/a', type: 'file', data: 'text' }]],
  ['a symlink without a target', [{ path: '/work/a', type: 'symlink' }]],
  ['an empty target', [symlink('/work/a', '')]],
  ['a target of a file', [{ ...file('/work/a'), target: 'b' }]],
  ['an absolute target outside the roots', [symlink('/work/a', '/etc/passwd')]],
  ['a relative target outside the roots', [symlink('/work/a', '../etc/passwd')]],
  ['a target above /', [symlink('/work/a', '../../work/a')]],
  ['a target that ends between the roots', [symlink('/work/a', '/home')]],
  ['a target with NUL', [symlink('/work/a', 'b\0')]],
  ['a negative inodeId', [file('/work/a', '', { inodeId: -1 })]],
  ['hard links that differ', [file('/work/a', 'x', { inodeId: 1 }), file('/work/b', 'y', { inodeId: 1 })]],
  ['a hard link to a directory', [directory('/work/a', { inodeId: 1 }), directory('/work/b', { inodeId: 1 })]],
  ['a negative time', [file('/work/a', '', { mtimeMs: -1 })]],
  ['a time that is no number', [file('/work/a', '', { mtimeMs: Number.NaN })]],
];

/** What `createSession` takes and refuses. */
export function creationRules(harness: SessionHarness): void {
  it.each(REFUSED)('refuses %s', async (_, options) => {
    await harness.failure(harness.create(options as SessionOptions), 'INVALID_INPUT');
  });

  it.each(BAD_ENTRIES)('refuses entries with %s', async (_, entries) => {
    const list = Array.isArray(entries) ? [file('/work/good'), ...entries] : entries;
    await harness.failure(harness.create({ entries: list as FsEntry[] }), 'INVALID_INPUT');
  });

  it('starts in /work with the home /guest below /home', async () => {
    const session = await harness.create();
    expect([session.cwd, session.home, session.state]).toEqual(['/work', '/home/guest', 'idle']);
    expect(await shown(session)).toEqual([]);
  });

  it('takes roots of its caller', async () => {
    const session = await harness.create({ cwd: '/srv/site', home: '/root' });
    await session.writeFile('a', 'x');
    expect(await content(session, '/srv/site/a')).toBe('x');
    await harness.failure(session.readFile('/work/a'), 'INVALID_INPUT');
  });

  it('keeps entries in any order, with their modes, times, links and missing directories', async () => {
    const session = await harness.with(
      file('/work/d/e/f', 'deep'),
      file('/work/a', 'same', { mode: 0o600, mtimeNs: 1_234_567_890_123_456_789n, inodeId: 7 }),
      { path: '/work/b', type: 'file', inodeId: 7 },
      directory('/work/d', { mode: 0o700, mtimeMs: 1000.5 }),
      symlink('/work/l', '../home/guest'),
    );
    expect(await session.stat('a')).toMatchObject({ mode: 0o600, mtimeNs: 1_234_567_890_123_456_789n, size: 4 });
    expect(await inodeId(session, 'b')).toBe(await inodeId(session, 'a'));
    expect(await content(session, 'b')).toBe('same');
    expect(await session.stat('d')).toMatchObject({ mode: 0o700, mtimeMs: 1000.5, mtimeNs: 1_000_500_000n });
    expect(await session.stat('d/e')).toMatchObject({ type: 'directory', mode: 0o755 });
    expect(await content(session, 'd/e/f')).toBe('deep');
    expect(await session.stat('l')).toMatchObject({ type: 'symlink', target: '../home/guest' });
  });

  it('copies the bytes of entries', async () => {
    const data = utf8('before');
    const session = await harness.create({ entries: [{ path: '/work/a', type: 'file', data }] });
    data.fill(0);
    expect(await content(session, 'a')).toBe('before');
    await session.writeFile('a', 'x');
    await session.reset();
    expect(await content(session, 'a')).toBe('before');
  });

  it('is an object of nothing but methods and three getters, which nobody can change', async () => {
    const session = await harness.create();
    expect(Object.isFrozen(session)).toBe(true);
    expect(Object.getPrototypeOf(session)).toBe(Object.prototype);
    const rest = Reflect.ownKeys(session).filter(
      (key) => typeof (session as unknown as Record<PropertyKey, unknown>)[key] !== 'function',
    );
    expect(rest.sort()).toEqual(['cwd', 'home', 'state']);
  });
}
