import type { FsEntry } from '@aletheia-works/session-core';
import { type FakeGuestIo, fakeModule } from '@aletheia-works/testkit';
import { describe, expect, it } from 'vitest';
import { failure, fakeSession, text } from './fake-session.ts';

/** Runs a guest that only shows something. */
async function seen<T>(fake: ReturnType<typeof fakeSession>, look: (io: FakeGuestIo) => T, options = {}): Promise<T> {
  let answer: { value: T } | undefined;
  await fake.run((io) => {
    answer = { value: look(io) };
    return 0;
  }, options);
  if (answer === undefined) throw new Error('The guest did not run');
  return answer.value;
}

describe('what a guest gets', () => {
  it('has argv[0] of the tool and the arguments as they are', async () => {
    const fake = fakeSession();
    const args = ['', '-x', 'a b', 'é'];
    expect(await seen(fake, ({ argv }) => argv, { args })).toEqual(['guest', ...args]);
    fake.runtime.guests.argv = ({ argv }) => argv.length;
    await fake.session.registerGuest({ name: 'tool', bytes: fakeModule('argv') });
    expect((await fake.session.run({ tool: 'tool', args })).exitCode).toBe(5);
    expect(fake.runtime.requests.at(-1)?.argv[0]).toBe('tool');
  });

  it('has HOME, PWD, PATH and TMPDIR, under the environment of the session and of the run', async () => {
    const fake = fakeSession({ env: { PATH: '/work/bin', A: 'session', B: 'session' }, home: '/root' });
    const env = await seen(fake, (io) => io.env, { env: { B: 'run', HOME: '/work' } });
    expect(env).toEqual({ HOME: '/work', PWD: '/work', PATH: '/work/bin', TMPDIR: '/tmp', A: 'session', B: 'run' });
    await fake.session.makeDirectory('d');
    await fake.session.setCwd('d');
    expect(await seen(fake, (io) => [io.env.PWD, io.env.HOME, io.cwd])).toEqual(['/work/d', '/root', '/work/d']);
  });

  it('keeps a variable called __proto__', async () => {
    const env = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    const seenEnv = await seen(fakeSession(), (io) => io.env, { env });
    expect(Object.getOwnPropertyDescriptor(seenEnv, '__proto__')?.value).toBe('x');
  });

  it('has a TERM and a size with a terminal only', async () => {
    const fake = fakeSession({ env: { LINES: '7' } });
    const terminal = { columns: 132, rows: 43 };
    expect(await seen(fake, (io) => [io.env, io.terminal], { terminal })).toMatchObject([
      { TERM: 'xterm-256color', COLUMNS: '132', LINES: '7' },
      terminal,
    ]);
    expect(await seen(fake, (io) => io.env.TERM)).toBeUndefined();
  });

  it('has every registered guest and its data, as they are at that run', async () => {
    const fake = fakeSession();
    const data = (content: string): FsEntry[] => [
      { path: 'lib/x', type: 'file', data: new TextEncoder().encode(content) },
    ];
    const register = (name: string, entries: FsEntry[]) =>
      fake.session.registerGuest({ name, bytes: fakeModule(name), data: { mount: `/usr/share/${name}`, entries } });
    await register('b', data('one'));
    await register('a', []);
    const read = (io: FakeGuestIo): string => text(io.readFile('/usr/share/b/lib/x'));
    expect(await seen(fake, (io) => [io.programs, read(io)])).toEqual([['a', 'b'], 'one']);
    await register('b', data('two'));
    expect(await seen(fake, read)).toBe('two');
    await fake.session.registerGuest({ name: 'b', bytes: fakeModule('b') });
    expect(await seen(fake, (io) => io.at('/usr/share/b'))).toBeNull();
    await fake.session.unregisterGuest('b');
    expect(await seen(fake, (io) => [io.programs, io.at('/usr/share/a') === null])).toEqual([['a'], false]);
  });

  it('cannot change the data of a tool', async () => {
    const fake = fakeSession();
    const entries: FsEntry[] = [{ path: 'x', type: 'file' }];
    await fake.session.registerGuest({ name: 'a', bytes: fakeModule('a'), data: { mount: '/usr/share/a', entries } });
    const change = (io: FakeGuestIo): string[] => {
      const attempt = (action: () => unknown): string => {
        try {
          action();
          return 'done';
        } catch (error) {
          return (error as { code: string }).code;
        }
      };
      return [
        attempt(() => io.writeFile('/usr/share/a/x', 'y')),
        attempt(() => io.writeFile('/usr/share/a/new', 'y')),
        attempt(() => io.unlink('/usr/share/a/x')),
        attempt(() => io.mkdir('/usr/share/b')),
      ];
    };
    expect(await seen(fake, change)).toEqual(['EROFS', 'EROFS', 'EROFS', 'EROFS']);
  });

  it('keeps the earlier data when new data does not fit the rules', async () => {
    const fake = fakeSession();
    const mount = '/usr/share/a';
    const good: FsEntry[] = [{ path: 'x', type: 'file', data: new TextEncoder().encode('good') }];
    await fake.session.registerGuest({ name: 'a', bytes: fakeModule('a'), data: { mount, entries: good } });
    const bad = [...good, { path: 'x/y', type: 'file' } as FsEntry];
    await failure(fake.session.registerGuest({ name: 'a', bytes: fakeModule('a'), data: { mount, entries: bad } }));
    expect(await seen(fake, (io) => text(io.readFile('/usr/share/a/x')))).toBe('good');
  });
});

