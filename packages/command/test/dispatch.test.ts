import { describe, expect, it } from 'vitest';
import { openWorld, stateOf } from './command-world.ts';
import { guestModule } from './fake-runtime.ts';

const FILES = { 'a.txt': 'a', dir: null, '-x': 'dashed' };

describe('a form that is not accepted', () => {
  it.each([
    'ls a.txt dir',
    'ls -l',
    'ls -',
    'ls -- dir',
    "ls ''",
    'ls ..',
    'ls dir/../dir',
    'cat',
    'cat a.txt a.txt',
    'cat -x',
    'cat -n a.txt',
    'cat -',
    "cat ''",
    'cat ../work/a.txt',
    'cat dir/..',
    'cat /work/../work/a.txt',
    'cd',
    'cd dir dir',
    'cd -',
    'cd -x',
    "cd ''",
    'cd ..',
    'cd dir/..',
    'rm',
    'rm a.txt',
    'rm -r a.txt',
    'rm -f a.txt',
    'rm -r -f a.txt',
    'rm -fr a.txt',
    'rm -rf',
    'rm -rf a.txt dir',
    'rm -rf -- a.txt',
    'rm a.txt -rf',
    'rm -rf -x',
    'rm -rfv a.txt',
    "rm -rf ''",
    'rm -rf ..',
    'rm -rf dir/../a.txt',
    'cp',
    'cp a.txt',
    'cp a.txt b.txt dir',
    'cp -R dir d',
    'cp -a dir d',
    'cp -rf dir d',
    'cp -p a.txt b.txt',
    'cp -- a.txt b.txt',
    'cp dir d -r',
    'cp -r',
    'cp -r dir',
    'cp -r -r dir d',
    'cp -r a b c',
    'cp -x b.txt',
    'cp a.txt -y',
    "cp '' b.txt",
    "cp a.txt ''",
    'cp ../work/a.txt b.txt',
    'cp a.txt dir/../b.txt',
    'mv',
    'mv a.txt',
    'mv a.txt b.txt dir',
    'mv -f a.txt b.txt',
    'mv -- a.txt b.txt',
    'mv -x b.txt',
    'mv a.txt -y',
    "mv '' b.txt",
    "mv a.txt ''",
    'mv a.txt ..',
    'mv dir/../a.txt b.txt',
    'install',
    'install hello ls',
    'install -f hello',
    'install hello@',
    'install hello@1@2',
    'install @1.0',
    "install ''",
    'install unknown',
    'install hello@9.9',
    'install https://guests.example/hello-1.wasm',
    'install HELLO',
    'install constructor',
    'install hello@constructor',
    'install __proto__',
  ])('%s is INVALID_INPUT and changes nothing', async (line) => {
    const { session, refuse, runtime } = await openWorld(FILES);
    const before = await stateOf(session);
    expect(await refuse(line)).toBe('INVALID_INPUT');
    expect(await stateOf(session)).toEqual(before);
    expect(runtime.requests).toEqual([]);
  });

  it.each(['cat -x', 'rm -rf -x', 'cp -x b.txt', 'mv -x b.txt', 'cd -x', 'ls -x'])(
    '%s says how a dash is written',
    async (line) => {
      const { shell } = await openWorld(FILES);
      await expect(shell.execute(line)).rejects.toThrow('./-x');
    },
  );
});

describe('an accepted form', () => {
  it.each([
    ['ls', 'ls', '-x\na.txt\ndir/\n'],
    ['ls .', 'ls', '-x\na.txt\ndir/\n'],
    ['ls /work', 'ls', '-x\na.txt\ndir/\n'],
    ['ls dir', 'ls', ''],
    ['ls ./-x', 'ls', '-x\n'],
    ['cat a.txt', 'cat', 'a'],
    ['cat ./-x', 'cat', 'dashed'],
    ['"cat" a.txt', 'cat', 'a'],
    ["c'a't a.txt", 'cat', 'a'],
    ['cd dir', 'cd', ''],
    ['rm -rf dir', 'rm', ''],
    ['cp a.txt b.txt', 'cp', ''],
    ['cp -r dir d', 'cp', ''],
    ['cp -r a.txt b.txt', 'cp', ''],
    ['mv a.txt b.txt', 'mv', ''],
    ['mv ./-x y', 'mv', ''],
  ])('%s runs the builtin', async (line, name, stdout) => {
    const { shell } = await openWorld(FILES);
    const result = await shell.execute(line);
    expect(result).toEqual({
      kind: 'builtin',
      name,
      exitCode: 0,
      stdout: new TextEncoder().encode(stdout),
      stderr: new Uint8Array(0),
    });
  });

  it.each([
    'LS',
    'Cat',
    'pwd',
    'ls.',
    'hello',
    './ls',
    '/usr/bin/ls',
    'constructor',
    '__proto__',
    'toString',
    "''",
    'inst all',
  ])('%s is no builtin, and NOT_FOUND while no guest of that name is registered', async (line) => {
    const { session, refuse } = await openWorld(FILES);
    const before = await stateOf(session);
    expect(await refuse(line)).toBe('NOT_FOUND');
    expect(await stateOf(session)).toEqual(before);
  });
});

describe('a reserved name', () => {
  it.each(['ls', 'cat', 'cd', 'rm', 'cp', 'mv', 'install'])(
    '%s can be registered, but the line runs the builtin',
    async (name) => {
      const { session, shell, runtime } = await openWorld(FILES);
      await session.registerGuest({ name, bytes: guestModule(name) });
      const line = {
        ls: 'ls',
        cat: 'cat a.txt',
        cd: 'cd dir',
        rm: 'rm -rf dir',
        cp: 'cp a.txt b',
        mv: 'mv a.txt b',
        install: 'install hello',
      }[name];
      expect((await shell.execute(line ?? '')).kind).toBe(name === 'install' ? 'install' : 'builtin');
      expect(runtime.requests).toEqual([]);
    },
  );

  it('can be installed', async () => {
    const { session, print, runtime } = await openWorld(FILES);
    expect(await print('install ls@x')).toContain('installed ls@x ');
    expect(await session.listGuests()).toMatchObject([{ name: 'ls' }]);
    expect(await print('ls')).toContain('a.txt');
    expect(runtime.requests).toEqual([]);
  });

  it('pwd is none: it runs once a guest of that name is registered', async () => {
    const { shell, refuse } = await openWorld();
    expect(await refuse('pwd')).toBe('NOT_FOUND');
    await shell.execute('install pwd');
    expect(await shell.execute('pwd')).toMatchObject({ kind: 'guest', tool: 'pwd', exitCode: 0 });
  });
});
