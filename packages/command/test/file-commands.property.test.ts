import type { FsEntry, Session } from '@aletheia-works/session-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf, openWorld, text } from './command-world.ts';
import { FileModel, type Node, Refused } from './file-model.ts';

const name = fc.constantFrom('a', 'b', 'c');
// A path that ends in `/.` has to name a directory, which rows elsewhere show.
const relative = fc
  .tuple(fc.array(fc.oneof({ weight: 5, arbitrary: name }, fc.constant('.')), { maxLength: 2 }), name)
  .map(([parts, last]) => [...parts, last].join('/'));
const path = fc.oneof(
  { weight: 6, arbitrary: relative },
  { weight: 2, arbitrary: relative.map((each) => `/work/${each}`) },
  { weight: 1, arbitrary: relative.map((each) => `/home/guest/${each}`) },
  { weight: 1, arbitrary: fc.constantFrom('.', '/work', '/home/guest', '/', '/home', '/tmp/a') },
);
const target = fc.oneof(
  relative,
  relative.map((each) => `../${each}`),
  fc.constantFrom('/work', '/work/a', '/home/guest', '..', '.'),
);

type Command =
  | { readonly name: 'ls' | 'cat' | 'cd' | 'rm'; readonly paths: readonly [string] }
  | { readonly name: 'cp' | 'cp -r' | 'mv'; readonly paths: readonly [string, string] };

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ name: fc.constantFrom('ls', 'cat', 'cd', 'rm'), paths: fc.tuple(path) }),
  fc.record({ name: fc.constantFrom('cp', 'cp -r', 'mv'), paths: fc.tuple(path, path) }),
);

const node: fc.Arbitrary<Node> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Node>({ type: 'directory' }) },
  { weight: 3, arbitrary: fc.string({ maxLength: 3 }).map((content): Node => ({ type: 'file', content })) },
  { weight: 2, arbitrary: target.map((to): Node => ({ type: 'symlink', target: to })) },
);
const place = fc.tuple(
  fc.constantFrom('/work', '/work', '/home/guest'),
  fc.array(name, { minLength: 1, maxLength: 3 }),
);

/** Builds a model from nodes at places, leaving out those whose directory is missing or whose link would leave the roots. */
function modelOf(places: readonly [readonly [string, readonly string[]], Node][]): FileModel {
  const model = new FileModel();
  const byDepth = [...places].sort(([[, a]], [[, b]]) => a.length - b.length);
  for (const [[root, names], each] of byDepth) {
    const at = `${root}/${names.join('/')}`;
    const parent = at.slice(0, at.lastIndexOf('/'));
    if (model.nodes.has(at) || model.nodes.get(parent)?.type !== 'directory') continue;
    if (each.type === 'symlink' && !stays(at, each.target)) continue;
    model.nodes.set(at, each);
  }
  return model;
}

function stays(at: string, to: string): boolean {
  const url = new URL(to, `file://${at}`).pathname.replace(/\/$/, '');
  const climbs = to.startsWith('/') ? 0 : to.split('/').filter((part) => part === '..').length;
  return (
    climbs < at.split('/').length - 1 &&
    ['/work', '/home/guest'].some((root) => url === root || url.startsWith(`${root}/`))
  );
}

function entriesOf(model: FileModel): FsEntry[] {
  return [...model.nodes].map(([at, each]) => {
    if (each.type === 'file') return { path: at, type: 'file', data: new TextEncoder().encode(each.content) };
    return { path: at, ...each };
  });
}

async function nodesOf(session: Session): Promise<Record<string, Node>> {
  const { entries } = await session.snapshot();
  return Object.fromEntries(
    entries.map(({ path: at, type, target: to = '', data = new Uint8Array(0) }) => {
      if (type === 'symlink') return [at, { type, target: to }];
      return [at, type === 'file' ? { type, content: text(data) } : { type }];
    }),
  );
}

function predict(model: FileModel, { name: what, paths }: Command): string | Refused {
  try {
    const [first, second = ''] = paths;
    if (what === 'cp' || what === 'cp -r') return model.cp(first, second, what === 'cp -r');
    return what === 'mv' ? model.mv(first, second) : model[what](first);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

describe('the file commands', () => {
  it('do what a simple model of them does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(place, node), { maxLength: 10 }),
        fc.array(command, { maxLength: 12 }),
        async (places, commands) => {
          const model = modelOf(places);
          const { session, shell } = await openWorld();
          await session.restore({ version: 1, cwd: '/work', entries: entriesOf(model) });
          for (const each of commands) {
            const line = `${each.name === 'rm' ? 'rm -rf' : each.name} ${each.paths.join(' ')}`;
            const expected = predict(model, each);
            if (expected instanceof Refused)
              expect([...expected.codes], line).toContain(await codeOf(shell.execute(line)));
            else expect(text((await shell.execute(line)).stdout), line).toBe(expected);
            expect(session.cwd, line).toBe(model.cwd);
            expect(await nodesOf(session), line).toEqual(Object.fromEntries(model.nodes));
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
