import { expect, it } from 'vitest';
import { content, directory, file, inodeId, type SessionHarness, shown, symlink } from './harness.ts';

/** The rules of `mv`. */
export function moveRules(harness: SessionHarness): void {
  it('renames a file, which keeps its inode, mode and time', async () => {
    const session = await harness.with(file('/work/a', 'x', { mode: 0o755, mtimeNs: 5n }));
    const before = await session.stat('a');
    await session.move('a', 'b');
    expect(await session.stat('b')).toEqual({ ...before, path: '/work/b' });
    await harness.failure(session.stat('a'), 'NOT_FOUND');
  });

  it('renames a directory with its whole tree', async () => {
    const session = await harness.with(file('/work/d/e/f', 'x'), symlink('/work/d/l', 'e'));
    const before = await inodeId(session, 'd/e/f');
    await session.move('d', '/home/guest/moved');
    expect(await inodeId(session, '/home/guest/moved/e/f')).toBe(before);
    expect(await shown(session, '/home/guest/moved')).toEqual(['e/', 'l -> e']);
    expect(await shown(session)).toEqual([]);
  });

  it('moves into an existing directory, under its own name', async () => {
    const session = await harness.with(file('/work/a', 'x'), directory('/work/d'), directory('/work/e'));
    await session.move('a', 'd/');
    await session.move('d/', 'e');
    await session.move('e', '/home/guest');
    expect(await content(session, '/home/guest/e/d/a')).toBe('x');
  });

  it('replaces files and links by files and links, never following one', async () => {
    const session = await harness.with(
      file('/work/a', 'a'),
      file('/work/b', 'b'),
      directory('/work/d'),
      symlink('/work/l', 'd'),
      symlink('/work/m', 'd'),
    );
    await session.move('a', 'b');
    await session.move('b', 'l');
    expect(await shown(session)).toEqual(['d/', 'l', 'm -> d']);
    expect(await content(session, 'l')).toBe('a');
    await session.move('m', 'l');
    expect(await shown(session)).toEqual(['d/', 'l -> d']);
  });

  it('takes the cwd along when it lies inside', async () => {
    const session = await harness.with(file('/work/d/e/a', 'x'), directory('/work/de'));
    await session.setCwd('d/e');
    await session.move('/work/d', '/home/guest');
    expect(session.cwd).toBe('/home/guest/d/e');
    expect(await content(session, 'a')).toBe('x');
    await session.move('/work/de', '/work/x');
    expect(session.cwd).toBe('/home/guest/d/e');
  });

  it('takes a cwd along that does not exist', async () => {
    const session = await harness.with(directory('/work/d/e'));
    await session.setCwd('d/e');
    await session.remove('.', { recursive: true });
    await session.move('/work/d', '/work/x');
    expect(session.cwd).toBe('/work/x/e');
  });

  it('moves links whose target stays inside', async () => {
    const session = await harness.with(
      symlink('/work/d/l', '../d'),
      symlink('/work/abs', '/home/guest'),
      directory('/home/guest/x'),
    );
    await session.move('d/l', '/home/guest/x');
    await session.move('abs', '/home/guest/x');
    expect(await shown(session, '/home/guest/x')).toEqual(['abs -> /home/guest', 'l -> ../d']);
  });

  it('answers NOT_FOUND for a missing source or target directory', async () => {
    const session = await harness.with(file('/work/a'), symlink('/work/l', 'no'));
    for (const [source, target] of [
      ['no', 'b'],
      ['a/', 'b'],
      ['a', 'no/b'],
      ['a', 'a/b'],
      ['a', 'l/b'],
      ['a', 'no/'],
    ] as const) {
      await harness.refuses(session, () => session.move(source, target), 'NOT_FOUND');
    }
  });

  it.each([
    ['a directory over a file', 'd', 'f'],
    ['a directory over a link', 'd', 'link'],
    ['a directory over an empty directory', 'd', 'e'],
    ['a file over a directory', 'd/d', 'e'],
    ['a file over itself', 'f', 'f'],
    ['a file over itself in its directory', 'f', '.'],
    ['a file over another name of it', 'h', 'f'],
    ['a directory over itself', 'd', '.'],
    ['a directory into itself', 'd', 'd'],
    ['a directory below itself', 'd', 'd/x'],
    ['a root', '.', '/home/guest/x'],
    ['the home', '/home/guest', 'x'],
    ['a file over a file with a slash', 'f', 'h2/'],
    ['a file over a link with a slash', 'f', 'link/'],
    ['a link that would lead outside', 'deep/er/link', 'moved'],
    ['a tree with a link that would lead outside', 'deep/er', '.'],
    ['a link over a file, leading outside', 'deep/er/link', 'f'],
  ])('refuses %s and changes nothing', async (_, source, target) => {
    const session = await harness.with(
      file('/work/d/d', 'x'),
      directory('/work/e/d/d'),
      file('/work/f', 'f', { inodeId: 1 }),
      file('/work/h', 'f', { inodeId: 1 }),
      file('/work/h2', 'g'),
      symlink('/work/link', 'e'),
      symlink('/work/deep/er/link', '../../f'),
    );
    await harness.refuses(session, () => session.move(source, target), 'INVALID_INPUT');
  });

  it('keeps the other names of a file that it replaces', async () => {
    const session = await harness.with(
      file('/work/a', 'new'),
      file('/work/b', 'old', { inodeId: 1 }),
      file('/work/c', 'old', { inodeId: 1 }),
    );
    await session.move('a', 'b');
    expect([await content(session, 'b'), await content(session, 'c')]).toEqual(['new', 'old']);
  });
}
