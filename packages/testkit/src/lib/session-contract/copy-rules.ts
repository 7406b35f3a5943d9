import { expect, it } from 'vitest';
import { content, directory, file, inodeId, type SessionHarness, sameBytes, shown, symlink } from './harness.ts';

/** The rules of `cp` and `cp -r`. */
export function copyRules(harness: SessionHarness): void {
  it('copies a file: new inode, mode of the source', async () => {
    const session = await harness.with(file('/work/a', 'x', { mode: 0o755, mtimeMs: 1 }));
    await session.copy('a', 'b');
    expect(await content(session, 'b')).toBe('x');
    expect(await session.stat('b')).toMatchObject({ mode: 0o755, type: 'file' });
    expect(await inodeId(session, 'b')).not.toBe(await inodeId(session, 'a'));
    expect((await session.stat('b')).mtimeMs).toBeGreaterThan(1);
    await session.writeFile('a', 'changed');
    expect(await content(session, 'b')).toBe('x');
  });

  it('copies onto a file, which keeps its inode, its mode and its other names', async () => {
    const session = await harness.with(
      file('/work/a', 'new', { mode: 0o755 }),
      file('/work/b', 'older text', { mode: 0o600, inodeId: 1 }),
      file('/work/c', 'older text', { mode: 0o600, inodeId: 1 }),
    );
    const before = await inodeId(session, 'b');
    await session.copy('a', 'b');
    expect(await session.stat('b')).toMatchObject({ mode: 0o600, inodeId: before });
    expect([await content(session, 'b'), await content(session, 'c')]).toEqual(['new', 'new']);
  });

  it('copies into an existing directory, under its own name', async () => {
    const session = await harness.with(file('/work/a', 'x'), directory('/work/d'), directory('/home/guest/e'));
    await session.copy('a', 'd');
    await session.copy('a', '/home/guest/e/');
    await session.copy('d', '/home/guest', { recursive: true });
    expect(await content(session, 'd/a')).toBe('x');
    expect(await content(session, '/home/guest/e/a')).toBe('x');
    expect(await content(session, '/home/guest/d/a')).toBe('x');
  });

  it('copies directories and links only when recursive', async () => {
    const session = await harness.with(file('/work/d/a'), symlink('/work/l', 'd'), directory('/work/e'));
    for (const source of ['d', 'l', '/home/guest']) {
      await harness.refuses(session, () => session.copy(source, 'e/x'), 'NOT_FILE');
    }
  });

  it('copies a tree with its modes, links as links and hard links as files of their own', async () => {
    const session = await harness.with(
      directory('/work/d', { mode: 0o700 }),
      file('/work/d/a', 'x', { inodeId: 1, mode: 0o600 }),
      file('/work/d/b', 'x', { inodeId: 1, mode: 0o600 }),
      symlink('/work/d/l', 'a'),
      file('/work/d/e/f', 'deep'),
    );
    await session.copy('d', 'copy', { recursive: true });
    expect(await session.stat('copy')).toMatchObject({ mode: 0o700 });
    expect(await session.stat('copy/l')).toMatchObject({ type: 'symlink', target: 'a' });
    expect(await content(session, 'copy/e/f')).toBe('deep');
    expect((await session.stat('copy/a')).mode).toBe(0o600);
    await session.writeFile('copy/a', 'changed');
    expect([await content(session, 'copy/b'), await content(session, 'd/a')]).toEqual(['x', 'x']);
  });

  it('copies a root, and megabytes', async () => {
    const data = Uint8Array.from({ length: 2_500_000 }, (_, index) => (index * 7) & 0xff);
    const session = await harness.with({ path: '/work/big', type: 'file', data });
    await session.copy('/work', '/home/guest', { recursive: true });
    expect(sameBytes(await session.readFile('/home/guest/work/big'), data)).toBe(true);
  });

  it('replaces a file by a link when recursive', async () => {
    const session = await harness.with(file('/work/a', 'x'), symlink('/work/l', 'a'), file('/work/b', 'y'));
    await session.copy('l', 'b', { recursive: true });
    expect(await shown(session)).toEqual(['a', 'b -> a', 'l -> a']);
  });

  it('answers NOT_FOUND for a missing source or target directory', async () => {
    const session = await harness.with(file('/work/a'));
    for (const [source, target] of [
      ['no', 'b'],
      ['a/', 'b'],
      ['a', 'no/b'],
      ['a', 'a/b'],
      ['a', 'no/'],
    ] as const) {
      await harness.refuses(session, () => session.copy(source, target), 'NOT_FOUND');
    }
  });

  it.each([
    ['a directory over a file', 'd', 'f'],
    ['a directory over a link', 'd', 'link'],
    ['a directory over a directory', 'd', 'e'],
    ['a file over a directory', 'd/d', 'e'],
    ['a file over a link', 'f', 'link'],
    ['a file over a dangling link', 'f', 'dangling'],
    ['a link over a link', 'link', 'dangling'],
    ['a file over itself', 'f', 'f'],
    ['a file over itself in its directory', 'f', '.'],
    ['a file over another name of it', 'h', 'f'],
    ['a directory into itself', 'd', 'd'],
    ['a directory below itself', 'd', 'd/d2'],
    ['a root into itself', '.', 'e'],
    ['a file over a file with a slash', 'f', 'h2/'],
    ['a link that would lead outside', 'deep/er/link', 'moved'],
    ['a tree with a link that would lead outside', 'deep/er', '.'],
    ['a link with a target above /', 'deep/er/link', '/home/guest/x'],
  ])('refuses %s and changes nothing', async (_, source, target) => {
    const session = await harness.with(
      file('/work/d/d', 'x'),
      directory('/work/e/d/d'),
      file('/work/f', 'f', { inodeId: 1 }),
      file('/work/h', 'f', { inodeId: 1 }),
      file('/work/h2', 'g'),
      symlink('/work/link', 'e'),
      symlink('/work/dangling', 'no'),
      symlink('/work/deep/er/link', '../../f'),
    );
    await harness.refuses(session, () => session.copy(source, target, { recursive: true }), 'INVALID_INPUT');
  });
}
