import { inspect } from 'node:util';
import { createCommandSession } from '@aletheia-works/command';
import { ExecutionError } from '@aletheia-works/errors';
import { describe, expect, it } from 'vitest';
import { catalog, fetchGuest, openWorld, stateOf } from './command-world.ts';

function codeThrown(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ExecutionError) return error.code;
    throw error;
  }
  return 'no error';
}

describe('createCommandSession', () => {
  it('refuses whatever is no Session of this family of packages', async () => {
    const { session } = await openWorld();
    const impostors: unknown[] = [
      undefined,
      null,
      'session',
      {},
      { ...session },
      Object.create(session),
      Object.create(Object.getPrototypeOf(session)),
      new Proxy(session, {}),
      { cwd: '/work', home: '/home/guest', state: 'idle', run: session.run.bind(session) },
    ];
    for (const impostor of impostors) {
      expect(codeThrown(() => createCommandSession(impostor as typeof session, { catalog }))).toBe('INVALID_INPUT');
    }
  });

  it.each<[rule: string, options: unknown]>([
    ['no options', undefined],
    ['null', null],
    ['no catalog', {}],
    ['an unknown key', { catalog, timeoutMs: 1 }],
    ['a catalog that is no object', { catalog: 'https://guests.example/catalog.json' }],
    ['a catalog of another version', { catalog: { ...catalog, schemaVersion: 2 } }],
    [
      'a catalog without a digest',
      { catalog: { schemaVersion: 1, tools: { a: { default: '1', versions: { 1: { url: 'https://a.example/' } } } } } },
    ],
    ['a fetch that is no function', { catalog, fetch: 'https://guests.example/' }],
    ['a cache that is no cache', { catalog, cache: 7 }],
    [
      'options that throw when read',
      {
        get catalog() {
          throw new Error('read');
        },
      },
    ],
  ])('refuses %s and leaves the Session alone', async (_rule, options) => {
    const { session } = await openWorld({ 'a.txt': 'a' });
    const before = await stateOf(session);
    expect(codeThrown(() => createCommandSession(session, options as never))).toBe('INVALID_INPUT');
    expect(await stateOf(session)).toEqual(before);
  });

  it('works on a disposed Session, whose commands then reject', async () => {
    const { session } = await openWorld();
    await session.dispose();
    const shell = createCommandSession(session, { catalog });
    await expect(shell.execute('ls')).rejects.toMatchObject({ code: 'DISPOSED' });
  });

  it('shows nothing but execute', async () => {
    const { session } = await openWorld();
    const shell = createCommandSession(session, { catalog, fetch: fetchGuest });
    expect(Reflect.ownKeys(shell)).toEqual(['execute']);
    expect(Object.getPrototypeOf(shell)).toBe(Object.prototype);
    expect(Object.isFrozen(shell)).toBe(true);
    expect(Object.isFrozen(shell.execute)).toBe(true);
    expect(Reflect.ownKeys(shell.execute).sort()).toEqual(['length', 'name']);
    const shown = inspect(shell, { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true });
    expect(shown).not.toMatch(/session|installer|catalog|runtime|guests\.example/i);
    expect(JSON.stringify(shell)).toBe('{}');
  });

  it('gives a method that needs no this', async () => {
    const { shell } = await openWorld({ 'a.txt': 'a' });
    const { execute } = shell;
    expect(await execute('ls')).toMatchObject({ kind: 'builtin' });
  });

  it('keeps no state of its own: two command sessions see one world', async () => {
    const { session, shell } = await openWorld({ dir: null, 'dir/a.txt': 'a' });
    const other = createCommandSession(session, { catalog, fetch: fetchGuest });
    await shell.execute('cd dir');
    expect(new TextDecoder().decode((await other.execute('ls')).stdout)).toBe('a.txt\n');
    await other.execute('install hello');
    expect(await shell.execute('hello')).toMatchObject({ kind: 'guest', tool: 'hello' });
  });

  it('does not see later changes of the catalog', async () => {
    const { session } = await openWorld();
    const own = structuredClone(catalog) as { tools: Record<string, unknown> };
    const shell = createCommandSession(session, { catalog: own as never, fetch: fetchGuest });
    own.tools = {};
    expect(await shell.execute('install hello')).toMatchObject({ kind: 'install' });
  });
});
