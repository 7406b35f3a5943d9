import type { OutputChunk, RunOptions, Session } from '@aletheia-works/session-core';
import { describe, expect, it } from 'vitest';
import { streamOf } from '../byte-streams.ts';
import { content, file, type SessionHarness, shown, textOf } from './harness.ts';

function lockedStream(): ReadableStream<Uint8Array> {
  const stream = streamOf('x');
  stream.getReader();
  return stream;
}

const BAD_OPTIONS: readonly (readonly [string, () => unknown])[] = [
  ['neither tool nor guest', () => ({ tool: undefined })],
  ['both tool and guest', () => ({ guest: new Uint8Array(8) })],
  ['a tool that is no string', () => ({ tool: 7 })],
  ['an unknown key', () => ({ cwd: '/work' })],
  ['args that are no array', () => ({ args: 'a b' })],
  ['an argument that is no string', () => ({ args: [7] })],
  ['an argument with NUL', () => ({ args: ['\0'] })],
  ['an argument with a lone surrogate', () => ({ args: ['\ud800'] })],
  ['env that is an array', () => ({ env: ['A=1'] })],
  ['a variable with NUL', () => ({ env: { A: '\0' } })],
  ['stdin that is no stream', () => ({ stdin: 'text' })],
  ['stdin that only looks like a stream', () => ({ stdin: { locked: false, getReader() {} } })],
  ['a locked stdin', () => ({ stdin: lockedStream() })],
  ['a terminal without rows', () => ({ terminal: { columns: 80 } })],
  ['a terminal of no columns', () => ({ terminal: { columns: 0, rows: 24 } })],
  ['a terminal that is too large', () => ({ terminal: { columns: 65_536, rows: 24 } })],
  ['a terminal with a fraction', () => ({ terminal: { columns: 80.5, rows: 24 } })],
  ['a terminal with an unknown key', () => ({ terminal: { columns: 80, rows: 24, depth: 8 } })],
  ['a locked resize stream', () => ({ terminal: { columns: 80, rows: 24, resize: lockedStream() } })],
  ['a network that is no object', () => ({ network: true })],
  ['a network without a list', () => ({ network: {} })],
  ['a network with an unknown key', () => ({ network: { allow: [], deny: [] } })],
  ['a destination without a port', () => ({ network: { allow: ['github.com'] } })],
  ['a relay that is no URL', () => ({ network: { allow: [], relay: 'relay' } })],
  ['a time-out of 0', () => ({ timeoutMs: 0 })],
  ['a negative time-out', () => ({ timeoutMs: -1 })],
  ['a time-out that is no number', () => ({ timeoutMs: '1' })],
  ['a time-out that no timer holds', () => ({ timeoutMs: 2 ** 31 })],
  ['a signal that is none', () => ({ signal: {} })],
  ['onOutput that is no function', () => ({ onOutput: [] })],
];

