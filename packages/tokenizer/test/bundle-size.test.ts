import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('is bundled, minified and compressed, below 1.5 KB without a dependency', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve('@aletheia-works/tokenizer'))],
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const [bundle] = outputFiles;
  expect(gzipSync(bundle?.contents ?? '').length).toBeLessThan(1_536);
  expect(Object.keys(metafile.inputs).every((path) => path.includes('tokenizer/dist/'))).toBe(true);
});
