import { describe, expect, it } from 'vitest';
import { expectRefusal, expectTree, openWorld, type Refusal, type TreeRow } from './command-world.ts';

describe('cp', () => {
  const files = {
    'a.txt': 'a',
    'b.txt': 'b',
    dir: null,
    'dir/c.txt': 'c',
    'dir/link': '-> c.txt',
    link: '-> a.txt',
    'to-dir': '-> dir',
    other: null,
    'other/dir': null,
  };
  const whole = [
    'a.txt a',
    'b.txt b',
    'dir/',
    'dir/c.txt c',
    'dir/link -> c.txt',
    'link -> a.txt',
    'other/',
    'other/dir/',
    'to-dir -> dir',
  ];
  const plus = (...lines: string[]): string[] => [...whole, ...lines].sort();

  it.each<TreeRow>([
    ['copies a file', files, 'cp a.txt c.txt', plus('c.txt a')],
    [
      'replaces the content of a file',
      files,
      'cp a.txt b.txt',
      whole.map((line) => (line === 'b.txt b' ? 'b.txt a' : line)),
    ],
    ['places a file inside a directory', files, 'cp a.txt dir', plus('dir/a.txt a')],
    ['places it there when the directory ends in a slash', files, 'cp a.txt dir/', plus('dir/a.txt a')],
    ['-r copies a file as well', files, 'cp -r a.txt c.txt', plus('c.txt a')],
    ['-r copies a tree, links as links', files, 'cp -r dir new', plus('new/', 'new/c.txt c', 'new/link -> c.txt')],
    ['-r copies a symlink itself', files, 'cp -r link new', plus('new -> a.txt')],
    ['-r places a symlink inside a directory', files, 'cp -r link other', plus('other/link -> a.txt')],
    ['copies into the home', { 'a.txt': 'a' }, 'cp a.txt /home/guest/', ['a.txt a']],
    ['reads through a link on the way', files, 'cp to-dir/c.txt new', plus('new c')],
  ])('%s', (_rule, own, line, tree) => expectTree(own, line, tree));

  it.each<Refusal>([
    ['a missing source', files, 'cp missing new', 'NOT_FOUND'],
    ['a missing target directory', files, 'cp a.txt none/new', 'NOT_FOUND'],
    ['a target below a file', files, 'cp a.txt b.txt/new', 'NOT_FOUND'],
    ['a file to a new name that ends in a slash', files, 'cp a.txt new/', 'NOT_FOUND'],
    ['a file to a file with a slash', files, 'cp a.txt b.txt/', 'INVALID_INPUT'],
    ['a file to a symlink with a slash', files, 'cp a.txt to-dir/', 'INVALID_INPUT'],
    ['a directory without -r', files, 'cp dir new', 'NOT_FILE'],
    ['a symlink without -r', files, 'cp link new', 'NOT_FILE'],
    ['a symlink to a directory without -r', files, 'cp to-dir new', 'NOT_FILE'],
    ['a symlink as target', files, 'cp a.txt link', 'INVALID_INPUT'],
    ['a symlink to a directory as target', files, 'cp a.txt to-dir', 'INVALID_INPUT'],
    ['a file onto itself', files, 'cp a.txt a.txt', 'INVALID_INPUT'],
    ['a file onto itself by its directory', files, 'cp a.txt .', 'INVALID_INPUT'],
    ['a directory onto a file', files, 'cp -r dir a.txt', 'INVALID_INPUT'],
    ['a directory onto a symlink', files, 'cp -r dir link', 'INVALID_INPUT'],
    ['a directory onto a directory inside the target', files, 'cp -r dir other', 'INVALID_INPUT'],
    ['a file onto a directory inside the target', { dir: null, 'dir/a': null, a: 'a' }, 'cp a dir', 'INVALID_INPUT'],
    ['a tree into itself', files, 'cp -r dir dir/new', 'INVALID_INPUT'],
    ['a tree into itself by its name', files, 'cp -r dir dir', 'INVALID_INPUT'],
    ['a tree into its sub-directory', files, 'cp -r other other/dir', 'INVALID_INPUT'],
    ['a root into itself', files, 'cp -r /work dir', 'INVALID_INPUT'],
    ['a source outside the roots', files, 'cp /etc/passwd new', 'INVALID_INPUT'],
    ['a target outside the roots', files, 'cp a.txt /tmp/new', 'INVALID_INPUT'],
    ['a target above the roots', files, 'cp a.txt /new', 'INVALID_INPUT'],
    [
      'a link whose target would leave the roots',
      { d: null, 'd/e': null, 'd/e/link': '-> ../../a' },
      'cp -r d/e/link link',
      'INVALID_INPUT',
    ],
    [
      'a tree with such a link',
      { d: null, 'd/e': null, 'd/e/link': '-> ../../a', a: '' },
      'cp -r d/e e',
      'INVALID_INPUT',
    ],
  ])('refuses %s', (_rule, own, line, code) => expectRefusal(own, line, code));

  it('gives a copy its own inode and the mode of the source', async () => {
    const { session, shell } = await openWorld({ 'a.txt': 'a' });
    await session.writeFile('/work/tool', 'x', { mode: 0o750 });
    await shell.execute('cp tool copy');
    const [source, copy] = [await session.stat('/work/tool'), await session.stat('/work/copy')];
    expect(copy.mode).toBe(0o750);
    expect(copy.inodeId).not.toBe(source.inodeId);
  });

  it('keeps mode and inode of a file it replaces, so that its hard links show the new content', async () => {
    const { session, shell, print } = await openWorld();
    const shared = { type: 'file', mode: 0o600, inodeId: 7, data: new TextEncoder().encode('old') } as const;
    const snapshot = await session.snapshot();
    const entries = [...snapshot.entries, { ...shared, path: '/work/one' }, { ...shared, path: '/work/two' }];
    await session.restore({ ...snapshot, entries });
    await session.writeFile('/work/new', 'new', { mode: 0o755 });
    const before = await session.stat('/work/one');
    await shell.execute('cp new one');
    expect(await session.stat('/work/one')).toMatchObject({ mode: 0o600, inodeId: before.inodeId });
    expect(await print('cat two')).toBe('new');
  });

  it('-r makes separate files of the hard links inside a tree', async () => {
    const { session, shell, print } = await openWorld({ dir: null });
    const shared = { type: 'file', inodeId: 7, data: new TextEncoder().encode('old') } as const;
    const snapshot = await session.snapshot();
    const entries = [...snapshot.entries, { ...shared, path: '/work/dir/one' }, { ...shared, path: '/work/dir/two' }];
    await session.restore({ ...snapshot, entries });
    await shell.execute('cp -r dir copy');
    await session.writeFile('/work/copy/one', 'new');
    expect(await print('cat copy/two')).toBe('old');
  });
});
