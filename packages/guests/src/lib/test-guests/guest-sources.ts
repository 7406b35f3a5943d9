import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the C sources lie: beside `dist`, in the work tree and in the published package alike. */
export const sourcesDirectory = fileURLToPath(new URL('../../../test-guests/src/', import.meta.url));

/** One guest in C. */
export interface GuestSource {
  /** Path below the sources without `.c`, with `/`: `hello`, `conformance/append`. */
  readonly name: string;
  readonly text: string;
  /** Compiler and linker flags from the source's own `flags:` comment. */
  readonly flags: readonly string[];
}

/** All guests, and the headers that any of them may include, by path below the sources. */
export interface GuestSources {
  readonly guests: readonly GuestSource[];
  readonly headers: Readonly<Record<string, string>>;
}

const flagsComment = /^\/\* flags: (.+?) \*\/$/m;

/** Reads every `*.c` and `*.h` below `directory`, in the order of their names. */
export async function readGuestSources(directory: string = sourcesDirectory): Promise<GuestSources> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => relative(directory, join(file.parentPath, file.name)).split(sep).join('/'))
    .sort();
  const guests: GuestSource[] = [];
  const headers: Record<string, string> = {};
  for (const path of paths) {
    if (!/\.[ch]$/.test(path)) continue;
    const text = await readFile(join(directory, path), 'utf8');
    if (path.endsWith('.h')) headers[path] = text;
    else guests.push({ name: path.slice(0, -2), text, flags: flagsComment.exec(text)?.[1]?.split(/\s+/) ?? [] });
  }
  return { guests, headers };
}
