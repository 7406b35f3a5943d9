import { createHash } from 'node:crypto';
import { type CommandSession, createCommandSession } from '@aletheia-works/command';
import { ExecutionError } from '@aletheia-works/errors';
import type { GuestCatalog, GuestRelease } from '@aletheia-works/installer';
import type { FsEntry, Session, SessionSnapshot } from '@aletheia-works/session-core';
import { createCoreSession } from '@aletheia-works/session-core/internal';
import { expect } from 'vitest';
import { FakeRuntime, guestModule } from './fake-runtime.ts';

export const encoder = new TextEncoder();
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The tools of the test catalog and their modules by address. */
const MODULES = new Map<string, Uint8Array<ArrayBuffer>>();

function release(name: string): GuestRelease {
  const bytes = guestModule(name);
  const url = `https://guests.example/${name}.wasm`;
  MODULES.set(url, bytes);
  const digest = sha256(bytes);
  return {
    url,
    sha256: digest,
    size: bytes.length,
    format: 'wasm',
    guestSha256: digest,
    guestSize: bytes.length,
    build: { source: { url: 'https://source.example/', ref: 'v1' }, target: 'wasm32-wasip1' },
  };
}

/** `hello` with two versions, and tools that are named like a builtin and like no builtin. */
export const catalog: GuestCatalog = {
  schemaVersion: 1,
  tools: {
    hello: {
      default: '2.0',
      versions: { '1.0': release('hello-1'), '2.0': release('hello-2') },
      names: { old: '1.0' },
    },
    ls: { default: 'x', versions: { x: release('ls') } },
    pwd: { default: '1', versions: { '1': release('pwd') } },
  },
};

/** The SHA-256 of a module of the test catalog. */
export const digestOf = (name: string): string => sha256(guestModule(name));

/** Serves the modules of the test catalog. */
export const fetchGuest = (async (input: string | URL | Request) => {
  const url = input instanceof Request ? input.url : String(input);
  const bytes = MODULES.get(url);
  return bytes === undefined ? new Response(null, { status: 404 }) : new Response(bytes);
}) as typeof fetch;

/** Files below `/work`: text, or null for a directory, or `-> target` for a symlink. */
export type Files = Readonly<Record<string, string | null>>;

/** A rule of a file command that succeeds: what the tree is afterwards. */
export type TreeRow = [rule: string, files: Files, line: string, tree: string[]];

/** A rule by which a line is refused. */
export type Refusal = [rule: string, files: Files, line: string, code: string];

export interface CommandWorld {
  readonly runtime: FakeRuntime;
  readonly session: Session;
  readonly shell: CommandSession;
  /** Executes a line and answers its stdout as text. */
  print(line: string): Promise<string>;
  /** Executes a line that must be refused, and answers the code. */
  refuse(line: unknown, options?: unknown): Promise<string>;
}

/** A Session with these files. */
export async function openWorld(files: Files = {}): Promise<CommandWorld> {
  const runtime = new FakeRuntime();
  const session = createCoreSession({ entries: Object.entries(files).map(toEntry) }, runtime);
  const shell = createCommandSession(session, { catalog, fetch: fetchGuest });
  return {
    runtime,
    session,
    shell,
    print: async (line) => text((await shell.execute(line)).stdout),
    refuse: (line, options) => codeOf(shell.execute(line as string, options as never)),
  };
}

function toEntry([name, content]: [string, string | null]): FsEntry {
  const path = `/work/${name}`;
  if (content === null) return { path, type: 'directory' };
  if (content.startsWith('-> ')) return { path, type: 'symlink', target: content.slice(3) };
  return { path, type: 'file', data: encoder.encode(content) };
}

/** The code with which a promise rejects. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ExecutionError) return error.code;
    throw new Error('Expected an ExecutionError', { cause: error });
  }
  return 'no error';
}

/** Everything that a refused command must leave alone. */
export async function stateOf(session: Session): Promise<{ snapshot: SessionSnapshot; guests: unknown; cwd: string }> {
  return { snapshot: await session.snapshot(), guests: await session.listGuests(), cwd: session.cwd };
}

/** The tree below `/work` as lines: `path content`, `path/`, `path -> target`. */
export async function treeOf(session: Session): Promise<string[]> {
  const { entries } = await session.snapshot();
  return entries
    .filter(({ path }) => path.startsWith('/work/'))
    .map(({ path, type, target, data }) => {
      const name = path.slice('/work/'.length);
      if (type === 'directory') return `${name}/`;
      return type === 'symlink' ? `${name} -> ${target}` : `${name} ${text(data ?? new Uint8Array(0))}`;
    })
    .sort();
}

/** Checks that a line succeeds in silence, and what the tree is afterwards. */
export async function expectTree(files: Files, line: string, tree: string[]): Promise<void> {
  const { session, shell } = await openWorld(files);
  const result = await shell.execute(line);
  expect(result).toMatchObject({ kind: 'builtin', exitCode: 0, stdout: new Uint8Array(0), stderr: new Uint8Array(0) });
  expect(await treeOf(session)).toEqual(tree);
}

/** Checks that a line is refused with a code and changes nothing. */
export async function expectRefusal(files: Files, line: string, code: string): Promise<void> {
  const { session, refuse } = await openWorld(files);
  const before = await stateOf(session);
  expect(await refuse(line)).toBe(code);
  expect(await stateOf(session)).toEqual(before);
}