/** Runs, as far as they are the same with every runtime. */
export function runRules(harness: SessionHarness): void {
  it.each(BAD_OPTIONS)('refuses %s', async (_, options) => {
    const session = await harness.create();
    await session.registerGuest({ name: 'a', bytes: await harness.guest('noop') });
    const all = { tool: 'a', ...(options() as object) } as RunOptions;
    await harness.refuses(session, () => session.run(all), 'INVALID_INPUT');
  });

  it('answers NOT_FOUND for a tool that is not registered, and takes no stdin', async () => {
    const session = await harness.create();
    const stdin = streamOf('x');
    for (const tool of ['no', '', '../a', 'pwd']) {
      await harness.refuses(session, () => session.run({ tool, stdin }), 'NOT_FOUND');
    }
    expect(stdin.locked).toBe(false);
  });

  it('resolves with both streams, the code and an id of its own', async () => {
    const session = await harness.create();
    const guest = await harness.guest('streams');
    const first = await session.run({ guest });
    const second = await session.run({ guest });
    expect(first).toMatchObject({ exitCode: 3 });
    expect([textOf(first.stdout), textOf(first.stderr)]).toEqual(['one three', 'two ']);
    expect(first.runId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(second.runId).not.toBe(first.runId);
    first.stdout.fill(0);
    expect(textOf(second.stdout)).toBe('one three');
  });

  it('hands copies of the output to onOutput, numbered over both streams', async () => {
    const session = await harness.create();
    const chunks: OutputChunk[] = [];
    const result = await session.run({
      guest: await harness.guest('streams'),
      onOutput: (chunk) => {
        chunks.push({ ...chunk, data: chunk.data.slice() });
        chunk.data.fill(0);
      },
    });
    expect(textOf(result.stdout)).toBe('one three');
    expect(chunks.map(({ sequence }) => sequence)).toEqual(chunks.map((_, index) => index));
    expect(new Set(chunks.map(({ runId }) => runId))).toEqual(new Set([result.runId]));
    const stderr = chunks.filter(({ stream }) => stream === 'stderr').map(({ data }) => textOf(data));
    expect(stderr.join('')).toBe('two ');
  });

  it('reads stdin, and its end at once without one', async () => {
    const session = await harness.create();
    const guest = await harness.guest('cat');
    expect(textOf((await session.run({ guest, stdin: streamOf('a', 'b') })).stdout)).toBe('ab');
    expect((await session.run({ guest })).stdout).toHaveLength(0);
  });

  it('commits what a guest changed, whatever its exit code', async () => {
    const session = await harness.with(file('/work/a', 'x'));
    expect((await session.run({ guest: await harness.guest('fileThenExit') })).exitCode).toBe(5);
    expect(await shown(session)).toEqual(['a', 'kept.txt']);
    expect(await content(session, 'kept.txt')).toBe('new');
  });

  it('makes a cwd that was removed, with its ancestors', async () => {
    const session = await harness.create();
    await session.makeDirectory('d/e', { recursive: true });
    await session.setCwd('d/e');
    await session.remove('/work/d', { recursive: true });
    await harness.failure(session.listEntries(), 'NOT_FOUND');
    await session.run({ guest: await harness.guest('fileThenExit') });
    expect(await content(session, 'kept.txt')).toBe('new');
    expect((await session.stat('/work/d')).mode).toBe(0o755);
  });

  it.each(['file', 'symlink'] as const)('refuses to run where a %s is in the way of the cwd', async (type) => {
    const session = await harness.create();
    await session.makeDirectory('d/e', { recursive: true });
    await session.setCwd('d/e');
    const way = type === 'file' ? { type } : { type, target: '/home/guest' };
    await session.restore({ version: 1, cwd: '/work/d/e', entries: [{ path: '/work/d', ...way }] });
    const guest = await harness.guest('fileThenExit');
    await harness.refuses(session, () => session.run({ guest }), 'INVALID_INPUT');
  });

  it('does not take a network that it does not have', async () => {
    const session = await harness.create();
    await session.registerGuest({ name: 'a', bytes: await harness.guest('noop') });
    const network = { allow: ['github.com:443'] };
    await harness.refuses(session, () => session.run({ tool: 'a', network }), 'UNSUPPORTED_ENV');
  });

  describe('that fail', () => {
    async function failed(session: Session, options: RunOptions, code: Parameters<SessionHarness['failure']>[1]) {
      const error = await harness.refuses(session, () => session.run(options), code);
      expect(error.runId).toMatch(/^[0-9a-f-]{36}$/);
      expect(session.state).toBe('idle');
      expect(await session.run({ guest: await harness.guest('exit300') })).toMatchObject({ exitCode: 44 });
      return error;
    }

    it('roll back a trap and keep the output', async () => {
      const session = await harness.with(file('/work/a', 'x'));
      const error = await failed(session, { guest: await harness.guest('fileThenTrap') }, 'EXECUTION');
      expect(textOf(error.stdout)).toBe('new');
    });

    it('roll back a time-out and keep the output', async () => {
      const session = await harness.create();
      const guest = await harness.guest('fileThenSpin');
      const error = await failed(session, { guest, timeoutMs: 2000 }, 'TIMEOUT');
      expect(textOf(error.stdout)).toBe('new');
    });

    it('roll back an abort and keep the output', async () => {
      const session = await harness.create();
      const abort = new AbortController();
      const guest = await harness.guest('fileThenSpin');
      const onOutput = (): void => abort.abort(new Error('enough'));
      const error = await failed(session, { guest, signal: abort.signal, onOutput }, 'ABORTED');
      expect(textOf(error.stdout)).toBe('new');
      expect(error.cause).toEqual(new Error('enough'));
    });

    it('roll back when the callback throws', async () => {
      const session = await harness.create();
      const guest = await harness.guest('fileThenSpin');
      const cause = new Error('from the callback');
      const onOutput = (): void => {
        throw cause;
      };
      expect((await failed(session, { guest, onOutput }, 'EXECUTION')).cause).toBe(cause);
    });

    it('roll back and reject when the session is disposed', async () => {
      const session = await harness.create();
      const { ended } = await harness.occupy(session, 'fileThenSpin');
      await session.dispose();
      expect(textOf((await harness.failure(ended, 'DISPOSED')).stdout)).toBe('new');
    });
  });
}
