import { describe, expect, it } from 'vitest';
import { expectRefusal, expectTree, openWorld, type Refusal, stateOf, type TreeRow } from './command-world.ts';

describe('mv', () => {
  const files = {
    'a.txt': 'a',
    'b.txt': 'b',
    dir: null,
    'dir/c.txt': 'c',
    link: '-> a.txt',
    'to-dir': '-> dir',
    other: null,
    'other/dir': null,
  };
  const whole = ['a.txt a', 'b.txt b', 'dir/', 'dir/c.txt c', 'link -> a.txt', 'other/', 'other/dir/', 'to-dir -> dir'];
  const renamed = (from: string, to: string): string[] =>
    whole
      .filter((line) => line !== from)
      .concat(to)
      .sort();

  it.each<TreeRow>([
    ['renames a file', files, 'mv a.txt c.txt', renamed('a.txt a', 'c.txt a')],
    ['replaces a file', files, 'mv a.txt b.txt', renamed('a.txt a', 'b.txt a').filter((line) => line !== 'b.txt b')],
    ['places a file inside a directory', files, 'mv a.txt dir', renamed('a.txt a', 'dir/a.txt a')],
    [
      'replaces a symlink, also one to a directory',
      files,
      'mv a.txt to-dir',
      renamed('a.txt a', 'to-dir a').filter((line) => line !== 'to-dir -> dir'),
    ],
    ['moves a symlink itself', files, 'mv link new', renamed('link -> a.txt', 'new -> a.txt')],
    [
      'replaces a file by a symlink',
      files,
      'mv link b.txt',
      renamed('link -> a.txt', 'b.txt -> a.txt').filter((line) => line !== 'b.txt b'),
    ],
    ['moves a tree', { dir: null, 'dir/c.txt': 'c' }, 'mv dir new', ['new/', 'new/c.txt c']],
    [
      'moves a tree inside a directory',
      { dir: null, 'dir/c.txt': 'c', other: null },
      'mv dir other',
      ['other/', 'other/dir/', 'other/dir/c.txt c'],
    ],
    ['moves a directory to a name that ends in a slash', { dir: null }, 'mv dir new/', ['new/']],
    ['moves between the roots', { 'a.txt': 'a' }, 'mv a.txt /home/guest', []],
  ])('%s', (_rule, own, line, tree) => expectTree(own, line, tree));

  it.each<Refusal>([
    ['a missing source', files, 'mv missing new', 'NOT_FOUND'],
    ['a missing target directory', files, 'mv a.txt none/new', 'NOT_FOUND'],
    ['a target below a file', files, 'mv a.txt b.txt/new', 'NOT_FOUND'],
    ['a file to a new name that ends in a slash', files, 'mv a.txt new/', 'NOT_FOUND'],
    ['a file to a file with a slash', files, 'mv a.txt b.txt/', 'INVALID_INPUT'],
    ['a file to a symlink with a slash', files, 'mv a.txt to-dir/', 'INVALID_INPUT'],
    ['a directory onto a file', files, 'mv dir a.txt', 'INVALID_INPUT'],
    ['a directory onto a symlink', files, 'mv dir link', 'INVALID_INPUT'],
    ['a directory onto a directory inside the target, even an empty one', files, 'mv dir other', 'INVALID_INPUT'],
    ['a file onto a directory inside the target', { dir: null, 'dir/a': null, a: 'a' }, 'mv a dir', 'INVALID_INPUT'],
    ['a tree into itself', files, 'mv dir dir/new', 'INVALID_INPUT'],
    ['a tree into itself by its name', files, 'mv dir dir', 'INVALID_INPUT'],
    ['a tree into its sub-directory', files, 'mv other other/dir', 'INVALID_INPUT'],
    ['a file onto itself', files, 'mv a.txt a.txt', 'INVALID_INPUT'],
    ['a file onto itself by its directory', files, 'mv a.txt .', 'INVALID_INPUT'],
    ['a root', files, 'mv /work /home/guest/w', 'INVALID_INPUT'],
    ['the other root', files, 'mv /home/guest dir', 'INVALID_INPUT'],
    ['the cwd when it is a root', files, 'mv . dir', 'INVALID_INPUT'],
    ['a source outside the roots', files, 'mv /etc/passwd new', 'INVALID_INPUT'],
    ['a target outside the roots', files, 'mv a.txt /tmp/new', 'INVALID_INPUT'],
    [
      'a link whose target would leave the roots',
      { d: null, 'd/e': null, 'd/e/link': '-> ../../a' },
      'mv d/e/link link',
      'INVALID_INPUT',
    ],
    ['a tree with such a link', { d: null, 'd/e': null, 'd/e/link': '-> ../../a', a: '' }, 'mv d/e e', 'INVALID_INPUT'],
  ])('refuses %s', (_rule, own, line, code) => expectRefusal(own, line, code));

  it('refuses two names of one file', async () => {
    const { session, refuse } = await openWorld();
    const shared = { type: 'file', inodeId: 7, data: new Uint8Array(1) } as const;
    const snapshot = await session.snapshot();
    const entries = [...snapshot.entries, { ...shared, path: '/work/one' }, { ...shared, path: '/work/two' }];
    await session.restore({ ...snapshot, entries });
    const before = await stateOf(session);
    for (const line of ['mv one two', 'cp one two']) expect(await refuse(line)).toBe('INVALID_INPUT');
    expect(await stateOf(session)).toEqual(before);
  });

  it('keeps inodes, of a tree as well', async () => {
    const { session, shell } = await openWorld({ dir: null, 'dir/c.txt': 'c' });
    const before = [await session.stat('/work/dir'), await session.stat('/work/dir/c.txt')];
    await shell.execute('mv dir new');
    const after = [await session.stat('/work/new'), await session.stat('/work/new/c.txt')];
    expect(after.map(({ inodeId }) => inodeId)).toEqual(before.map(({ inodeId }) => inodeId));
  });

  it.each([
    ['mv /work/dir /work/new', '/work/new/sub'],
    ['mv /work/dir/sub /work/new', '/work/new'],
    ['mv /work/dir /home/guest', '/home/guest/dir/sub'],
    ['mv /work/a.txt /work/new', '/work/dir/sub'],
  ])('%s moves a cwd along that lies inside', async (line, cwd) => {
    const { session, shell } = await openWorld({ dir: null, 'dir/sub': null, 'a.txt': 'a' });
    await shell.execute('cd dir/sub');
    await shell.execute(line);
    expect(session.cwd).toBe(cwd);
  });
});
