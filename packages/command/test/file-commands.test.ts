import { describe, expect, it } from 'vitest';
import { openWorld, stateOf, text, treeOf } from './command-world.ts';

type Files = Readonly<Record<string, string | null>>;
type Row = [rule: string, files: Files, line: string, tree: string[]];
type Refusal = [rule: string, files: Files, line: string, code: string];

async function expectTree(files: Files, line: string, tree: string[]): Promise<void> {
  const { session, shell } = await openWorld(files);
  const result = await shell.execute(line);
  expect(result).toMatchObject({ kind: 'builtin', exitCode: 0, stdout: new Uint8Array(0), stderr: new Uint8Array(0) });
  expect(await treeOf(session)).toEqual(tree);
}

async function expectRefusal(files: Files, line: string, code: string): Promise<void> {
  const { session, refuse } = await openWorld(files);
  const before = await stateOf(session);
  expect(await refuse(line)).toBe(code);
  expect(await stateOf(session)).toEqual(before);
}

describe('ls', () => {
  const files = { b: 'b', a: null, 'a.b': '', 'a/x': 'x', 'to-b': '-> b', 'to-a': '-> a', Z: '', é: '' };

  it.each([
    ['sorts what it prints by UTF-16 code unit', 'ls', 'Z\na.b\na/\nb\nto-a -> a\nto-b -> b\né\n'],
    ['lists a directory', 'ls a', 'x\n'],
    ['lists a directory written with a slash', 'ls a/', 'x\n'],
    ['prints the name of a file', 'ls a/x', 'x\n'],
    ['prints a symlink, and does not follow it', 'ls to-a', 'to-a -> a\n'],
    ['follows a symlink on the way', 'ls to-a/x', 'x\n'],
    ['lists an absolute path', 'ls /work/a', 'x\n'],
    ['lists the home', 'ls /home/guest', ''],
  ])('%s', async (_rule, line, expected) => {
    const { print } = await openWorld(files);
    expect(await print(line)).toBe(expected);
  });

  it('sorts above the basic plane by code unit too', async () => {
    const { print } = await openWorld({ '\uffee': '', '\u{1f600}': '' });
    expect(await print('ls')).toBe('\u{1f600}\n\uffee\n');
  });

  it('prints nothing for an empty directory', async () => {
    const { shell } = await openWorld();
    expect((await shell.execute('ls')).stdout).toEqual(new Uint8Array(0));
  });

  it('prints names with line feeds as they are', async () => {
    const { print } = await openWorld({ 'a\nb': '' });
    expect(await print('ls')).toBe('a\nb\n');
  });

  it.each<[string, string]>([
    ['ls missing', 'NOT_FOUND'],
    ['ls b/x', 'NOT_FOUND'],
    ['ls b/', 'NOT_FOUND'],
    ['ls /', 'INVALID_INPUT'],
    ['ls /tmp', 'INVALID_INPUT'],
    ['ls /usr/bin', 'INVALID_INPUT'],
    ['ls /home', 'INVALID_INPUT'],
  ])('%s is %s', (line, code) => expectRefusal(files, line, code));
});

describe('cat', () => {
  it('gives the exact bytes', async () => {
    const { session, shell } = await openWorld();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await session.writeFile('/work/bytes', bytes);
    expect((await shell.execute('cat bytes')).stdout).toEqual(bytes);
  });

  it('follows symlinks inside the roots', async () => {
    const { print } = await openWorld({ 'a.txt': 'a', link: '-> a.txt', dir: null, 'dir/up': '-> ../a.txt' });
    expect(await print('cat link')).toBe('a');
    expect(await print('cat dir/up')).toBe('a');
  });

  it('gives nothing for an empty file', async () => {
    const { shell } = await openWorld({ empty: '' });
    expect((await shell.execute('cat empty')).stdout).toEqual(new Uint8Array(0));
  });

  const files = { 'a.txt': 'a', dir: null, dangling: '-> nothing', loop: '-> loop', 'to-dir': '-> dir' };
  it.each<[string, string]>([
    ['cat missing', 'NOT_FOUND'],
    ['cat a.txt/x', 'NOT_FOUND'],
    ['cat dangling', 'NOT_FOUND'],
    ['cat dir', 'NOT_FILE'],
    ['cat to-dir', 'NOT_FILE'],
    ['cat .', 'NOT_FILE'],
    ['cat loop', 'INVALID_INPUT'],
    ['cat /etc/passwd', 'INVALID_INPUT'],
    ['cat /usr/bin/hello', 'INVALID_INPUT'],
    [`cat ${'n'.repeat(256)}`, 'INVALID_INPUT'],
  ])('%s is %s', (line, code) => expectRefusal(files, line, code));
});

