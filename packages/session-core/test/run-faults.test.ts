import { ExecutionError } from '@aletheia-works/errors';
import { fakeModule, type RuntimeFault } from '@aletheia-works/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failure, fakeSession, text } from './fake-session.ts';

afterEach(() => {
  vi.useRealTimers();
});

const writing = (io: { writeFile(path: string, data: string): unknown }): number => {
  io.writeFile('/work/a', 'new');
  return 0;
};

describe('a runtime that misbehaves', () => {
  it.each([
    ['throws at its start', 'throw', 'CORE_INIT'],
    ['crashes after output', 'crash', 'EXECUTION'],
    ['hands back half a journal', 'truncate', 'SNAPSHOT'],
    ['claims inode numbers it was not given', 'bad-ino', 'SNAPSHOT'],
    ['ends with a code that is none', 'bad-exit', 'EXECUTION'],
  ] as const)('%s: the session is as before, and goes on', async (_, fault, code) => {
    const { session, runtime, run } = fakeSession();
    await session.writeFile('b', 'old');
    const before = await session.snapshot();
    runtime.fault = fault;
    const error = await failure(run(writing), code);
    expect(text(error.stdout)).toBe(fault === 'crash' ? '!' : '');
    expect(await session.snapshot()).toEqual(before);
    runtime.fault = null;
    await run(writing);
    expect(text(await session.readFile('a'))).toBe('new');
    expect(runtime.settlements.slice(0, -1).every((generation) => generation === null)).toBe(true);
  });

  it('passes on the code and cause of an ExecutionError', async () => {
    const { run } = fakeSession();
    const cause = new Error('below');
    const error = await failure(
      run(() => {
        throw new ExecutionError('ASSET_LOAD', 'Cannot load the worker', { cause });
      }),
      'ASSET_LOAD',
    );
    expect([error.message, error.cause]).toEqual(['Cannot load the worker', cause]);
  });

  it('does not deliver output after the end', async () => {
    const { runtime, run } = fakeSession();
    runtime.fault = 'late-output';
    const onOutput = vi.fn();
    const { stdout } = await run(() => 0, { onOutput });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(stdout).toHaveLength(0);
    expect(onOutput).not.toHaveBeenCalled();
  });

  it('is told once per run what became of its changes', async () => {
    const { session, runtime, run } = fakeSession();
    await run(writing);
    await failure(
      run(() => {
        throw new Error('trap');
      }),
    );
    expect(runtime.settlements).toEqual([expect.any(Number), null]);
    expect(runtime.settlements[0]).toBeGreaterThan(0);
    await session.dispose();
  });

  it.each(['hang', 'deaf', 'answer-after-dispose'] satisfies RuntimeFault[])(
    '%s: dispose ends the run',
    async (fault) => {
      const { session, runtime, run } = fakeSession();
      runtime.fault = fault;
      const ended = run(writing);
      await Promise.resolve();
      const disposal = session.dispose();
      await failure(ended, 'DISPOSED');
      await disposal;
      expect([session.state, runtime.disposals]).toEqual(['disposed', 1]);
    },
  );

  it('is given up when it does not end an aborted run', async () => {
    vi.useFakeTimers();
    const { session, runtime, run } = fakeSession();
    runtime.fault = 'deaf';
    const abort = new AbortController();
    const ended = failure(run(writing, { signal: abort.signal }), 'ABORTED');
    await vi.waitFor(() => expect(runtime.requests).toHaveLength(1));
    abort.abort();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(session.state).toBe('busy');
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(runtime.disposals).toBe(1);
    await failure(run(writing), 'CORE_INIT');
    expect(await session.listEntries()).toEqual([]);
  });
});

describe('the time a run may take', () => {
  /** Starts a run of a registered guest that does not end, on a clock that stands still. */
  async function started(options: object) {
    const fake = fakeSession();
    await fake.session.registerGuest({ name: 'spin', bytes: fakeModule('spin') });
    vi.useFakeTimers();
    const ended = failure(fake.session.run({ tool: 'spin', ...options }));
    for (let tick = 0; tick < 20 && fake.runtime.requests.length === 0; tick++) await Promise.resolve();
    expect(fake.runtime.requests).toHaveLength(1);
    return { session: fake.session, ended };
  }

  it.each([
    ['ten minutes by default', {}, 600_000],
    ['what is asked for', { timeoutMs: 50 }, 50],
    ['what is asked for, with stdin too', { timeoutMs: 700_000, stdin: new ReadableStream() }, 700_000],
  ])('is %s', async (_, options, ms) => {
    const { session, ended } = await started(options);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(session.state).toBe('busy');
    await vi.advanceTimersByTimeAsync(1);
    expect(await ended).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining(`${ms} ms`) });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is unlimited with stdin', async () => {
    const { session, ended } = await started({ stdin: new ReadableStream() });
    expect(vi.getTimerCount()).toBe(0);
    const disposal = session.dispose();
    expect((await ended).code).toBe('DISPOSED');
    await disposal;
  });

  it('leaves no timer behind', async () => {
    vi.useFakeTimers();
    const { run } = fakeSession();
    await run(() => 0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the end of a run by several reasons', () => {
  it('is the first one', async () => {
    const { session, run } = fakeSession();
    const abort = new AbortController();
    const thrown = new Error('first');
    const error = await failure(
      run(
        (io) => {
          io.write('stdout', 'x');
          return io.forever();
        },
        {
          signal: abort.signal,
          onOutput: () => {
            queueMicrotask(() => abort.abort());
            throw thrown;
          },
        },
      ),
      'EXECUTION',
    );
    expect(error.cause).toBe(thrown);
    expect(session.state).toBe('idle');
  });

  it('holds although the guest ended well', async () => {
    const { session, run } = fakeSession();
    const error = await failure(
      run(
        (io) => {
          io.writeFile('/work/a', 'x');
          io.write('stdout', 'x');
          return 0;
        },
        {
          onOutput: () => {
            throw new Error('from the callback');
          },
        },
      ),
      'EXECUTION',
    );
    expect(text(error.stdout)).toBe('x');
    await failure(session.stat('a'), 'NOT_FOUND');
  });

  it('may be an abort while a module is compiled', async () => {
    const { session } = fakeSession();
    const abort = new AbortController();
    const ended = session.run({ guest: fakeModule('spin', [], 5000), signal: abort.signal });
    abort.abort();
    await failure(ended, 'ABORTED');
    expect(session.state).toBe('idle');
  });

  it('lets a callback use the session only afterwards', async () => {
    const { session, run } = fakeSession();
    const codes: string[] = [];
    await run(
      (io) => {
        io.write('stdout', 'x');
        return 0;
      },
      { onOutput: () => void session.listEntries().catch((error) => codes.push(error.code)) },
    );
    expect(codes).toEqual(['BUSY']);
  });
});
