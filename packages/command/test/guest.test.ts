import { ExecutionError } from '@aletheia-works/errors';
import type { OutputChunk } from '@aletheia-works/session-core';
import { describe, expect, it } from 'vitest';
import { type CommandWorld, encoder, openWorld, text } from './command-world.ts';
import { type FakeGuest, guestModule } from './fake-runtime.ts';

async function worldWith(name: string, guest: FakeGuest): Promise<CommandWorld> {
  const world = await openWorld({ dir: null });
  await world.session.registerGuest({ name, bytes: guestModule(name) });
  world.runtime.guests.set(name, guest);
  return world;
}

async function failure(promise: Promise<unknown>): Promise<ExecutionError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof ExecutionError)) throw new Error('Expected an ExecutionError', { cause: error });
  return error;
}

describe('a guest', () => {
  it('runs with its words as arguments and its output as result', async () => {
    const { shell, runtime } = await worldWith('tool', ({ onOutput }) => {
      onOutput('stdout', Uint8Array.of(0, 255, 10));
      onOutput('stderr', encoder.encode('warning'));
      return 0;
    });
    const result = await shell.execute(`tool --flag "two words" '' a\\|b`);
    expect(result).toEqual({
      kind: 'guest',
      tool: 'tool',
      exitCode: 0,
      stdout: Uint8Array.of(0, 255, 10),
      stderr: encoder.encode('warning'),
      runId: expect.any(String),
    });
    expect(runtime.requests).toMatchObject([
      { argv: ['tool', '--flag', 'two words', '', 'a|b'], stdin: null, terminal: null },
    ]);
  });

  it.each([1, 2, 127, 255])('that exits with %d is a result', async (exitCode) => {
    const { shell } = await worldWith('tool', () => exitCode);
    expect(await shell.execute('tool')).toMatchObject({ kind: 'guest', exitCode });
  });

  it('runs in the working directory that the line before it set', async () => {
    const { shell, runtime } = await worldWith('tool', () => 0);
    await shell.execute('cd dir');
    await shell.execute('tool');
    expect(runtime.requests).toMatchObject([{ cwd: '/work/dir', env: { PWD: '/work/dir', PATH: '/usr/bin' } }]);
  });

  it('sees every registered guest', async () => {
    const { shell, session, runtime } = await worldWith('tool', () => 0);
    await session.registerGuest({ name: 'cat', bytes: guestModule('cat') });
    await shell.execute('tool');
    expect(runtime.requests[0]?.programs.map(({ name }) => name)).toEqual(['cat', 'tool']);
  });

  it('gets stdin, a terminal and its type', async () => {
    const stdin = new Blob(['typed']).stream();
    const { shell, runtime } = await worldWith('tool', async (request) => {
      for await (const chunk of request.stdin ?? []) request.onOutput('stdout', chunk as Uint8Array<ArrayBuffer>);
      return 0;
    });
    const result = await shell.execute('tool', { stdin, terminal: { columns: 80, rows: 24 } });
    expect(text(result.stdout)).toBe('typed');
    expect(runtime.requests).toMatchObject([{ terminal: { columns: 80, rows: 24 }, env: { TERM: 'xterm-256color' } }]);
  });

  it('has no terminal type without a terminal', async () => {
    const { shell, runtime } = await worldWith('tool', () => 0);
    await shell.execute('tool');
    expect(runtime.requests[0]?.env).not.toHaveProperty('TERM');
  });

  it('hands on every piece of output unchanged and live', async () => {
    let proceed = (): void => {};
    const seen = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const { shell } = await worldWith('tool', async ({ onOutput }) => {
      onOutput('stdout', encoder.encode('one'));
      await seen;
      onOutput('stderr', encoder.encode('two'));
      return 3;
    });
    const chunks: OutputChunk[] = [];
    const result = await shell.execute('tool', {
      onOutput: (chunk) => {
        chunks.push(chunk);
        proceed();
      },
    });
    if (result.kind !== 'guest') throw new Error(result.kind);
    const { runId } = result;
    expect(chunks).toEqual([
      { stream: 'stdout', data: encoder.encode('one'), runId, sequence: 0 },
      { stream: 'stderr', data: encoder.encode('two'), runId, sequence: 1 },
    ]);
  });

  it('gives bytes that belong to the caller alone', async () => {
    const { shell } = await worldWith('tool', ({ onOutput }) => {
      onOutput('stdout', encoder.encode('out'));
      return 0;
    });
    let chunk = new Uint8Array(0);
    const first = await shell.execute('tool', { onOutput: ({ data }) => (chunk = data as typeof chunk) });
    chunk.fill(0);
    expect(text(first.stdout)).toBe('out');
    first.stdout.fill(0);
    expect(text((await shell.execute('tool')).stdout)).toBe('out');
  });

  it('whose output is larger than a screen is not cut', async () => {
    const block = new Uint8Array(1_000_000).fill(65);
    const { shell } = await worldWith('tool', ({ onOutput }) => {
      for (let count = 0; count < 3; count += 1) onOutput('stdout', block.slice());
      return 0;
    });
    expect((await shell.execute('tool')).stdout.length).toBe(3_000_000);
  });
});

describe('a guest that does not end by itself', () => {
  it('rejects with ABORTED when the signal fires, with what it had written', async () => {
    const controller = new AbortController();
    const { session, shell } = await worldWith('tool', ({ onOutput }) => {
      onOutput('stdout', encoder.encode('partial'));
      controller.abort();
      return new Promise<number>(() => {});
    });
    const error = await failure(shell.execute('tool', { signal: controller.signal }));
    expect(error).toMatchObject({ code: 'ABORTED', runId: expect.any(String) });
    expect(text(error.stdout)).toBe('partial');
    expect(session.state).toBe('idle');
  });

  it('rejects with DISPOSED when the Session is disposed', async () => {
    const { session, shell } = await worldWith('tool', () => new Promise<number>(() => {}));
    const running = failure(shell.execute('tool'));
    await session.dispose();
    expect((await running).code).toBe('DISPOSED');
  });

  it.each<[what: string, thrown: unknown, code: string]>([
    ['a trap', new ExecutionError('EXECUTION', 'Cannot go on: unreachable'), 'EXECUTION'],
    ['a format it cannot run', new ExecutionError('GUEST_FORMAT', 'Cannot run it'), 'GUEST_FORMAT'],
    ['a failure of the runtime', new Error('worker gone'), 'EXECUTION'],
  ])('rejects after %s', async (_what, thrown, code) => {
    const { shell } = await worldWith('tool', () => Promise.reject(thrown));
    expect((await failure(shell.execute('tool'))).code).toBe(code);
    expect(await shell.execute('ls')).toMatchObject({ kind: 'builtin' });
  });

  it('rejects with EXECUTION when onOutput throws', async () => {
    const { shell } = await worldWith('tool', ({ onOutput }) => {
      onOutput('stdout', encoder.encode('out'));
      return 0;
    });
    const onOutput = (): never => {
      throw new Error('by the test');
    };
    expect(await failure(shell.execute('tool', { onOutput }))).toMatchObject({
      code: 'EXECUTION',
      cause: { message: 'by the test' },
    });
  });
});
