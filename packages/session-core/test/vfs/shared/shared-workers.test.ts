import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { endSharedProcess } from '@aletheia-works/session-core/vfs';
import { VfsPaths } from '@aletheia-works/testkit';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { limits, roots, SharingRun, treeOf, workOf } from './sharing-run.ts';

type Script =
  | { name: 'append'; as: string; count: number }
  | { name: 'count'; count: number }
  | { name: 'ping'; count: number; mine: number; theirs: number; first: boolean }
  | { name: 'churn'; as: string; started: number }
  | { name: 'hold'; opened: number; unlinked: number };

const encoder = new TextEncoder();
const workers = new Set<Worker>();

afterEach(async () => {
  await Promise.all([...workers].map((worker) => worker.terminate()));
  workers.clear();
});

/** A run whose first process is this thread, which never blocks for long, and whose others are workers. */
class WorkersRun extends SharingRun {
  readonly words = new Int32Array(new SharedArrayBuffer(64));

  constructor(segmentBytes?: number) {
    super(segmentBytes);
    this.enter();
  }

  start(script: Script): { worker: Worker; process: number; done: Promise<unknown> } {
    const added = this.first.shared.addProcess([]);
    if (added === null) throw new Error('no room for a process');
    const view = this.host.view();
    const worker = new Worker(new URL('./actor.mjs', import.meta.url), {
      workerData: {
        tree: view.full(),
        slabs: view.slabs,
        run: { limits, usage: view.usage, nextIno: view.nextIno, roots },
        join: { memory: this.memory, ...added },
        script,
        words: this.words,
      },
    });
    workers.add(worker);
    const done = Promise.race([
      once(worker, 'message'),
      once(worker, 'error').then(([error]) => Promise.reject(error)),
      once(worker, 'exit'),
    ]);
    done.catch(() => {});
    return { worker, process: added.process, done };
  }

  put(path: string, text: string): void {
    const { shared, paths } = this.first;
    shared.run(() => {
      paths.create(path);
      paths.open(9, path);
      paths.write(9, 0, encoder.encode(text));
      paths.close(9);
    });
  }

  text(path: string): string {
    const { shared, paths } = this.first;
    return new TextDecoder().decode(shared.run(() => paths.readFile(path)));
  }

  /** Resolves once the word is at least `value`. */
  async reached(word: number, value: number): Promise<void> {
    while (Atomics.load(this.words, word) < value) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('processes in workers of their own', () => {
  it('lose nothing when eight of them append to one file', async () => {
    const run = new WorkersRun();
    run.put('log', '');
    const names = [...'abcdefgh'];
    await Promise.all(names.map((as) => run.start({ name: 'append', as, count: 500 }).done));
    const lines = run.text('log').trimEnd().split('\n');
    expect(lines.length).toBe(4000);
    for (const name of names) {
      const own = lines.filter((line) => line.startsWith(`${name}:`));
      expect(own).toEqual(Array.from({ length: 500 }, (_, line) => `${name}:${line}`));
    }
    expect(run.first.shared.active).toBe(false);
    const { paths } = run.first;
    const tree = treeOf(paths);
    run.commit();
    expect(treeOf(new VfsPaths(run.host.vfs, workOf(run.host.vfs)))).toEqual(tree);
  });

  it('count without a miss under a lock file made with O_EXCL', async () => {
    const run = new WorkersRun();
    run.put('number', '0');
    await Promise.all([1, 2, 3, 4].map(() => run.start({ name: 'count', count: 100 }).done));
    expect(run.text('number')).toBe('400');
  });

  // As over a pipe: the word is the pipe, and what was written before is seen after.
  it.each([undefined, 16 * 1024])(
    'see before a message what was written before it (log of %s)',
    async (segmentBytes) => {
      const run = new WorkersRun(segmentBytes);
      await Promise.all([
        run.start({ name: 'ping', count: 300, mine: 0, theirs: 1, first: true }).done,
        run.start({ name: 'ping', count: 300, mine: 1, theirs: 0, first: false }).done,
      ]);
      expect(run.text('ball')).toBe('1 300');
    },
  );

  it('keep what another unlinked as long as they have it open', async () => {
    const run = new WorkersRun();
    run.put('held', 'still here');
    const holder = run.start({ name: 'hold', opened: 0, unlinked: 1 });
    await run.reached(0, 1);
    const { shared, paths, vfs } = run.first;
    shared.run(() => paths.unlink('held'));
    run.put('other', 'something else');
    expect(shared.run(() => vfs.usage.bytes)).toBe(24);
    Atomics.add(run.words, 1, 1);
    Atomics.notify(run.words, 1);
    await holder.done;
    expect(run.text('result')).toBe('still here');
    expect(vfs.usage).toEqual({ bytes: 24, entries: 2 });
  });

  it('find everything whole after any of them was killed at any moment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 8 }), { minLength: 2, maxLength: 3 }), async (delays) => {
        const run = new WorkersRun();
        run.put('log', '');
        const { first } = run;
        const churning = delays.map((_, index) =>
          run.start({ name: 'churn', as: 'xyz'[index] as string, started: index }),
        );
        for (const [index, { worker, process }] of churning.entries()) {
          await run.reached(index, 1);
          // The first process works meanwhile, so that the moment differs from run to run.
          for (let round = 0; round < (delays[index] as number) * 20; round++)
            first.shared.run(() => first.paths.readdir('.'));
          await worker.terminate();
          endSharedProcess(run.memory, process);
        }
        run.put('after', 'all is well');
        expect(first.shared.active).toBe(false);
        for (const line of run.text('log').trimEnd().split('\n')) expect(line).toMatch(/^[xyz]$/);
        const tree = treeOf(first.paths);
        const { usage } = first.vfs;
        const { bytes, entries } = usage;
        run.commit();
        expect(treeOf(new VfsPaths(run.host.vfs, workOf(run.host.vfs)))).toEqual(tree);
        expect(run.host.vfs.usage).toEqual({ bytes, entries });
      }),
      { numRuns: 5 },
    );
  }, 60_000);
});