describe('cd', () => {
  const files = { dir: null, 'dir/sub': null, 'dir/sub/a.txt': 'a', 'a.txt': 'a', link: '-> dir/sub' };

  it.each([
    ['cd dir', '/work/dir'],
    ['cd dir/sub', '/work/dir/sub'],
    ['cd ./dir//sub/', '/work/dir/sub'],
    ['cd .', '/work'],
    ['cd /work/dir', '/work/dir'],
    ['cd /home/guest', '/home/guest'],
    ['cd link', '/work/dir/sub'],
  ])('%s leads to %s', async (line, cwd) => {
    const { session, shell } = await openWorld(files);
    await shell.execute(line);
    expect(session.cwd).toBe(cwd);
  });

  it('is where later paths start', async () => {
    const { print } = await openWorld(files);
    expect(await print('cd dir')).toBe('');
    expect(await print('cat sub/a.txt')).toBe('a');
    expect(await print('ls')).toBe('sub/\n');
  });

  it.each<[string, string]>([
    ['cd a.txt', 'NOT_FOUND'],
    ['cd missing', 'NOT_FOUND'],
    ['cd a.txt/x', 'NOT_FOUND'],
    ['cd /', 'INVALID_INPUT'],
    ['cd /tmp', 'INVALID_INPUT'],
    ['cd /usr/bin', 'INVALID_INPUT'],
  ])('%s is %s', (line, code) => expectRefusal(files, line, code));
});

describe('rm -rf', () => {
  const files = { 'a.txt': 'a', dir: null, 'dir/b.txt': 'b', 'dir/sub': null, link: '-> dir' };
  const whole = ['a.txt a', 'dir/', 'dir/b.txt b', 'dir/sub/', 'link -> dir'];

  it.each<Row>([
    ['removes a file', files, 'rm -rf a.txt', whole.filter((line) => line !== 'a.txt a')],
    ['removes a tree', files, 'rm -rf dir', ['a.txt a', 'link -> dir']],
    [
      'removes a symlink and not what it leads to',
      files,
      'rm -rf link',
      whole.filter((line) => !line.startsWith('link')),
    ],
    ['is content with a missing path', files, 'rm -rf missing', whole],
    ['is content with a path below a file', files, 'rm -rf a.txt/x', whole],
    ['removes what a link on the way leads to', files, 'rm -rf link/sub', whole.filter((line) => line !== 'dir/sub/')],
  ])('%s', (_rule, own, line, tree) => expectTree(own, line, tree));

  it.each([
    'rm -rf /work',
    'rm -rf .',
    'rm -rf /home/guest',
    'rm -rf /',
    'rm -rf /tmp',
    'rm -rf /home',
    'rm -rf /usr/bin/x',
  ])('%s is INVALID_INPUT', (line) => expectRefusal(files, line, 'INVALID_INPUT'));
});

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

  it.each<Row>([
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

  it.each<Row>([
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

describe('bytes of a result', () => {
  it.each(['cat a.txt', 'ls', 'rm -rf nothing', ''])('of %j are fresh for every call', async (line) => {
    const { session, shell } = await openWorld({ 'a.txt': 'abc' });
    const [first, second] = [await shell.execute(line), await shell.execute(line)];
    const expected = text(second.stdout);
    const buffers = [first.stdout, first.stderr, second.stdout, second.stderr].map(({ buffer }) => buffer);
    expect(new Set(buffers).size).toBe(4);
    first.stdout.fill(0);
    expect(text(second.stdout)).toBe(expected);
    expect(text((await shell.execute(line)).stdout)).toBe(expected);
    expect(text(await session.readFile('/work/a.txt'))).toBe('abc');
    expect(buffers.every((buffer) => buffer instanceof ArrayBuffer)).toBe(true);
  });
});
