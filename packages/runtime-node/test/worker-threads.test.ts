import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createSession } from '@aletheia-works/runtime-node';
import { watGuest } from '@aletheia-works/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWorkers } from './count-workers.ts';

const runFile = promisify(execFile);
const program = (name: string) => fileURLToPath(new URL(`./programs/${name}.mjs`, import.meta.url));

describe('a process with a session', () => {
  it.each([
    ['ends without dispose after a run', 'no-dispose', `exit code ${300 & 255}\n`],
    ['ends without dispose when nothing ever ran', 'idle-session', 'created\n'],
    ['stays alive while a guest runs', 'unawaited-run', 'wrote 20000 bytes\n'],
  ])('%s', async (_, name, output) => {
    expect(await runFile(process.execPath, [program(name)], { timeout: 20_000 })).toEqual({
      stdout: output,
      stderr: '',
    });
  });
});

describe('assets.worker', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runtime-node-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function script(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  }

  async function firstRun(worker: URL | string) {
    const session = await createSession({ assets: { worker } });
    try {
      return await session.run({ guest: await watGuest('noop') }).catch((error: unknown) => error);
    } finally {
      await session.dispose();
    }
  }

  const packaged = new URL(import.meta.resolve('@aletheia-works/runtime-node/worker'));

  it.each([
    ['a file: URL', packaged],
    ['the text of a file: URL', packaged.href],
    ['an absolute path', fileURLToPath(packaged)],
  ])('may be %s', async (_, worker) => {
    expect(await firstRun(worker)).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['a relative path', 'worker.cjs'],
    ['another scheme', 'https://example.com/worker.js'],
    ['a number', 7 as unknown as string],
  ])('may not be %s', async (_, worker) => {
    const before = countWorkers();
    await expect(createSession({ assets: { worker } })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(countWorkers()).toBe(before);
  });

  it.each([[null], [[]], [{ wroker: '/x' }]])('is looked for in a proper object, not %j', async (assets) => {
    await expect(createSession({ assets: assets as object })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('that is missing fails the first run with ASSET_LOAD', async () => {
    for (const name of ['missing.cjs', 'missing.mjs']) {
      expect(await firstRun(pathToFileURL(join(folder, name)))).toMatchObject({ code: 'ASSET_LOAD' });
    }
  });

  it('that throws fails the first run with CORE_INIT', async () => {
    expect(await firstRun(await script('throws.cjs', 'throw new Error("broken")'))).toMatchObject({
      code: 'CORE_INIT',
    });
  });

  it('that ends at once fails the first run with CORE_INIT', async () => {
    expect(await firstRun(await script('ends.cjs', ''))).toMatchObject({ code: 'CORE_INIT' });
  });

  it('that posts nonsense fails the first run with EXECUTION', async () => {
    const text =
      'const { parentPort } = require("worker_threads"); parentPort.on("message", () => parentPort.postMessage(1));';
    expect(await firstRun(await script('nonsense.cjs', text))).toMatchObject({ code: 'EXECUTION' });
  });

  it('sees nothing of its host: no environment, no arguments, no output', async () => {
    const report = join(folder, 'seen.json');
    const text = `require('fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify([process.env, process.argv.slice(2), process.execArgv]));
      console.log('leaked'); console.error('leaked');`;
    await firstRun(await script('looks.cjs', text));
    const { default: seen } = await import(pathToFileURL(report).href, { with: { type: 'json' } });
    expect(seen).toEqual([{}, [], []]);
  });
});

describe('createSession', () => {
  it('gives the worker back when an option is wrong', async () => {
    const before = countWorkers();
    await expect(createSession({ cwd: 'relative' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(countWorkers()).toBe(before);
  });

  it.each([7, 'text', [] as object])('refuses %j for its options', async (options) => {
    await expect(createSession(options as object)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
