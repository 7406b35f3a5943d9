import { ExecutionError } from '@aletheia-works/errors';
import type { FsEntry, Session } from '@aletheia-works/session-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeSession, text } from './fake-session.ts';
import { ModelRefusal, SessionModel } from './session-model.ts';

const name = fc.constantFrom('a', 'b', 'c');
const path = fc
  .tuple(fc.constantFrom('', '/work/', '/home/guest/'), fc.array(name, { minLength: 1, maxLength: 3 }))
  .map(([root, names]) => root + names.join('/'));
const anyPath = fc.oneof(
  { weight: 8, arbitrary: path },
  { weight: 1, arbitrary: fc.constantFrom('.', '/work', '/home/guest', '/tmp/a', '/') },
);

type Step =
  | { readonly op: 'read' | 'makeDirectory' | 'setCwd'; readonly path: string }
  | { readonly op: 'write'; readonly path: string; readonly data: string }
  | { readonly op: 'remove'; readonly path: string; readonly recursive: boolean }
  | { readonly op: 'copy'; readonly path: string; readonly to: string; readonly recursive: boolean }
  | { readonly op: 'move'; readonly path: string; readonly to: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ op: fc.constantFrom('read', 'makeDirectory', 'setCwd'), path: anyPath }),
  fc.record({ op: fc.constant('makeDirectory' as const), path }),
  fc.record({ op: fc.constant('write' as const), path: anyPath, data: fc.constantFrom('', 'x', 'longer') }),
  fc.record({ op: fc.constant('remove' as const), path: anyPath, recursive: fc.boolean() }),
  fc.record({ op: fc.constant('copy' as const), path: anyPath, to: anyPath, recursive: fc.boolean() }),
  fc.record({ op: fc.constant('move' as const), path: anyPath, to: anyPath }),
);

const encoder = new TextEncoder();

/** A beginning with links of every kind, and a file of two names. */
const beginning: readonly FsEntry[] = [
  { path: '/work/a', type: 'directory' },
  { path: '/work/a/a', type: 'file', data: encoder.encode('two names'), mode: 0o600, inodeId: 1 },
  { path: '/work/a/b', type: 'directory' },
  { path: '/work/a/c', type: 'symlink', target: 'b' },
  { path: '/work/b', type: 'file', data: encoder.encode('two names'), mode: 0o600, inodeId: 1 },
  { path: '/work/c', type: 'symlink', target: '../home/guest/a' },
  { path: '/home/guest/a', type: 'directory' },
  { path: '/home/guest/a/a', type: 'symlink', target: '/work/a' },
  { path: '/home/guest/b', type: 'symlink', target: 'b' },
  { path: '/home/guest/c', type: 'symlink', target: '/work/nothing' },
];

function onModel(model: SessionModel, each: Step): string {
  switch (each.op) {
    case 'read':
      return model.read(each.path);
    case 'write':
      model.write(each.path, each.data);
      return '';
    case 'makeDirectory':
      model.makeDirectory(each.path);
      return '';
    case 'setCwd':
      model.setCwd(each.path);
      return '';
    case 'remove':
      model.remove(each.path, each.recursive);
      return '';
    case 'copy':
      model.copy(each.path, each.to, each.recursive);
      return '';
    case 'move':
      model.move(each.path, each.to);
      return '';
  }
}

async function onSession(session: Session, each: Step): Promise<string> {
  switch (each.op) {
    case 'read':
      return text(await session.readFile(each.path));
    case 'write':
      await session.writeFile(each.path, each.data);
      return '';
    case 'makeDirectory':
      await session.makeDirectory(each.path);
      return '';
    case 'setCwd':
      await session.setCwd(each.path);
      return '';
    case 'remove':
      await session.remove(each.path, { recursive: each.recursive });
      return '';
    case 'copy':
      await session.copy(each.path, each.to, { recursive: each.recursive });
      return '';
    case 'move':
      await session.move(each.path, each.to);
      return '';
  }
}

async function dump(session: Session): Promise<Record<string, string>> {
  const { entries } = await session.snapshot();
  const shown = entries.map(({ path: at, type, mode, data, target }): [string, string] => {
    if (type === 'directory') return [at, '/'];
    return [at, type === 'symlink' ? `-> ${target}` : `${mode?.toString(8)} ${text(data ?? new Uint8Array())}`];
  });
  return Object.fromEntries(shown);
}

/** Plays the steps on both and compares every answer and every state. */
async function play(steps: readonly Step[]): Promise<void> {
  const { session, run } = fakeSession({ entries: beginning });
  const model = new SessionModel(beginning);
  for (const each of steps) {
    let expected: string;
    try {
      expected = `= ${onModel(model, each)}`;
    } catch (error) {
      if (!(error instanceof ModelRefusal)) throw error;
      expected = error.code;
    }
    const actual = await onSession(session, each).then(
      (value) => `= ${value}`,
      (error: unknown) => (error instanceof ExecutionError ? error.code : String(error)),
    );
    expect(`${JSON.stringify(each)}: ${actual}`).toBe(`${JSON.stringify(each)}: ${expected}`);
    expect([await dump(session), session.cwd]).toEqual([model.dump(), model.cwd]);
  }
  // What a warm worker sees is the same, and it changes nothing.
  await session.setCwd('/work');
  await run((io) => {
    io.at('/work');
    return 0;
  });
  expect(await dump(session)).toEqual(model.dump());
}

describe('a session and a simple model', () => {
  it('agree on random operations', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), play), { numRuns: 300, verbose: 1 });
  }, 120_000);
});