describe('a large tool in a small session', () => {
  it('is stored, shown and given back, and takes no room from the files', async () => {
    const { session, run } = fakeSession({ limits: { bytes: 1000 } });
    const bytes = fakeModule('noop', [], 80 * 1024 * 1024);
    const entries: FsEntry[] = [{ path: 'x', type: 'file', data: new Uint8Array(5_000_000) }];
    await session.registerGuest({ name: 'a', bytes, data: { mount: '/usr/share/a', entries } });
    await run((io) => {
      io.writeFile('/work/a', new Uint8Array(1000));
      return io.readFile('/usr/share/a/x').length & 0xff;
    }).then(({ exitCode }) => expect(exitCode).toBe(5_000_000 & 0xff));
    await session.unregisterGuest('a');
    await session.remove('a');
    await session.writeFile('b', new Uint8Array(1000));
  });
});

describe('what a guest leaves', () => {
  it('is kept below the roots and dropped elsewhere', async () => {
    const { session, run } = fakeSession();
    await run((io) => {
      io.writeFile('/work/a', 'work');
      io.writeFile('/home/guest/b', 'home', 0o600);
      io.writeFile('/tmp/c', 'tmp');
      io.mkdir('/work/d');
      io.symlink('/work/d/l', '/tmp/c');
      io.link('/work/a', '/work/d/hard');
      return 0;
    });
    expect(text(await session.readFile('a'))).toBe('work');
    expect((await session.stat('/home/guest/b')).mode).toBe(0o600);
    expect((await session.stat('d/hard')).inodeId).toBe((await session.stat('a')).inodeId);
    await failure(session.readFile('d/l'), 'INVALID_INPUT');
    await run((io) => (io.at('/tmp/c') === null ? 0 : 1)).then(({ exitCode }) => expect(exitCode).toBe(0));
  });

  it('survives a snapshot and its restoring, links to dropped places included', async () => {
    const { session, run } = fakeSession();
    await run((io) => {
      io.symlink('/work/python', '/usr/bin/python');
      return 0;
    });
    const snapshot = await session.snapshot();
    await session.reset();
    await session.restore(snapshot);
    expect(await session.snapshot()).toEqual(snapshot);
    await failure(
      Promise.resolve().then(() => fakeSession({ entries: snapshot.entries })),
      'INVALID_INPUT',
    );
  });

  it('is seen by the file operations and the runs after it', async () => {
    const { session, run } = fakeSession();
    for (let round = 0; round < 5; round++) {
      await session.writeFile(`host${round}`, `h${round}`);
      await run((io) => {
        io.writeFile(`/work/guest${round}`, text(io.readFile(`/work/host${round}`)) + round);
        io.unlink(`/work/host${round}`);
        return 0;
      });
      expect(text(await session.readFile(`guest${round}`))).toBe(`h${round}${round}`);
      await failure(session.stat(`host${round}`), 'NOT_FOUND');
    }
    await session.reset();
    await run((io) => (io.at('/work/guest0') === null ? 0 : 1)).then(({ exitCode }) => expect(exitCode).toBe(0));
  });

  it('shares no bytes with what callers hold', async () => {
    const { session, run } = fakeSession();
    await session.writeFile('a', 'before');
    const read = await session.readFile('a');
    await run((io) => {
      io.writeFile('/work/a', 'after!');
      return 0;
    });
    expect(text(read)).toBe('before');
  });
});

describe('limits inside a run', () => {
  it.each([
    ['bytes', { bytes: 1000 }, (io: FakeGuestIo) => io.writeFile('/work/b', new Uint8Array(1001))],
    ['entries', { entries: 2 }, (io: FakeGuestIo) => [1, 2, 3].map((n) => io.writeFile(`/work/${n}`, ''))],
  ] as const)('passing %s is ENOSPC to the guest, and QUOTA with nothing changed', async (_, limits, pass) => {
    const { session, run } = fakeSession({ limits });
    await session.writeFile('a', 'x');
    const before = await session.snapshot();
    const error = await failure(
      run((io) => {
        io.write('stderr', 'about to');
        try {
          pass(io);
        } catch (caught) {
          io.write('stdout', (caught as { code: string }).code);
        }
        return 0;
      }),
      'QUOTA',
    );
    expect([text(error.stdout), text(error.stderr)]).toEqual(['ENOSPC', 'about to']);
    expect(await session.snapshot()).toEqual(before);
  });

  it('stops a runtime that delivers more output than the limit', async () => {
    const { session, run } = fakeSession({ limits: { outputBytes: 10 } });
    const error = await failure(
      run((io) => {
        io.writeFile('/work/a', 'x');
        io.write('stdout', '123456');
        io.write('stderr', '789012345');
        return io.forever();
      }),
      'QUOTA',
    );
    expect([text(error.stdout), text(error.stderr)]).toEqual(['123456', '7890']);
    await failure(session.stat('a'), 'NOT_FOUND');
  });
});
