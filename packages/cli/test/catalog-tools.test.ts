import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { GuestCatalog } from '@aletheia-works/formicarium';
import { catalog } from '@aletheia-works/guests';
import { testGuest } from '@aletheia-works/guests/test-guests';
import { type CatalogServer, createCatalogServer, makeTar, makeZip } from '@aletheia-works/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formicarium, temporaryDirectory } from './support/formicarium.ts';

let server: CatalogServer;
let hello: Uint8Array;
beforeAll(async () => {
  server = await createCatalogServer();
  hello = await testGuest('hello');
});
afterAll(() => server.close());

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const tarOf = (path: string): Uint8Array => makeTar([{ name: path, data: hello }]);
const zipOf = (path: string): Uint8Array => makeZip([{ name: path, data: hello }]);
const name = ['--tool', 'greeter', '--version', '1.0.0'];

describe('catalog pin', () => {
  it('prints a catalogue with every digest and size, which installs', async () => {
    const url = server.serve('/hello.wasm', hello);
    const pinned = await formicarium(['catalog', 'pin', url, ...name, '--license', 'MIT']);
    expect([pinned.exitCode, pinned.stderr]).toEqual([0, '']);
    const release = (JSON.parse(pinned.stdout) as GuestCatalog).tools.greeter?.versions['1.0.0'];
    const digest = digestOf(hello);
    expect(release).toMatchObject({ url, sha256: digest, size: hello.length, format: 'wasm', guestSha256: digest });
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'c.json'), pinned.stdout);
    const args = ['--catalog', 'c.json', '-c', 'install greeter', '-c', 'greeter'];
    expect((await formicarium(args, { cwd: directory })).stdout).toContain('hello, world\n');
  });

  it('adds to a file, and replaces other bytes of a version only when told to', async () => {
    const directory = await temporaryDirectory();
    const run = (...args: readonly string[]) => formicarium(['catalog', ...args], { cwd: directory });
    const url = server.serve('/tool.wasm', hello);
    expect((await run('pin', url, ...name, '--catalog', 'c.json')).stdout).toBe('pinned greeter@1.0.0 in c.json\n');
    expect((await run('pin', url, '--tool', 'other', '--version', '2', '--catalog', 'c.json')).exitCode).toBe(0);
    expect((await run('check', 'c.json')).stdout).toBe('c.json: 2 versions listed\n');
    expect((await run('check', 'c.json', '--fetch')).stdout).toContain('greeter@1.0.0: ok (sha256');

    const noop = await testGuest('noop');
    server.serve('/tool.wasm', noop);
    const moved = await run('check', 'c.json', '--fetch');
    expect([moved.exitCode, moved.stdout]).toEqual([1, 'greeter@1.0.0: moved\nother@2: moved\n']);
    expect(moved.stderr).toMatch(/^formicarium: (FETCH|DIGEST): /);

    const before = await readFile(join(directory, 'c.json'), 'utf8');
    const refused = await run('pin', url, ...name, '--catalog', 'c.json');
    expect([refused.exitCode, refused.stderr.includes('--replace')]).toEqual([2, true]);
    expect(await readFile(join(directory, 'c.json'), 'utf8')).toBe(before);
    expect((await run('pin', url, ...name, '--catalog', 'c.json', '--replace')).exitCode).toBe(0);
    expect(await readFile(join(directory, 'c.json'), 'utf8')).toContain(digestOf(noop));
  });

  it.each([
    ['wasm.gz', null, () => gzipSync(hello)],
    ['tgz', 'package/hello.wasm', () => gzipSync(tarOf('package/hello.wasm'))],
    ['zip', 'bin/hello.wasm', () => zipOf('bin/hello.wasm')],
  ] as const)('finds the module in %s', async (format, entry, pack) => {
    const url = server.serve(`/packed-${format}`, pack());
    const { exitCode, stdout, stderr } = await formicarium(['catalog', 'pin', url, ...name]);
    expect([exitCode, stderr]).toEqual([0, '']);
    const release = (JSON.parse(stdout) as GuestCatalog).tools.greeter?.versions['1.0.0'];
    expect(release).toMatchObject({ format, guestSha256: digestOf(hello), guestSize: hello.length });
    expect(release?.entry ?? null).toBe(entry);
  });

  it.each([
    ['an HTML page', () => new TextEncoder().encode('<!doctype html><title>Login</title>'), [], 1, 'GUEST_FORMAT'],
    ['an archive without the entry', () => zipOf('a.wasm'), ['--entry', 'b.wasm'], 2, 'INVALID_INPUT'],
    ['a broken archive', () => gzipSync(tarOf('a.wasm')).subarray(0, 60), [], 1, 'ARCHIVE'],
    ['a module and --entry', () => hello, ['--entry', 'a.wasm'], 2, 'INVALID_INPUT'],
  ] as const)('refuses %s', async (_, bytes, args, exitCode, code) => {
    const url = server.serve('/bad', bytes());
    const ended = await formicarium(['catalog', 'pin', url, ...name, ...args]);
    expect([ended.exitCode, ended.stdout]).toEqual([exitCode, '']);
    expect(ended.stderr).toMatch(new RegExp(`^formicarium: ${code}: `));
  });

  it('refuses a redirect, a missing file, and a bad name before anything is fetched', async () => {
    const redirect = server.serve('/redirect', hello, 'redirect');
    expect((await formicarium(['catalog', 'pin', redirect, ...name])).stderr).toMatch(/^formicarium: FETCH: /);
    const missing = await formicarium(['catalog', 'pin', `${server.origin}/none`, ...name]);
    expect(missing.stderr).toMatch(/^formicarium: FETCH: .*404/);
    const bad = ['catalog', 'pin', `${server.origin}/never`, '--tool', 'Bad Name', '--version', '1'];
    expect((await formicarium(bad)).stderr).toMatch(/^formicarium: INVALID_INPUT: /);
    expect(server.requests).not.toContain('/never');
  });
});

describe('catalog check', () => {
  it('names the place of what is wrong', async () => {
    const directory = await temporaryDirectory();
    const changed = JSON.parse(JSON.stringify(catalog)) as { tools: { python: { default: string } } };
    changed.tools.python.default = '2.7';
    await writeFile(join(directory, 'c.json'), JSON.stringify(changed));
    await writeFile(join(directory, 'text.json'), 'no json');
    const { exitCode, stderr } = await formicarium(['catalog', 'check', 'c.json'], { cwd: directory });
    expect([exitCode, stderr.includes('python')]).toEqual([2, true]);
    expect((await formicarium(['catalog', 'check', 'text.json'], { cwd: directory })).stderr).toContain('no JSON');
  });

  it('accepts the built-in catalogue', async () => {
    const directory = await temporaryDirectory();
    const typed: GuestCatalog = catalog;
    await writeFile(join(directory, 'c.json'), JSON.stringify(typed));
    expect((await formicarium(['catalog', 'check', 'c.json'], { cwd: directory })).exitCode).toBe(0);
  });
});
