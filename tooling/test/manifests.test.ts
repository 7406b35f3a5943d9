import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly types?: string;
  readonly sideEffects?: false | readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: unknown;
}

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const all = readdirSync(join(root, 'packages'))
  .filter((folder) => existsSync(join(root, 'packages', folder, 'package.json')))
  .map((folder) => ({ folder, path: join(root, 'packages', folder), manifest: readManifest(folder) }));
const published = all.filter(({ manifest }) => manifest.private !== true);
const privateNames = new Set(
  all.filter(({ manifest }) => manifest.private === true).map(({ manifest }) => manifest.name),
);

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as Manifest;
}

describe.each(all)('the manifest of $folder', ({ folder, path, manifest }) => {
  it('names the package after its folder and describes it in one sentence', () => {
    expect(manifest.name).toBe(`@aletheia-works/${folder}`);
    expect(manifest.description).toMatch(/^[A-Z].*\.$/);
  });

  it('declares an ES module for the supported Node versions under the licence of the repository', () => {
    expect(manifest).toMatchObject({ type: 'module', license: 'MIT', engines: { node: '>=20.19' } });
    expect(readFileSync(join(path, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  it('exports one file directly under src per entry, types first, and itself', () => {
    const { './package.json': own, ...entries } = manifest.exports;
    expect(own).toBe('./package.json');
    expect(manifest.types).toBe('./dist/index.d.ts');
    for (const [subpath, target] of Object.entries(entries)) {
      // Data, such as a JSON schema, is exported as it lies.
      if (typeof target === 'string') {
        expect([subpath, target]).toEqual([subpath, expect.stringMatching(/^\.\/dist\/.+\.json$/)]);
        continue;
      }
      const name = subpath === '.' ? 'index' : subpath.slice('./'.length);
      expect(Object.keys(target)).toEqual(['types', 'default']);
      // A worker's script may be CommonJS.
      expect(Object.values(target)).toEqual([
        expect.stringMatching(new RegExp(`^\\./dist/${name}\\.d\\.c?ts$`)),
        expect.stringMatching(new RegExp(`^\\./dist/${name}\\.c?js$`)),
      ]);
      expect(existsSync(join(path, `src/${name}.ts`)), `src/${name}.ts`).toBe(true);
    }
  });

  it('lists its programs as files with side effects', () => {
    const sideEffects = manifest.sideEffects ?? [];
    if (manifest.bin === undefined) expect(manifest.sideEffects).toBeDefined();
    else expect(sideEffects).toEqual(expect.arrayContaining(Object.values(manifest.bin)));
  });

  it('builds by the root build: project references, then its bundle script', () => {
    const { build, bundle } = manifest.scripts ?? {};
    expect(build).toBe(bundle === undefined ? 'tsc -b' : 'tsc -b && pnpm run bundle');
  });

  it('has a README', () => {
    expect(existsSync(join(path, 'README.md'))).toBe(true);
  });
});

it('testkit takes its siblings as peers, so that their tests can use it without a cycle of packages', () => {
  const { dependencies } = readManifest('testkit');
  expect(Object.keys(dependencies ?? {}).filter((name) => name.startsWith('@aletheia-works/'))).toEqual([]);
});

describe.each(published)('the published package $folder', ({ manifest }) => {
  it('ships its output, README and licence, and no build state', () => {
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', '!dist/.tsbuildinfo', 'README.md', 'LICENSE']));
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
  });

  it('depends on no private package', () => {
    const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(names.filter((name) => privateNames.has(name))).toEqual([]);
  });

  it('takes its siblings from the workspace and pins nothing by path', () => {
    for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
      if (name.startsWith('@aletheia-works/')) expect(range).toMatch(/^workspace:[*^]$/);
      else expect(range).toMatch(/^[\^~]?\d/);
    }
  });
});
