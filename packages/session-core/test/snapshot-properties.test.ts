import { ExecutionError } from '@aletheia-works/errors';
import type { FsEntry, Session } from '@aletheia-works/session-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeSession } from './fake-session.ts';

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'é', '-x', ' ', '.hidden', '__proto__', 'a.b', 'a~', '日本'),
  fc.string({ minLength: 1, maxLength: 6 }).filter((text) => !/[/\0]/.test(text) && text !== '.' && text !== '..'),
);
const data = fc.oneof(
  { weight: 30, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 60_000, max: 70_000 }).map((length) => new Uint8Array(length).fill(length & 0xff)),
  },
);
const mode = fc.integer({ min: 0, max: 0o7777 });
const mtimeNs = fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.constantFrom(0n, 999_999_999n, 2n ** 63n));

/** A tree of names, of which a file may be a second name of the one before it. */
interface Sketch {
  readonly kind: 'file' | 'directory' | 'symlink' | 'again';
  readonly data: Uint8Array;
  readonly mode: number;
  readonly mtimeNs: bigint;
  readonly names: readonly string[];
  readonly root: '/work' | '/home/guest';
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  kind: fc.constantFrom('file', 'directory', 'symlink', 'again'),
  data,
  mode,
  mtimeNs,
  names: fc.array(name, { minLength: 1, maxLength: 4 }),
  root: fc.constantFrom('/work', '/home/guest'),
});

/** The entries of the sketches that fit together, in the given order. */
function entriesOf(sketches: readonly Sketch[]): FsEntry[] {
  const entries = new Map<string, FsEntry>();
  const blocked = (path: string): boolean =>
    [...entries].some(
      ([other, { type }]) =>
        other === path || other.startsWith(`${path}/`) || (type !== 'directory' && path.startsWith(`${other}/`)),
    );
  let last: FsEntry | undefined;
  for (const { kind, names, root, ...rest } of sketches) {
    const path = `${root}/${names.join('/')}`;
    if (blocked(path)) continue;
    let entry: FsEntry;
    if (kind === 'again') {
      if (last === undefined) continue;
      entry = { ...last, path };
    } else if (kind === 'file') {
      entry = last = {
        path,
        type: 'file',
        data: rest.data,
        mode: rest.mode,
        mtimeNs: rest.mtimeNs,
        inodeId: entries.size,
      };
    } else if (kind === 'symlink') {
      entry = { path, type: 'symlink', target: `/work/${names[0]}`, mode: rest.mode, mtimeNs: rest.mtimeNs };
    } else {
      entry = { path, type: 'directory', mode: rest.mode, mtimeNs: rest.mtimeNs };
    }
    entries.set(path, entry);
  }
  return [...entries.values()];
}

const tree = fc.array(sketch, { maxLength: 15 }).map(entriesOf);

/** What a caller said of an entry, without the numbers that the session gives out itself. */
const said = ({ inodeId: _, size: __, mtimeMs: ___, ...entry }: FsEntry): FsEntry => entry;

async function expectHolds(session: Session, entries: readonly FsEntry[]): Promise<void> {
  const snapshot = await session.snapshot();
  const held = new Map(snapshot.entries.map((entry) => [entry.path, entry]));
  for (const entry of entries) {
    const found = held.get(entry.path);
    expect(found === undefined ? undefined : said(found)).toEqual(said(entry));
  }
  const linked = new Map<number, number | undefined>();
  for (const { path, inodeId } of entries) {
    if (inodeId === undefined) continue;
    const number = held.get(path)?.inodeId;
    expect(linked.get(inodeId) ?? number).toBe(number);
    linked.set(inodeId, number);
  }
}

