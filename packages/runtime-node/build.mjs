// Bundles the worker's script into one file, over the one that tsc wrote: a thread that loads one file starts sooner.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: [here('src/worker.ts')],
  outfile: here('dist/worker.js'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'linked',
  sourcesContent: true,
  legalComments: 'eof',
  logLevel: 'warning',
});
