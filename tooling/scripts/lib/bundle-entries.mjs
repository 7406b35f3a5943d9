import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles a package's entries over what tsc wrote, with what they share in chunks of their own, so that every module
 * still exists once. Other packages stay imports. A cold start spends about a millisecond on each file it loads, and a
 * page a request.
 *
 * @param script the URL of the package's own `build.mjs`
 * @param options `plugins` of esbuild, and `entries` by file name below `src` without its ending
 */
export async function bundleEntries(script, { entries, plugins = [] }) {
  const here = (path) => fileURLToPath(new URL(path, script));
  const { metafile } = await build({
    entryPoints: entries.map((name) => here(`src/${name}.ts`)),
    outdir: here('dist'),
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: entries.length > 1,
    packages: 'external',
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    plugins,
    sourcemap: 'linked',
    legalComments: 'eof',
    metafile: true,
    logLevel: 'warning',
  });
  await removeStaleChunks(here('dist/chunks'), new Set(Object.keys(metafile.outputs).map((path) => resolve(path))));
}

/** Afterwards, so that whoever loads the package meanwhile finds every chunk that its entries name. */
async function removeStaleChunks(folder, written) {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (!written.has(join(folder, name))) await rm(join(folder, name), { force: true });
}
