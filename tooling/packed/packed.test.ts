import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const packed = join(root, '.cache/packed');
let folder = '';

/** The fenced examples of the root's and every published package's README: `js` ones run without a network, `ts` ones are type-checked. */
const examples = ['.', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)]
  .filter((path) => path === '.' || JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).private !== true)
  .filter((path) => existsSync(join(root, path, 'README.md')))
  .flatMap((path) =>
    [...readFileSync(join(root, path, 'README.md'), 'utf8').matchAll(/^```(js|ts)\n(.*?)^```$/gms)].map(
      ([, language = '', code = ''], index) => ({ title: `${path} #${index + 1}`, language, code }),
    ),
  );
const programs = examples.filter(({ language }) => language === 'js');
const typed = examples.filter(({ language }) => language === 'ts');

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'formicarium-packed-')));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  const tarballs = readdirSync(packed).map((name) => join(packed, name));
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  cpSync(join(root, 'tooling/packed/fixture'), folder, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every folder below `node_modules` that holds a package of that name. */
function copiesOf(name: string): string[] {
  return readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path === join(name) || path.endsWith(join('node_modules', name)),
  );
}

it('installs one copy of session-core, errors and engine', () => {
  for (const name of ['session-core', 'errors', 'engine']) expect(copiesOf(`@aletheia-works/${name}`)).toHaveLength(1);
});

it('runs a program that installs a tool, runs it and tells errors apart', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    installed: expect.stringMatching(/^installed greeter@1\.0\.0 \(sha256 [0-9a-f]{64}\)\n$/),
    exitCode: 7,
    stdout: 'hello from a tarball\n',
    code: 'NOT_FOUND',
    instanceOfFacade: true,
    instanceOfOriginal: true,
  });
  expect(status).toBe(0);
});

it('type-checks a strict consumer and the typed README examples against the bare declarations', () => {
  for (const [index, { code }] of typed.entries()) writeFileSync(join(folder, `readme-${index}.ts`), code);
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  });
  expect(tsc.stdout).toBe('');
});

it.each(programs)('the README example $title runs', ({ code }) => {
  writeFileSync(join(folder, 'example.mjs'), code);
  const { stderr, status } = spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

it('installs the formicarium command, which prints its version', () => {
  const bin = join(folder, 'node_modules/.bin/formicarium');
  expect(execFileSync(bin, ['--version'], { encoding: 'utf8' })).toMatch(/^\S*\d+\.\d+\.\d+\S*\n$/);
});
