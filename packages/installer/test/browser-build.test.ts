import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCoreSession } from '@aletheia-works/session-core/internal';
import { FakeRuntime, flipBit, gzip, makeZip } from '@aletheia-works/testkit';
import { build as bundle } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogOf, failureOf, fetchOf, guest, releaseOf, sha256, tarGzOf } from './install-world.ts';

/** What a browser would run, built with the browser's conditions and run here. */
describe('the build for browsers', () => {
  let directory: string;
  let text: string;
  let createInstaller: typeof import('@aletheia-works/installer').createInstaller;

  beforeAll(async () => {
    // Inside the package, so that the bundle finds the one copy of session-core that is left out of it.
    directory = await mkdtemp(join(import.meta.dirname, '.browser-build-'));
    const result = await bundle({
      stdin: {
        contents: "export { createInstaller } from '@aletheia-works/installer';",
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      external: ['@aletheia-works/session-core', '@aletheia-works/errors'],
      write: false,
    });
    text = result.outputFiles[0]?.text ?? '';
    const file = join(directory, 'installer.mjs');
    await writeFile(file, text);
    ({ createInstaller } = await import(pathToFileURL(file).href));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('holds no Node.js built-in', () => {
    expect(text).not.toMatch(/["']node:/);
  });

  async function install(artifact: Uint8Array, fields: object) {
    const session = createCoreSession({}, new FakeRuntime());
    const catalog = catalogOf(releaseOf(artifact, fields));
    const result = await createInstaller(session, { catalog, fetch: fetchOf(artifact, 777) }).install('tool');
    await session.dispose();
    return result;
  }

  it.each<[string, Uint8Array, object]>([
    ['wasm', guest, {}],
    ['wasm.gz', gzip(guest), { format: 'wasm.gz' }],
    ['tgz', tarGzOf(), { format: 'tgz', entry: 'package/tool.wasm' }],
    ['zip', makeZip([{ name: 'a', data: guest }]), { format: 'zip', entry: 'a' }],
  ])('installs %s', async (_, artifact, fields) => {
    expect(await install(artifact, fields)).toMatchObject({ digest: sha256(guest), size: guest.length });
  });

  it('refuses damaged and cut-off gzip', async () => {
    const packed = gzip(guest);
    for (const damaged of [flipBit(packed, packed.length - 8), packed.slice(0, -20)]) {
      expect(await failureOf(install(damaged, { format: 'wasm.gz' }))).toMatchObject({ code: 'ARCHIVE' });
    }
  });
});