// Sessions are reused where that is no matter: each one holds shared memory, which engines are slow to give back.
describe('snapshots', () => {
  it('hold every entry as it was given', async () => {
    const { session } = fakeSession();
    await fc.assert(
      fc.asyncProperty(tree, async (entries) => {
        await session.restore({ version: 1, cwd: '/work', entries });
        await expectHolds(session, entries);
      }),
      { numRuns: 150, verbose: 1 },
    );
  }, 60_000);

  it('are the same after they were restored, in the same session, in another, and by a reset', async () => {
    const { session: other } = fakeSession();
    await fc.assert(
      fc.asyncProperty(tree, tree, async (entries, others) => {
        const { session } = fakeSession({ entries });
        await expectHolds(session, entries);
        const first = await session.snapshot();
        await other.restore(first);
        expect(await other.snapshot()).toEqual(first);
        await session.restore({ version: 1, cwd: '/work', entries: others });
        await expectHolds(session, others);
        await session.reset();
        expect(await session.snapshot()).toEqual(first);
        await session.restore(structuredClone(first));
        expect(await session.snapshot()).toEqual(first);
      }),
      { numRuns: 25, verbose: 1 },
    );
  }, 60_000);

  it('are what a guest sees too', async () => {
    const { session, run } = fakeSession();
    await fc.assert(
      fc.asyncProperty(tree, async (entries) => {
        await session.restore({ version: 1, cwd: '/work', entries });
        const before = await session.snapshot();
        const seen: [string, number][] = [];
        await run((io) => {
          const walk = (path: string): void => {
            const inode = io.at(path);
            if (inode === null) return;
            for (const [child, found] of io.vfs.entries(inode)) {
              seen.push([`${path}/${child}`, found.mode & 0o7777]);
              if ((found.mode & 0o170000) === 0o040000) walk(`${path}/${child}`);
            }
          };
          walk('/work');
          walk('/home/guest');
          return 0;
        });
        const roots = ['/work', '/home/guest'];
        const expected = before.entries
          .filter(({ path }) => !roots.includes(path))
          .map(({ path, mode }) => [path, mode]);
        expect(seen.sort()).toEqual(expected.sort());
        expect(await session.snapshot()).toEqual(before);
      }),
      { numRuns: 60, verbose: 1 },
    );
  }, 60_000);
});

describe('random lists of entries', () => {
  const anything = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        path: fc.constantFrom('/work/a', '/work/b', '/work/a/b', '/home/guest/c'),
        type: fc.constantFrom('file', 'directory'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        path: fc.constantFrom('/work/l', '/work/a'),
        type: fc.constant('symlink'),
        target: fc.constantFrom('a', '../x', '/home/guest', '..'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        path: fc.constantFrom('/work/../x', '/tmp/a', 'a', '/work', ''),
        type: fc.constant('file'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        path: fc.constant('/work/n'),
        type: fc.constant('file'),
        inodeId: fc.constantFrom(1, -1),
        data: fc.constantFrom(Uint8Array.of(1), 'text'),
      }),
    },
    { weight: 1, arbitrary: fc.anything() },
  );

  it('load whole or leave nothing', async () => {
    let loaded = 0;
    const { session } = fakeSession({ entries: [{ path: '/work/before', type: 'file' }] });
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 5 }), async (list) => {
        await session.reset();
        const before = await session.snapshot();
        const entries = list as FsEntry[];
        const error: unknown = await session.restore({ version: 1, cwd: '/work', entries }).catch((reason) => reason);
        if (error === undefined) {
          loaded += 1;
          const paths = (await session.snapshot()).entries.map(({ path }) => path);
          expect(paths).toEqual(expect.arrayContaining(entries.map(({ path }) => path)));
          expect(paths).not.toContain('/work/before');
        } else {
          expect(error).toBeInstanceOf(ExecutionError);
          expect((error as ExecutionError).code).toBe('INVALID_INPUT');
          expect(await session.snapshot()).toEqual(before);
        }
      }),
      { numRuns: 400, verbose: 1 },
    );
    expect(loaded).toBeGreaterThan(20);
  }, 60_000);
});
