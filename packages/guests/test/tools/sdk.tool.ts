import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
// Not exported: the SDK is for recipes, and this compiles a program of our own with it.
import { ensureHostPackages } from '../../dist/lib/recipes/apt-packages.js';
import { baseHostPackages } from '../../dist/lib/recipes/recipe.js';
import { runProgram } from '../../dist/lib/recipes/run-program.js';
import { buildSdk, compileFlags, headerFlags, linkFlags } from '../../dist/lib/recipes/wasm-toolchain.js';
import { openSession } from './tool-world.ts';

it('the SDK keeps the rules of POSIX that its headers state', async () => {
  await ensureHostPackages(baseHostPackages, () => {});
  const directory = await mkdtemp(join(tmpdir(), 'formicarium-sdk-'));
  const session = await openSession();
  try {
    await buildSdk(directory);
    const source = fileURLToPath(new URL('./sdk-check.c', import.meta.url));
    const module = join(directory, 'check.wasm');
    await runProgram([
      'clang',
      ...compileFlags,
      ...headerFlags(),
      source,
      `-L${directory}`,
      ...linkFlags,
      '-o',
      module,
    ]);
    const { stdout, exitCode } = await session.run({ guest: new Uint8Array(await readFile(module)) });
    expect(new TextDecoder().decode(stdout)).toBe('ok\n');
    expect(exitCode).toBe(0);
  } finally {
    await session.dispose();
    await rm(directory, { recursive: true, force: true });
  }
});
