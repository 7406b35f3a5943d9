import { describe, expect, it } from 'vitest';
import { type CommandWorld, codeOf, openWorld, stateOf } from './command-world.ts';
import { guestModule } from './fake-runtime.ts';

const VALID = [
  'ls',
  'cat a.txt',
  'cd dir',
  'rm -rf a.txt',
  'cp a.txt b.txt',
  'mv a.txt b.txt',
  'install hello',
  'tool',
  'unknown',
];
const INVALID = [
  'ls -l',
  'cat',
  'cat ..',
  'rm a.txt',
  'cp a.txt',
  'mv a.txt',
  'install',
  'install unknown',
  'a | b',
  "'",
  '\\',
];
const ABORTED = AbortSignal.abort(new Error('by the test'));

/** A world in which a guest runs until `release` is called. */
async function busyWorld(): Promise<CommandWorld & { release(): Promise<void> }> {
  const world = await openWorld({ 'a.txt': 'a', dir: null });
  const { session, runtime, shell } = world;
  await session.registerGuest({ name: 'tool', bytes: guestModule('tool') });
  let end = (_exitCode: number): void => {};
  const exit = new Promise<number>((resolve) => {
    end = resolve;
  });
  runtime.guests.set('tool', () => exit);
  const running = shell.execute('tool');
  return {
    ...world,
    release: async () => {
      end(0);
      await running;
    },
  };
}

describe('INVALID_INPUT comes first', () => {
  it.each(INVALID)('%s, with an aborted signal on a disposed Session', async (line) => {
    const { session, refuse } = await openWorld();
    await session.dispose();
    expect(await refuse(line, { signal: ABORTED })).toBe('INVALID_INPUT');
  });

  it.each(INVALID)('%s, with an aborted signal on a busy Session', async (line) => {
    const { refuse, release } = await busyWorld();
    expect(await refuse(line, { signal: ABORTED })).toBe('INVALID_INPUT');
    await release();
  });

  it('for options, with an aborted signal on a busy Session', async () => {
    const { refuse, release } = await busyWorld();
    for (const line of VALID) expect(await refuse(line, { signal: ABORTED, stdin: 'text' })).toBe('INVALID_INPUT');
    await release();
  });
});

describe('ABORTED comes second', () => {
  it.each(['', ...VALID])('%j on a free Session, which stays as it was', async (line) => {
    const { session, shell, runtime } = await openWorld({ 'a.txt': 'a', dir: null });
    const before = await stateOf(session);
    const error: unknown = await shell.execute(line, { signal: ABORTED }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ABORTED', cause: { message: 'by the test' } });
    expect(await stateOf(session)).toEqual(before);
    expect(runtime.requests).toEqual([]);
  });

  it.each(['', ...VALID])('%j on a disposed Session', async (line) => {
    const { session, refuse } = await openWorld();
    await session.dispose();
    expect(await refuse(line, { signal: ABORTED })).toBe('ABORTED');
  });

  it.each(['', ...VALID])('%j on a busy Session', async (line) => {
    const { refuse, release } = await busyWorld();
    expect(await refuse(line, { signal: ABORTED })).toBe('ABORTED');
    await release();
  });
});

describe('DISPOSED and BUSY come third', () => {
  it.each(VALID)('%s on a disposed Session', async (line) => {
    const { session, refuse } = await openWorld();
    await session.dispose();
    expect(await refuse(line)).toBe('DISPOSED');
  });

  it.each(VALID)('%s on a busy Session, which stays as it was', async (line) => {
    const { session, refuse, release, runtime } = await busyWorld();
    expect(await refuse(line)).toBe('BUSY');
    expect(session.cwd).toBe('/work');
    await release();
    expect((await session.snapshot()).entries.map(({ path }) => path)).toEqual([
      '/home/guest',
      '/work',
      '/work/a.txt',
      '/work/dir',
    ]);
    expect(runtime.requests).toHaveLength(1);
  });

  it('an empty line asks for neither', async () => {
    const { shell, release } = await busyWorld();
    expect(await shell.execute('  ')).toMatchObject({ kind: 'empty' });
    await release();
    const { session, shell: other } = await openWorld();
    await session.dispose();
    expect(await other.execute('')).toMatchObject({ kind: 'empty' });
  });

  it('a network that this runtime has none of is found after BUSY', async () => {
    const { refuse, release } = await busyWorld();
    const network = { allow: ['github.com:443'] };
    expect(await refuse('tool', { network })).toBe('BUSY');
    await release();
    expect(await refuse('tool', { network })).toBe('UNSUPPORTED_ENV');
    expect(await refuse('unknown', { network })).toBe('NOT_FOUND');
  });

  it('install holds the reservation until it is done', async () => {
    const { shell, refuse } = await openWorld({ 'a.txt': 'a' });
    const installing = shell.execute('install hello');
    expect(await refuse('cat a.txt')).toBe('BUSY');
    expect(await installing).toMatchObject({ kind: 'install' });
    expect(await refuse('cat a.txt')).toBe('no error');
  });
});

describe('the tick of the call', () => {
  it('is the one in which a builtin does its work', async () => {
    const { shell, print } = await openWorld({ dir: null, 'dir/in.txt': 'in', 'out.txt': 'out' });
    const [listed, changed, listedAfter] = [shell.execute('ls'), shell.execute('cd dir'), shell.execute('ls')];
    expect(new TextDecoder().decode((await listed).stdout)).toBe('dir/\nout.txt\n');
    await changed;
    expect(new TextDecoder().decode((await listedAfter).stdout)).toBe('in.txt\n');
    expect(await print('cat in.txt')).toBe('in');
  });

  it('rejects; it never throws', async () => {
    const { shell, session } = await openWorld();
    await session.dispose();
    for (const line of ['ls', "'", 'ls -l']) {
      const promise = shell.execute(line);
      expect(promise).toBeInstanceOf(Promise);
      expect(await codeOf(promise)).not.toBe('no error');
    }
  });
});

describe('a signal that fires later', () => {
  it.each(['ls', 'cat a.txt', 'cd dir', 'rm -rf a.txt', 'cp a.txt b.txt', 'mv a.txt b.txt'])(
    'does not stop %s',
    async (line) => {
      const { shell } = await openWorld({ 'a.txt': 'a', dir: null });
      const controller = new AbortController();
      const promise = shell.execute(line, { signal: controller.signal });
      controller.abort();
      expect(await promise).toMatchObject({ kind: 'builtin', exitCode: 0 });
    },
  );
});
