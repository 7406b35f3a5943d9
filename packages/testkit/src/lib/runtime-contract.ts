import { ExecutionError } from '@aletheia-works/errors';
import type { OutputChunk, RunOptions, Session, SessionOptions } from '@aletheia-works/session-core';
import { afterEach, describe, expect, it } from 'vitest';
import { watGuest } from './assemble-wat.ts';
import { manualStream, streamOf } from './byte-streams.ts';
import type { WatGuest } from './wat-guests.ts';

/** How the suite gets at a runtime. */
export interface RuntimeUnderTest {
  createSession(options?: SessionOptions): Promise<Session>;
  /** How many workers of this runtime live right now; left out where nobody can tell. */
  countWorkers?(): number;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const text = (bytes: Uint8Array): string => decoder.decode(bytes);

/**
 * What every runtime must do, whatever platform it starts its workers on. Register it in a test file with the runtime's
 * own `createSession`.
 */
export function runtimeContract(setup: RuntimeUnderTest): void {
  const open: Session[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((session) => session.dispose()));
  });

  async function create(options?: SessionOptions): Promise<Session> {
    const session = await setup.createSession(options);
    open.push(session);
    return session;
  }

  async function run(session: Session, name: WatGuest, options: Omit<RunOptions, 'guest' | 'tool'> = {}) {
    return session.run({ guest: await watGuest(name), ...options });
  }

  async function failure(promise: Promise<unknown>): Promise<ExecutionError> {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ExecutionError)) throw new Error('Expected a failed run', { cause: error });
    return error;
  }

  /** Starts a guest that goes on for ever after its first output, and waits for that output. */
  async function runUntilOutput(session: Session, name: WatGuest, options: Partial<RunOptions> = {}) {
    const guest = await watGuest(name);
    let ended: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      ended = session.run({ guest, ...options, onOutput: () => resolve() });
      ended.catch(reject);
    });
    const promise = failure(ended);
    return { promise };
  }

  const names = async (session: Session): Promise<string[]> =>
    (await session.listEntries('/work')).map(({ path }) => path);

  describe('exit', () => {
    it('ends with 0 when the guest returns', async () => {
      expect(await run(await create(), 'noop')).toMatchObject({ exitCode: 0 });
    });

    it('gives the low eight bits of an exit code', async () => {
      expect((await run(await create(), 'exit300')).exitCode).toBe(300 & 0xff);
    });

    it('keeps the files of a guest that ends with any code', async () => {
      const session = await create();
      expect((await run(session, 'fileThenExit')).exitCode).toBe(5);
      expect(text(await session.readFile('/work/kept.txt'))).toBe('new');
    });
  });

  describe('output', () => {
    it('separates the streams in the result and keeps their order in the callback', async () => {
      const chunks: OutputChunk[] = [];
      const result = await run(await create(), 'streams', { onOutput: (chunk) => void chunks.push(chunk) });
      expect([text(result.stdout), text(result.stderr)]).toEqual(['one three', 'two ']);
      expect(chunks.map(({ stream, data }) => `${stream}:${text(data)}`).join('|')).toBe(
        'stdout:one |stderr:two |stdout:three',
      );
      expect(chunks.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
      expect(new Set(chunks.map(({ runId }) => runId))).toEqual(new Set([result.runId]));
    });

    it('keeps the exact order of 40,000 writes that alternate between the streams', async () => {
      const parts: string[] = [];
      await run(await create(), 'alternate', { onOutput: ({ data }) => void parts.push(text(data)) });
      expect(parts.join('') === 'oe'.repeat(20_000)).toBe(true);
    });

    it('delivers a byte of a guest that then computes for ever', async () => {
      const controller = new AbortController();
      const { promise } = await runUntilOutput(await create(), 'byteThenSpin', { signal: controller.signal });
      controller.abort();
      const error = await promise;
      expect([error.code, text(error.stdout)]).toEqual(['ABORTED', 'x']);
    });

    it('carries 100 MB whole and in order', async () => {
      let seen = 0;
      let wrong = 0;
      const result = await run(await create(), 'flood', {
        onOutput: ({ data }) => {
          for (let at = 0; at < data.length; at += 4096) {
            if (data[at] !== (((seen + at) >>> 16) & 0xff)) wrong += 1;
          }
          seen += data.length;
        },
      });
      expect([result.exitCode, wrong, seen]).toEqual([0, 0, 1600 * 65_536]);
      expect(result.stdout.length).toBe(seen);
    });

    it('refuses output over the limit to the guest and rejects when it ends', async () => {
      const session = await create({ limits: { outputBytes: 1_000_000 } });
      const error = await failure(run(session, 'floodUntilRefused'));
      expect(error.code).toBe('QUOTA');
      expect(error.stdout.length).toBeLessThanOrEqual(1_000_000);
      expect((await run(session, 'noop')).exitCode).toBe(0);
    });

    it('keeps what a guest wrote before it trapped', async () => {
      const error = await failure(run(await create(), 'fileThenTrap'));
      expect([error.code, text(error.stdout)]).toEqual(['EXECUTION', 'new']);
    });

    it('fails the run when the callback throws, and rolls it back', async () => {
      const session = await create();
      const cause = new Error('the callback');
      const onOutput = () => {
        throw cause;
      };
      const error = await failure(run(session, 'fileThenSpin', { onOutput }));
      expect(error.code).toBe('EXECUTION');
      expect(error.cause).toBe(cause);
      expect(await names(session)).toEqual([]);
    });
  });

  describe('stdin', () => {
    it('is at its end when none is given', async () => {
      expect((await run(await create(), 'readOnce')).exitCode).toBe(0);
    });

    it('is seen as it comes, in short reads, then as the end, and the end again', async () => {
      const input = manualStream();
      const seen: string[] = [];
      let heard: () => void = () => undefined;
      const ended = run(await create(), 'cat', {
        stdin: input.stream,
        onOutput: ({ data }) => {
          seen.push(text(data));
          heard();
        },
      });
      for (const line of ['one', 'two']) {
        const echoed = new Promise<void>((resolve) => {
          heard = resolve;
        });
        await input.pulled();
        input.push(line);
        await echoed;
      }
      await input.pulled();
      input.end();
      expect((await ended).exitCode).toBe(0);
      expect(seen).toEqual(['one', 'two']);
    });

    it('carries megabytes whatever the chunks', async () => {
      const chunks = [1, 70_000, 0, 3_000_000, 5].map((size, index) => new Uint8Array(size).fill(65 + index));
      const { stdout } = await run(await create(), 'cat', { stdin: streamOf(...chunks) });
      expect(Array.from({ length: 5 }, (_, index) => stdout.filter((byte) => byte === 65 + index).length)).toEqual(
        chunks.map(({ length }) => length),
      );
    });

    it('is unlocked after the run and still holds what the guest did not ask for', async () => {
      const stdin = streamOf('taken', 'left');
      const { exitCode } = await run(await create(), 'readOnce', { stdin });
      expect(exitCode).toBe(5);
      expect(stdin.locked).toBe(false);
      expect((await stdin.getReader().read()).value).toEqual(encoder.encode('left'));
    });

    it('is not touched by a guest that reads nothing', async () => {
      const stdin = streamOf('left');
      await run(await create(), 'noop', { stdin });
      expect((await stdin.getReader().read()).value).toEqual(encoder.encode('left'));
    });

    it('that always has an empty chunk lets the time-out end the run', async () => {
      const stdin = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(0)) });
      const error = await failure(run(await create(), 'cat', { stdin, timeoutMs: 200 }));
      expect(error.code).toBe('TIMEOUT');
      expect(stdin.locked).toBe(false);
    });

    it('of a terminal that never stops resizing lets the time-out end the run', async () => {
      const resize = new ReadableStream({ pull: (controller) => controller.enqueue({ columns: 80, rows: 24 }) });
      const terminal = { columns: 80, rows: 24, resize };
      const error = await failure(run(await create(), 'spin', { terminal, timeoutMs: 200 }));
      expect(error.code).toBe('TIMEOUT');
    });

    it('fails the run when the stream fails', async () => {
      const input = manualStream();
      const session = await create();
      const ended = failure(run(session, 'cat', { stdin: input.stream }));
      const cause = new Error('unplugged');
      await input.pulled();
      input.fail(cause);
      const error = await ended;
      expect([error.code, error.cause]).toEqual(['EXECUTION', cause]);
      expect((await run(session, 'noop')).exitCode).toBe(0);
    });

    it('does not keep an aborted run that waits for it', async () => {
      const input = manualStream();
      const controller = new AbortController();
      const ended = failure(run(await create(), 'cat', { stdin: input.stream, signal: controller.signal }));
      await input.pulled();
      controller.abort();
      expect((await ended).code).toBe('ABORTED');
      expect(input.stream.locked).toBe(false);
    });
  });

  describe('ends by force', () => {
    it.each(['spin', 'sleep'] as const)('ends a guest in %s on abort, and the next run works', async (name) => {
      const session = await create();
      await run(session, 'noop');
      const controller = new AbortController();
      const ended = failure(run(session, name, { signal: controller.signal }));
      setTimeout(() => controller.abort(), 1);
      expect((await ended).code).toBe('ABORTED');
      expect((await run(session, 'noop')).exitCode).toBe(0);
    });

    it('rolls an aborted run back', async () => {
      const session = await create();
      const controller = new AbortController();
      const { promise } = await runUntilOutput(session, 'fileThenSpin', { signal: controller.signal });
      controller.abort();
      expect((await promise).code).toBe('ABORTED');
      expect(await names(session)).toEqual([]);
      expect((await run(session, 'fileThenExit')).exitCode).toBe(5);
    });

    it('rolls a trapped run back', async () => {
      const session = await create();
      await session.writeFile('/work/kept.txt', 'old');
      expect((await failure(run(session, 'fileThenTrap'))).code).toBe('EXECUTION');
      expect(text(await session.readFile('/work/kept.txt'))).toBe('old');
      expect((await run(session, 'fileThenExit')).exitCode).toBe(5);
      expect(text(await session.readFile('/work/kept.txt'))).toBe('new');
    });

    it('ends a run that takes too long', async () => {
      const session = await create();
      expect((await failure(run(session, 'spin', { timeoutMs: 5 }))).code).toBe('TIMEOUT');
      expect((await run(session, 'noop')).exitCode).toBe(0);
    });

    it('fails a guest that recurses without end', async () => {
      const session = await create();
      expect((await failure(run(session, 'recurse'))).code).toBe('EXECUTION');
      expect((await run(session, 'noop')).exitCode).toBe(0);
    });

    it('takes repeated aborts in a row', async () => {
      const session = await create();
      for (let round = 0; round < 10; round++) {
        const controller = new AbortController();
        const { promise } = await runUntilOutput(session, 'fileThenSpin', { signal: controller.signal });
        controller.abort();
        controller.abort();
        await promise;
      }
      expect((await run(session, 'noop')).exitCode).toBe(0);
      expect(await names(session)).toEqual([]);
    });

    it('refuses a module that imports what no runtime has', async () => {
      expect((await failure(run(await create(), 'foreignImport'))).code).toBe('GUEST_FORMAT');
    });

    it('ends a running guest on dispose', async () => {
      const session = await create();
      const { promise } = await runUntilOutput(session, 'byteThenSpin');
      await session.dispose();
      expect((await promise).code).toBe('DISPOSED');
      expect((await failure(run(session, 'noop'))).code).toBe('DISPOSED');
    });
  });

  describe('workers', () => {
    it('sees in each run what the runs and file operations before it left', async () => {
      const session = await create();
      await run(session, 'noop');
      await session.writeFile('/work/kept.txt', 'a longer text than the guest writes');
      await run(session, 'fileThenExit');
      expect(text(await session.readFile('/work/kept.txt'))).toMatch(/^new/);
      await session.remove('/work/kept.txt');
      await run(session, 'fileThenExit');
      expect(text(await session.readFile('/work/kept.txt'))).toBe('new');
    });

    it.skipIf(setup.countWorkers === undefined)(
      'are as few after 200 runs as after one, and none after dispose',
      async () => {
        const count = setup.countWorkers ?? (() => 0);
        const before = count();
        const session = await create();
        await run(session, 'noop');
        const one = count();
        expect(one).toBeGreaterThan(before);
        for (let round = 0; round < 200; round++) await run(session, 'noop');
        expect(count()).toBe(one);
        await session.dispose();
        expect(count()).toBe(before);
      },
    );

    it('run two sessions at the same time', async () => {
      const sessions = await Promise.all([create(), create()]);
      const results = await Promise.all(sessions.map((session) => run(session, 'streams')));
      expect(results.map(({ exitCode }) => exitCode)).toEqual([3, 3]);
    });
  });
}
