import type { FsEntry, SessionSnapshot } from '@aletheia-works/session-core';
import { expect, it } from 'vitest';
import { content, directory, file, inodeId, type SessionHarness, shown, symlink, textOf } from './harness.ts';

const RICH: readonly FsEntry[] = [
  directory('/work', { mode: 0o750, mtimeNs: 7n }),
  directory('/work/d', { mode: 0o1777, mtimeNs: 1_700_000_000_123_456_789n }),
  file('/work/d/a', 'one', { mode: 0o4755, mtimeNs: 999_999_999n, inodeId: 3 }),
  file('/home/guest/b', 'one', { mode: 0o4755, mtimeNs: 999_999_999n, inodeId: 3 }),
  symlink('/work/l', 'd/a'),
  file('/work/empty', '', { mode: 0 }),
];

/** Snapshots, restoring and resetting. */
export function snapshotRules(harness: SessionHarness): void {
  it('holds modes, nanoseconds, hard links and links, a directory before what it holds', async () => {
    const session = await harness.with(...RICH);
    const { version, cwd, entries } = await session.snapshot();
    expect([version, cwd]).toEqual([1, '/work']);
    const paths = entries.map(({ path }) => path);
    expect(paths).toEqual(
      ['/home/guest', '/home/guest/b', '/work', '/work/d', '/work/d/a', '/work/empty', '/work/l'].sort(),
    );
    const at = (path: string): FsEntry | undefined => entries.find((entry) => entry.path === path);
    expect(at('/work')).toMatchObject({ type: 'directory', mode: 0o750, mtimeNs: 7n });
    expect(at('/work/d')).toMatchObject({ mode: 0o1777, mtimeNs: 1_700_000_000_123_456_789n });
    expect(at('/work/d/a')).toMatchObject({ mode: 0o4755, mtimeNs: 999_999_999n, size: 3 });
    expect(at('/work/d/a')?.inodeId).toBe(at('/home/guest/b')?.inodeId);
    expect(textOf(at('/home/guest/b')?.data ?? new Uint8Array())).toBe('one');
    expect(at('/work/l')).toMatchObject({ type: 'symlink', target: 'd/a' });
  });

  it('goes back to where it came from', async () => {
    const session = await harness.with(...RICH);
    await session.setCwd('d');
    const before = await session.snapshot();
    await session.writeFile('a', 'changed');
    await session.remove('/work/l');
    await session.copy('/work/d', '/home/guest', { recursive: true });
    await session.setCwd('/home/guest');
    await session.restore(before);
    expect(await session.snapshot()).toEqual(before);
    expect(session.cwd).toBe('/work/d');
    expect(await inodeId(session, '/work/d/a')).toBe(await inodeId(session, '/home/guest/b'));
  });

  it('goes into another session with the same roots', async () => {
    const from = await harness.with(...RICH);
    const to = await harness.with(file('/work/other'));
    const snapshot = await from.snapshot();
    await to.restore(snapshot);
    expect(await to.snapshot()).toEqual(snapshot);
  });

  it('shares nothing with the session', async () => {
    const session = await harness.with(file('/work/a', 'x'));
    const snapshot = await session.snapshot();
    for (const entry of snapshot.entries) entry.data?.fill(0);
    expect(await content(session, 'a')).toBe('x');
    const again = await session.snapshot();
    await session.restore(again);
    for (const entry of again.entries) entry.data?.fill(0);
    expect(await content(session, 'a')).toBe('x');
    await session.writeFile('a', 'y');
    expect(textOf(snapshot.entries.find(({ path }) => path === '/work/a')?.data ?? new Uint8Array())).toBe('\0');
  });

  it('resets to the files and cwd of the beginning, again and again', async () => {
    const session = await harness.with(...RICH);
    const before = await session.snapshot();
    for (let round = 0; round < 3; round++) {
      await session.makeDirectory('/work/new/deep', { recursive: true });
      await session.setCwd('/work/new');
      await session.remove('/work/d', { recursive: true });
      await session.reset();
      expect(await session.snapshot()).toEqual(before);
    }
  });

  it('resets an empty session', async () => {
    const session = await harness.create();
    await session.writeFile('a', 'x');
    await session.reset();
    expect(await shown(session)).toEqual([]);
  });

  it.each([
    ['no object', null],
    ['another version', { version: 2, cwd: '/work', entries: [] }],
    ['no version', { cwd: '/work', entries: [] }],
    ['an unknown key', { version: 1, cwd: '/work', entries: [], home: '/home/guest' }],
    ['no cwd', { version: 1, entries: [] }],
    ['a relative cwd', { version: 1, cwd: 'work', entries: [] }],
    ['a cwd outside', { version: 1, cwd: '/tmp', entries: [] }],
    ['no entries', { version: 1, cwd: '/work' }],
    ['an entry outside', { version: 1, cwd: '/work', entries: [file('/tmp/a')] }],
    ['an entry below a file', { version: 1, cwd: '/work', entries: [file('/work/a'), file('/work/a/b')] }],
    ['a link above /', { version: 1, cwd: '/work', entries: [symlink('/work/a', '../../x')] }],
  ])('does not restore %s, and changes nothing', async (_, snapshot) => {
    const session = await harness.with(...RICH);
    await harness.refuses(session, () => session.restore(snapshot as SessionSnapshot), 'INVALID_INPUT');
  });
}
