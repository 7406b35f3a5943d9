import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CDN_ORIGIN } from '../catalog/npm-module.ts';

/** A file of an npm package, as a CDN URL names it. */
interface NpmFile {
  readonly name: string;
  readonly version: string;
  readonly file: string;
}

const pattern = /^\/npm\/((?:@[a-z0-9._~-]+\/)?[a-z0-9._~-]+)@([^/@]+)\/(.+)$/;

/** Reads the package, version and file out of a CDN URL; null when it is none. */
export function parseNpmUrl(url: string): NpmFile | null {
  const { origin, pathname } = new URL(url);
  const [, name, version, file] = pattern.exec(pathname) ?? [];
  if (origin !== CDN_ORIGIN || name === undefined || version === undefined || file === undefined) return null;
  return { name, version, file };
}

/**
 * Finds the installed file that a CDN URL names, in the `node_modules` of `from` or of a directory above it.
 *
 * @returns an absolute path, or null when the package is not installed in exactly that version
 */
export async function findNpmFile(url: string, from: string): Promise<string | null> {
  const wanted = parseNpmUrl(url);
  if (wanted === null) return null;
  for (let directory = from; ; directory = dirname(directory)) {
    const root = join(directory, 'node_modules', wanted.name);
    const path = join(root, wanted.file);
    if ((await installedVersion(root)) === wanted.version && (await isFile(path))) return path;
    if (dirname(directory) === directory) return null;
  }
}

async function installedVersion(root: string): Promise<string | null> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return (manifest as { version?: string }).version ?? null;
  } catch {
    return null;
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}
