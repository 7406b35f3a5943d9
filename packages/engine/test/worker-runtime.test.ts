import { createWorkerRuntime } from '@aletheia-works/engine/host';
import { OutputWriter } from '@aletheia-works/engine/internal';
import { describe, expect, it } from 'vitest';
import { type FakeWorker, fakeFiles, fakeRequest, fakeWorkerHost } from './fake-worker-host.ts';

const never = new AbortController().signal;
const text = (data: Uint8Array) => new TextDecoder().decode(data);

function write(worker: FakeWorker, data: string, stream: 1 | 2 = 1, runId = 'run-1'): void {
  const bytes = new TextEncoder().encode(data);
  const writer = new OutputWriter(worker.channels, () => worker.say({ type: 'output', runId }));
  writer.write(stream, bytes, 0, bytes.length);
}

describe('worker runtime', () => {
  it('starts its worker ahead of the first run and reuses it after a clean exit', async () => {
    const { host, workers, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    expect(workers).toHaveLength(1);
    for (const generation of [1, 2, 3]) {
      const run = runtime.start(fakeRequest({ files: fakeFiles(generation) }), never);
      expect(worker(0).busy).toBe(true);
      worker(0).exit('run-1', generation);
      expect((await run.exit).exitCode).toBe(generation);
      expect(worker(0).busy).toBe(false);
      run.settle(generation);
    }
    expect(workers).toHaveLength(1);
  });

  it('sends the whole tree once, then what changed, then nothing when nothing did', async () => {
    const { host, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    for (const generation of [1, 4, 4]) {
      const run = runtime.start(fakeRequest({ files: fakeFiles(generation) }), never);
      worker(0).exit('run-1');
      await run.exit;
      run.settle(generation);
    }
    const sent = worker(0).runs.map(({ sync, full }) => [sync && [...sync], full]);
    expect(sent).toEqual([
      [[1, 0xff], true],
      [[1, 4], false],
      [null, false],
    ]);
  });

  it('sends the whole tree and every slab again when the changes go too far back', async () => {
    const { host, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    const slabs = [new SharedArrayBuffer(16), new SharedArrayBuffer(16)];
    for (const files of [fakeFiles(1, { slabs: slabs.slice(0, 1) }), fakeFiles(9, { slabs, since: () => null })]) {
      const run = runtime.start(fakeRequest({ files }), never);
      worker(0).exit('run-1');
      await run.exit;
      run.settle(files.generation);
    }
    const [first, second] = worker(0).runs;
    expect(first?.slabs).toEqual([[0, slabs[0]]]);
    expect(second?.full).toBe(true);
    expect(second?.slabs).toEqual([
      [0, slabs[0]],
      [1, slabs[1]],
    ]);
  });

  it('sends each module once and the list of programs only when it changed', async () => {
    const { host, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    const base = fakeRequest();
    const guest = { ...base.program, name: 'once', moduleId: 2 };
    for (const request of [base, base, { ...base, program: guest }, base, { ...base, program: guest }]) {
      const run = runtime.start({ ...request, files: fakeFiles(1) }, never);
      worker(0).exit('run-1');
      await run.exit;
      run.settle(1);
    }
    const sent = worker(0).runs.map(({ modules, programs }) => [modules.map(([id]) => id), programs !== null]);
    expect(sent).toEqual([
      [[1], true],
      [[], false],
      [[2], false],
      [[], false],
      [[2], false],
    ]);
  });

  it('takes over a slab at once and does not send it back', async () => {
    const { host, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    const slabs: SharedArrayBuffer[] = [];
    const files = fakeFiles(1, { slabs, adoptSlab: (index, slab) => void slabs.splice(index, 0, slab) });
    const run = runtime.start(fakeRequest({ files }), never);
    const slab = new SharedArrayBuffer(16);
    worker(0).say({ type: 'slab', runId: 'run-1', index: 0, slab });
    expect(slabs).toEqual([slab]);
    worker(0).exit('run-1');
    await run.exit;
    run.settle(2);
    runtime.start(fakeRequest({ files: { ...files, generation: 3 } }), never);
    expect(worker(0).runs.at(-1)?.slabs).toEqual([]);
  });

  it('delivers everything before the exit, in order', async () => {
    const { host, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    const seen: string[] = [];
    const request = fakeRequest({ onOutput: (stream, data) => void seen.push(`${stream} ${text(data)}`) });
    const run = runtime.start(request, never);
    write(worker(0), 'a');
    write(worker(0), 'b', 2);
    write(worker(0), 'c');
    worker(0).exit('run-1');
    await run.exit.then(() => seen.push('exit'));
    expect(seen).toEqual(['stdout a', 'stderr b', 'stdout c', 'exit']);
  });

  it('delivers the output of a failed run before it rejects', async () => {
    const { host, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    const seen: string[] = [];
    const run = runtime.start(fakeRequest({ onOutput: (_, data) => void seen.push(text(data)) }), never);
    write(worker(0), 'last words');
    worker(0).say({ type: 'failed', runId: 'run-1', error: { code: 'GUEST_FORMAT', message: 'bad' } });
    await expect(run.exit).rejects.toMatchObject({ code: 'GUEST_FORMAT', message: 'bad' });
    expect(seen).toEqual(['last words']);
  });

  it.each(['failed', 'exit'])(
    'keeps the worker when what a run ended by %s changed was discarded, and sends it the whole tree',
    async (type) => {
      const { host, workers, worker } = fakeWorkerHost();
      const runtime = createWorkerRuntime(host);
      const slabs = [new SharedArrayBuffer(16)];
      for (const generation of [1, 1, 1]) {
        const run = runtime.start(fakeRequest({ files: fakeFiles(generation, { slabs }) }), never);
        if (type === 'failed') worker(0).say({ type, runId: 'run-1', error: { code: 'EXECUTION', message: 'trap' } });
        else worker(0).exit('run-1');
        await run.exit.catch(() => undefined);
        run.settle(null);
      }
      expect(workers).toHaveLength(1);
      expect(worker(0).runs.map(({ full, slabs: sent }) => [full, sent.length])).toEqual([
        [true, 1],
        [true, 1],
        [true, 1],
      ]);
    },
  );

  it('drops messages of other and finished runs', async () => {
    const { host, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    const run = runtime.start(fakeRequest({ runId: 'run-2' }), never);
    worker(0).exit('run-1', 7);
    worker(0).say({ type: 'failed', runId: 'run-3', error: {} });
    worker(0).exit('run-2', 3);
    worker(0).exit('run-2', 4);
    expect((await run.exit).exitCode).toBe(3);
  });

  it.each([
    ['no object', 7],
    ['another version', { version: 99, type: 'ready' }],
    ['an unknown type', { version: 1, type: 'root', runId: 'run-1' }],
    [
      'an exit code of 256',
      {
        version: 1,
        type: 'exit',
        runId: 'run-1',
        exitCode: 256,
        changes: new Uint8Array(0),
        nextIno: 1,
        exceeded: null,
      },
    ],
    [
      'changes in shared memory',
      {
        version: 1,
        type: 'exit',
        runId: 'run-1',
        exitCode: 0,
        changes: new Uint8Array(new SharedArrayBuffer(1)),
        nextIno: 1,
        exceeded: null,
      },
    ],
    ['a slab that is none', { version: 1, type: 'slab', runId: 'run-1', index: 0, slab: new ArrayBuffer(8) }],
  ])('fails the run when the worker posts %s', async (_, message) => {
    const { host, workers, worker } = fakeWorkerHost();
    const run = createWorkerRuntime(host).start(fakeRequest(), never);
    worker(0).events.message(message);
    await expect(run.exit).rejects.toMatchObject({ code: 'EXECUTION' });
    expect(workers).toHaveLength(2);
  });

  it.each([
    ['before it was ready', false, 'crashed' as const, 'CORE_INIT'],
    ['while it ran', true, 'crashed' as const, 'EXECUTION'],
    ['for want of its script', false, 'missing' as const, 'ASSET_LOAD'],
  ])('fails the run when the worker dies %s', async (_, ready, kind, code) => {
    const { host, worker } = fakeWorkerHost();
    const run = createWorkerRuntime(host).start(fakeRequest(), never);
    if (ready) worker(0).ready();
    const cause = new Error('boom');
    worker(0).events.failed(kind, cause);
    await expect(run.exit).rejects.toMatchObject({ code, cause });
  });

  it('reports a worker that cannot even be made with the run that needs it', async () => {
    const { host } = fakeWorkerHost();
    const cause = new Error('no threads');
    const runtime = createWorkerRuntime({
      ...host,
      spawn: () => {
        throw cause;
      },
    });
    await expect(runtime.start(fakeRequest(), never).exit).rejects.toMatchObject({ code: 'CORE_INIT', cause });
  });

  it('starts a fresh worker when the warm one died while idle', async () => {
    const { host, workers, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    worker(0).events.failed('crashed', new Error('idle death'));
    const run = runtime.start(fakeRequest(), never);
    worker(1).exit('run-1');
    expect((await run.exit).exitCode).toBe(0);
    expect(workers).toHaveLength(2);
  });

  it('rejects an aborted run only after its worker has ended, with the last output', async () => {
    const { host, worker } = fakeWorkerHost();
    const controller = new AbortController();
    const seen: string[] = [];
    const run = createWorkerRuntime(host).start(
      fakeRequest({ onOutput: (_, data) => void seen.push(text(data)) }),
      controller.signal,
    );
    worker(0).holdTermination = true;
    write(worker(0), 'first ');
    write(worker(0), 'then');
    expect(seen).toEqual(['first ']);
    let settled = false;
    const exit = run.exit.catch((error: unknown) => {
      settled = true;
      return error;
    });
    controller.abort('enough');
    await Promise.resolve();
    expect(settled).toBe(false);
    worker(0).ended?.();
    expect(await exit).toMatchObject({ code: 'ABORTED', cause: 'enough' });
    expect(seen).toEqual(['first ', 'then']);
  });

  it('refuses a run whose signal is aborted already', async () => {
    const { host, worker } = fakeWorkerHost();
    const run = createWorkerRuntime(host).start(fakeRequest(), AbortSignal.abort());
    await expect(run.exit).rejects.toMatchObject({ code: 'ABORTED' });
    expect(worker(0).runs).toEqual([]);
  });

  it('fails the run when the callback throws, and calls it no more', async () => {
    const { host, worker } = fakeWorkerHost();
    const cause = new Error('callback');
    let calls = 0;
    const onOutput = () => {
      calls += 1;
      throw cause;
    };
    const run = createWorkerRuntime(host).start(fakeRequest({ onOutput }), never);
    write(worker(0), 'a');
    write(worker(0), 'b', 2);
    await expect(run.exit).rejects.toMatchObject({ code: 'EXECUTION', cause });
    expect(calls).toBe(1);
  });

  it('fails a run that has ended when the callback throws on its last output', async () => {
    const { host, worker } = fakeWorkerHost();
    const cause = new Error('callback');
    const onOutput = () => {
      throw cause;
    };
    const run = createWorkerRuntime(host).start(fakeRequest({ onOutput }), never);
    const writer = new OutputWriter(worker(0).channels, () => undefined);
    writer.write(1, Uint8Array.of(65), 0, 1);
    worker(0).exit('run-1');
    await expect(run.exit).rejects.toMatchObject({ code: 'EXECUTION', cause });
  });

  it('refuses a second run at once, and every run after dispose', async () => {
    const { host, workers, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    const run = runtime.start(fakeRequest(), never);
    await expect(runtime.start(fakeRequest(), never).exit).rejects.toMatchObject({ code: 'BUSY' });
    await Promise.all([runtime.dispose(), runtime.dispose()]);
    await expect(run.exit).rejects.toMatchObject({ code: 'DISPOSED' });
    await expect(runtime.start(fakeRequest(), never).exit).rejects.toMatchObject({ code: 'DISPOSED' });
    expect(workers).toHaveLength(1);
    expect(worker(0).terminated).toBeGreaterThan(0);
  });

  it('unlocks stdin after the run and leaves in it what the guest did not ask for', async () => {
    const { host, worker } = fakeWorkerHost();
    const runtime = createWorkerRuntime(host);
    const stdin = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Uint8Array.of(1));
        controller.enqueue(Uint8Array.of(2));
      },
    });
    const run = runtime.start(fakeRequest({ stdin }), never);
    worker(0).exit('run-1');
    await run.exit;
    expect(stdin.locked).toBe(false);
    expect((await stdin.getReader().read()).value).toEqual(Uint8Array.of(1));
  });

  it('fails the run when stdin fails', async () => {
    const { host, worker } = fakeWorkerHost();
    const cause = new Error('gone');
    const stdin = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(cause);
      },
    });
    const run = createWorkerRuntime(host).start(fakeRequest({ stdin }), never);
    worker(0).say({ type: 'input', runId: 'run-1' });
    await expect(run.exit).rejects.toMatchObject({ code: 'EXECUTION', cause });
  });

  it('carries the sizes of the terminal as they change', async () => {
    const { host, worker } = fakeWorkerHost();
    const resize = new ReadableStream({
      start(controller) {
        controller.enqueue({ columns: 100, rows: 30 });
        controller.close();
      },
    });
    const run = createWorkerRuntime(host).start(fakeRequest({ terminal: { columns: 80, rows: 24, resize } }), never);
    const words = new Int32Array(worker(0).channels);
    const size = () => [words[80], words[81]];
    expect(size()).toEqual([80, 24]);
    const bell = words[0] ?? 0;
    while (words[0] === bell) await Promise.resolve();
    expect(size()).toEqual([100, 30]);
    worker(0).exit('run-1');
    await run.exit;
    expect(resize.locked).toBe(false);
  });
});
