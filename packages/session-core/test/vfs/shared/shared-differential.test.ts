import { HostFiles } from '@aletheia-works/session-core/internal';
import { endSharedProcess, type Inode, Replica } from '@aletheia-works/session-core/vfs';
import { VfsPaths } from '@aletheia-works/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, digest, limits, roots, SharingRun, treeOf, workOf } from './sharing-run.ts';

/** Kept low for every day; thousands found nothing. */
const RUNS = 25;

type Step =
  | { op: 'create' | 'mkdir' | 'unlink' | 'rmdir' | 'lstat' | 'readdir'; path: string }
  | { op: 'symlink' | 'link' | 'rename'; from: string; to: string }
  | { op: 'chmod'; path: string; mode: number }
  | { op: 'open' | 'make'; slot: number; path: string }
  | { op: 'write' | 'append'; slot: number; position: number; length: number; fill: number }
  | { op: 'read'; slot: number; position: number; length: number }
  | { op: 'truncate'; slot: number; size: number }
  | { op: 'close'; slot: number };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const path = fc.oneof(
  { weight: 8, arbitrary: name },
  { weight: 5, arbitrary: fc.tuple(name, name).map((parts) => parts.join('/')) },
  { weight: 1, arbitrary: fc.tuple(name, fc.constantFrom('.', '..'), name).map((parts) => parts.join('/')) },
);
const target = fc.constantFrom('a', 'b', 'c', 'a/b', './c', '../a', '../b/c', 'a/../b');
const slot = fc.integer({ min: 0, max: 2 });
const offset = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 70 }) },
  fc.constantFrom(4095, 4096, 65_536, 786_432, 1_048_575, 1_048_576, 1_048_577, 2_097_152, 2_500_000),
);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(
    6,
    fc.record({ op: fc.constantFrom('create', 'mkdir', 'unlink', 'rmdir', 'lstat', 'readdir' as const), path }),
  ),
  weighted(9, fc.record({ op: fc.constantFrom('make' as const, 'make' as const, 'open' as const), slot, path })),
  weighted(1, fc.record({ op: fc.constant('symlink' as const), from: target, to: path })),
  weighted(4, fc.record({ op: fc.constantFrom('link', 'rename' as const), from: path, to: path })),
  weighted(1, fc.record({ op: fc.constant('chmod' as const), path, mode: fc.integer({ min: 0o400, max: 0o777 }) })),
  weighted(
    6,
    fc.record({
      op: fc.constantFrom('write' as const, 'append' as const),
      slot,
      position: offset,
      length: offset,
      fill: fc.integer({ min: 1, max: 255 }),
    }),
  ),
  weighted(3, fc.record({ op: fc.constant('read' as const), slot, position: offset, length: offset })),
  weighted(2, fc.record({ op: fc.constant('truncate' as const), slot, size: offset })),
  weighted(3, fc.record({ op: fc.constant('close' as const), slot })),
) as fc.Arbitrary<Step>;

/** `base` keeps the slots of several actors apart on one `VfsPaths`. */
function apply(paths: VfsPaths, step: Step, base: number): unknown {
  if ('slot' in step && step.op !== 'open' && step.op !== 'make' && !paths.isOpen(base + step.slot)) return 'not open';
  const bytes = 'fill' in step ? new Uint8Array(step.length).fill(step.fill) : new Uint8Array(0);
  switch (step.op) {
    case 'symlink':
      return paths.symlink(step.from, step.to);
    case 'link':
    case 'rename':
      return paths[step.op](step.from, step.to);
    case 'chmod':
      return paths.chmod(step.path, step.mode);
    case 'open':
      return paths.open(base + step.slot, step.path);
    case 'make':
      // Open with O_CREAT.
      if (outcome(() => paths.lstat(step.path)) === 'ENOENT') paths.create(step.path);
      return paths.open(base + step.slot, step.path);
    case 'write':
      return paths.write(base + step.slot, step.position, bytes);
    case 'append':
      return paths.write(base + step.slot, paths.sizeOf(base + step.slot), bytes);
    case 'read':
      return digest(paths.read(base + step.slot, step.position, step.length));
    case 'truncate':
      return paths.truncate(base + step.slot, step.size);
    case 'close':
      return paths.close(base + step.slot);
    default:
      return paths[step.op](step.path);
  }
}

