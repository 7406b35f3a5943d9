import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's root folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Everything the scripts fetch or make that is no build output; ignored by git and safe to delete. */
export const CACHE = join(ROOT, '.cache');

/** Reads and parses a JSON file; `path` is relative to the root. */
export function readJson(path) {
  return JSON.parse(readFileSync(resolve(ROOT, path), 'utf8'));
}

/** Every package below `packages/`: its folder relative to the root, and its manifest. */
export function packages() {
  return readdirSync(join(ROOT, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: readJson(`${folder}/package.json`) }));
}

/** The packages that are published. */
export function publicPackages() {
  return packages().filter(({ manifest }) => manifest.private !== true);
}

/** The entries of a package that carry types: export name, entry name (`index`, `node`, …), declaration file. */
export function typedEntries({ folder, manifest }) {
  return Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === 'object' && target.types
      ? [{ subpath, name: subpath === '.' ? 'index' : subpath.slice(2), types: join(folder, target.types) }]
      : [],
  );
}
