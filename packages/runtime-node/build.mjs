// Bundles the entry, and the worker's script into one CommonJS file: a thread that loads no module graph and no module loader starts in
// about two thirds of the time.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
// @boundaries-ignore build scripts of the workspace are not shipped
import { bundleEntries } from '../../tooling/scripts/lib/bundle-entries.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Writes dist/worker.cjs and its declarations. */
export async function bundleWorker() {
  await build({
    entryPoints: [here('src/worker.ts')],
    outfile: here('dist/worker.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    // Reading the script is most of a worker's own part of a cold start.
    minify: true,
    sourcemap: 'linked',
    sourcesContent: true,
    legalComments: 'eof',
    logLevel: 'warning',
  });
  await writeFile(here('dist/worker.d.cts'), 'export {};\n');
}

/** Called once before a test run, too: a suite must not run an older engine than the one it was built with. */
export async function setup() {
  await bundleEntries(import.meta.url, { entries: ['index'] });
  await bundleWorker();
}

if (process.argv[1] === import.meta.filename) await setup();
