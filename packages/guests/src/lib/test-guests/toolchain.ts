import { readFile } from 'node:fs/promises';
import type { GuestSource } from './guest-sources.ts';

/** What one compilation needs beside the source itself. */
export interface CompileInput {
  readonly source: GuestSource;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The recipe: clang and wasm-ld as they come in `@yowasp/clang`, with its wasi-libc, for WASI preview 1. `-I.` is the
 * root of the sources, so that every guest finds the shared headers.
 */
export const recipeFlags: readonly string[] = Object.freeze([
  '--target=wasm32-wasip1',
  '-std=gnu17',
  '-O2',
  '-Wall',
  '-I.',
  '-Wl,--strip-all',
]);

interface Tree {
  [name: string]: Tree | string | Uint8Array;
}

/** The exact version of the compiler that is installed; part of the cache key. */
export async function toolchainVersion(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@yowasp/clang'));
  const { name, version } = JSON.parse(await readFile(manifest, 'utf8')) as { name: string; version: string };
  return `${name}@${version}`;
}

/**
 * Compiles and links one guest in this process. The first call loads the compiler, which takes seconds; later ones take
 * a fraction of one.
 *
 * @throws Error with the compiler's diagnostics
 */
export async function compileGuest({ source, headers }: CompileInput): Promise<Uint8Array> {
  const { commands } = await import('@yowasp/clang');
  // Without arguments it only loads its resources; else it would report their progress on stdout.
  await commands.clang(undefined, undefined, { fetchProgress: () => {} });
  const tree: Tree = {};
  for (const [path, text] of Object.entries(headers)) place(tree, path, text);
  place(tree, `${source.name}.c`, source.text);
  const decoder = new TextDecoder();
  let diagnostics = '';
  const collect = (bytes: Uint8Array | null): void => {
    if (bytes !== null) diagnostics += decoder.decode(bytes, { stream: true });
  };
  const args = [...recipeFlags, ...source.flags, `${source.name}.c`, '-o', 'guest.wasm'];
  let files: Tree | undefined;
  try {
    files = await commands.clang(args, tree, { stdout: collect, stderr: collect });
  } catch (cause) {
    throw new Error(`Cannot compile ${source.name}.c:\n${diagnostics || String(cause)}`, { cause });
  }
  if (diagnostics !== '') process.stderr.write(`${source.name}.c:\n${diagnostics}`);
  const output = files?.['guest.wasm'];
  if (!(output instanceof Uint8Array)) throw new Error(`Cannot compile ${source.name}.c: clang wrote no module`);
  return output;
}

function place(tree: Tree, path: string, text: string): void {
  const names = path.split('/');
  const last = names.pop() ?? path;
  let directory = tree;
  for (const name of names) {
    const next = directory[name];
    if (typeof next === 'object' && !(next instanceof Uint8Array)) directory = next;
    else {
      const made: Tree = {};
      directory[name] = made;
      directory = made;
    }
  }
  directory[last] = text;
}