function outcome(operation: () => unknown): unknown {
  try {
    return operation() ?? 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const turn = fc.record({ actor: fc.nat({ max: 3 }), step });
const turns = fc.array(turn, { maxLength: 80, size: 'max' });
const event = fc.oneof(
  { weight: 12, arbitrary: turn },
  { weight: 1, arbitrary: fc.record({ spawn: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ end: fc.nat({ max: 3 }), killed: fc.boolean() }) },
);

/** One file system that does everything, on a host of its own. */
function model(before: readonly Step[]): { replica: Replica; paths: VfsPaths } {
  const host = new HostFiles({ roots, limits });
  seed(host, before);
  const replica = new Replica({ onSlab: (index, slab) => host.view().adoptSlab(index, slab) });
  host.view().slabs.forEach((slab, index) => {
    replica.addSlab(index, slab);
  });
  replica.sync(host.view().full(), []);
  const { usage, nextIno } = host.view();
  replica.beginRun({ limits, usage, nextIno, roots });
  return { replica, paths: new VfsPaths(replica.vfs, workOf(replica.vfs)) };
}

/** Files that were committed before the run: their extents may not change in place. */
function seed(host: HostFiles, steps: readonly Step[]): undefined {
  host.transact((vfs) => {
    const paths = new VfsPaths(vfs, workOf(vfs));
    for (const step of steps) outcome(() => apply(paths, step, 0));
    for (const open of [0, 1, 2]) paths.close(open);
  });
}

/** The first process of a run ends it; the host must hold what the model holds. */
function expectCommitted(run: SharingRun, expected: Record<string, unknown>): void {
  run.commit();
  expect(treeOf(new VfsPaths(run.host.vfs, workOf(run.host.vfs)))).toEqual(expected);
  expectUsable(run);
  const fresh = new Replica({ onSlab: () => {} });
  run.host.view().slabs.forEach((slab, index) => {
    fresh.addSlab(index, slab);
  });
  fresh.sync(run.host.view().full(), []);
  expect(treeOf(new VfsPaths(fresh.vfs, workOf(fresh.vfs)))).toEqual(expected);
}

/** The next run on the same replica must agree with the host about what is free. */
function expectUsable({ host, first }: SharingRun): void {
  const { usage, nextIno } = host.view();
  first.replica.beginRun({ limits, usage, nextIno, roots });
  for (const [index, length] of [5, 40, 4096, 100_000, 1_500_000, 40].entries()) {
    first.paths.mkdir(`next${index}`);
    first.paths.create(`next${index}/f`);
    first.paths.open(9, `next${index}/f`);
    first.paths.write(9, 0, new Uint8Array(length));
    first.paths.close(9);
  }
  const { changes, nextIno: last } = first.replica.endRun();
  host.commit(changes, last);
  const paths = new VfsPaths(host.vfs, workOf(host.vfs));
  for (const index of [0, 1, 2, 3, 4, 5]) {
    host.transact(() => {
      paths.unlink(`next${index}/f`);
      paths.rmdir(`next${index}`);
    });
  }
}

describe('processes that share files', () => {
  // A segment of 8 KiB is switched every fifty frames, the default hardly ever.
  it.each([
    { segmentBytes: 16 * 1024 * 1024, eager: true },
    { segmentBytes: 16 * 1024 * 1024, eager: false },
    { segmentBytes: 8 * 1024, eager: false },
  ])(
    'see what one file system would show, in any interleaving (%o)',
    async ({ segmentBytes, eager }) => {
      await fc.assert(
        fc.property(
          fc.array(step, { maxLength: 25, size: 'max' }),
          fc.array(step, { maxLength: 15, size: 'max' }),
          turns,
          fc.integer({ min: 2, max: 4 }),
          (before, alone, steps, count) => {
            const one = model(before);
            const run = new SharingRun(segmentBytes, (host) => seed(host, before));
            for (const each of alone) {
              expect(outcome(() => apply(run.first.paths, each, 0))).toEqual(outcome(() => apply(one.paths, each, 0)));
            }
            run.enter(opened(run.first));
            const actors = [run.first];
            while (actors.length < count) actors.push(run.spawn(actors.at(-1)));
            for (const [index, { actor, step: each }] of steps.entries()) {
              const who = actors[actor % count] as Actor;
              const base = 10 * (actor % count);
              const got = outcome(() => who.shared.run(() => apply(who.paths, each, base)));
              expect([index, each, got]).toEqual([index, each, outcome(() => apply(one.paths, each, base))]);
              if (eager) for (const other of actors) other.shared.run(() => {});
            }
            const expected = treeOf(one.paths);
            for (const { shared, paths, vfs } of actors) {
              expect(shared.run(() => treeOf(paths))).toEqual(expected);
              expect(vfs.usage).toEqual(one.replica.vfs.usage);
            }
            for (const open of [0, 1, 2]) run.first.shared.run(() => run.first.paths.close(open));
            for (const child of actors.slice(1)) child.shared.leave();
            expectCommitted(run, expected);
          },
        ),
        { numRuns: RUNS },
      );
    },
    120_000,
  );

  it('come and go and are killed without anybody noticing in the files', async () => {
    await fc.assert(
      fc.property(
        fc.array(step, { maxLength: 20, size: 'max' }),
        fc.array(event, { maxLength: 120, size: 'max' }),
        (before, events) => {
          const one = model(before);
          const run = new SharingRun(8 * 1024, (host) => seed(host, before));
          const actors: (Actor | null)[] = [run.first];
          const bases = [0];
          let lives = 1;
          for (const happening of events) {
            const alive = actors.flatMap((actor, index) => (actor === null ? [] : [{ actor, index }]));
            if ('spawn' in happening) {
              const parent = (alive[happening.spawn % alive.length] as { actor: Actor }).actor;
              if (!parent.shared.active) run.enter(opened(run.first));
              actors.push(run.spawn(parent));
              bases.push(10 * lives);
              lives += 1;
            } else if ('end' in happening) {
              const { actor, index } = alive[happening.end % alive.length] as { actor: Actor; index: number };
              if (index === 0) continue;
              actors[index] = null;
              if (happening.killed) endSharedProcess(run.memory, actor.shared.process);
              else actor.shared.leave();
              for (const open of [0, 1, 2]) one.paths.close((bases[index] as number) + open);
            } else {
              const { actor, index } = alive[happening.actor % alive.length] as { actor: Actor; index: number };
              const base = bases[index] as number;
              const got = outcome(() => actor.shared.run(() => apply(actor.paths, happening.step, base)));
              expect([happening, got]).toEqual([happening, outcome(() => apply(one.paths, happening.step, base))]);
            }
          }
          for (const [index, actor] of actors.entries()) {
            if (actor === null) continue;
            for (const open of [0, 1, 2]) {
              actor.shared.run(() => actor.paths.close((bases[index] as number) + open));
              one.paths.close((bases[index] as number) + open);
            }
          }
          const { first } = run;
          const expected = treeOf(one.paths);
          expect(first.shared.run(() => treeOf(first.paths))).toEqual(expected);
          expect(first.vfs.usage).toEqual(one.replica.vfs.usage);
          expectCommitted(run, expected);
        },
      ),
      { numRuns: 2 * RUNS },
    );
  }, 120_000);
});

/** What the actor has open, with or without a name. */
function opened({ paths }: Actor): Inode[] {
  return [0, 1, 2].filter((open) => paths.isOpen(open)).map((open) => paths.openInode(open));
}
