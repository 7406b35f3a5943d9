import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, run } from './lib/run.mjs';
import { CACHE, publicPackages } from './lib/workspace.mjs';

/** Where the tarballs of the publishable packages lie after {@link packAll}. */
export const TARBALLS = join(CACHE, 'packed');

/** Paths of the packed tarballs. */
export function tarballs() {
  if (!existsSync(TARBALLS)) return [];
  return readdirSync(TARBALLS)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(TARBALLS, name));
}

/** Packs every publishable package as it would be published. */
export async function packAll(onLine) {
  rmSync(TARBALLS, { recursive: true, force: true });
  mkdirSync(TARBALLS, { recursive: true });
  for (const { folder } of publicPackages()) {
    await run('pnpm', ['--dir', folder, 'pack', '--pack-destination', TARBALLS], { onLine });
  }
}

/** Lints each tarball's manifest and files, and resolves its types the way consumers do. */
export async function checkTarballs(onLine) {
  let passed = 0;
  const faults = [];
  for (const tarball of tarballs()) {
    for (const check of [
      ['publint', '--strict', tarball],
      ['attw', '--profile', 'esm-only', '--format', 'ascii', '--no-emoji', tarball],
    ]) {
      try {
        await run('pnpm', ['exec', ...check], { onLine });
        passed += 1;
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        faults.push(error.output);
      }
    }
  }
  return { passed, failed: faults.length, output: faults.join('\n') };
}
