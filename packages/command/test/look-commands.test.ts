import { describe, expect, it } from 'vitest';
import { expectRefusal, openWorld } from './command-world.ts';

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
    ['cat a.txt/', 'NOT_FOUND'],
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
