import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExecutionError } from '@aletheia-works/errors';
import { parseCatalog } from '@aletheia-works/installer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { build, catalogOf, guest, releaseOf } from './install-world.ts';

const release = releaseOf(guest);
const V = 'tools.tool.versions["1.0.0"]';

function problemOf(catalog: unknown): string {
  try {
    parseCatalog(catalog);
  } catch (error) {
    expect(error).toBeInstanceOf(ExecutionError);
    expect((error as ExecutionError).code).toBe('INVALID_INPUT');
    return (error as ExecutionError).message;
  }
  throw new Error('it was accepted');
}

describe('parseCatalog', () => {
  it('returns a frozen copy that later changes do not reach', () => {
    const given = catalogOf({ ...release });
    const catalog = parseCatalog(given);
    (given.tools.tool as { default: string }).default = 'changed';
    expect(catalog.tools.tool?.default).toBe('1.0.0');
    expect(Object.isFrozen(catalog.tools.tool?.versions['1.0.0']?.build.source)).toBe(true);
    expect(parseCatalog(catalog)).toBe(catalog);
  });

  it('reads every property once', () => {
    let reads = 0;
    const tricky = {
      ...release,
      get sha256() {
        return reads++ === 0 ? release.sha256 : 'changed';
      },
    };
    expect(parseCatalog(catalogOf(tricky)).tools.tool?.versions['1.0.0']?.sha256).toBe(release.sha256);
  });

  it('takes a property that is undefined for one that is missing', () => {
    expect(parseCatalog(catalogOf({ ...release, size: undefined }))).toBeDefined();
  });

  it.each([
    'https://example.org/a',
    'http://localhost/a',
    'http://mirror.localhost:8080/a',
    'http://127.0.0.1:1/a',
    'http://127.255.0.9/a',
    'http://[::1]:1/a',
  ])('accepts the URL %s', (url) => {
    expect(parseCatalog(catalogOf({ ...release, url }))).toBeDefined();
  });

  it.each([
    'http://example.org/a',
    'http://localhost.example.org/a',
    'http://128.0.0.1/a',
    'http://[::2]/a',
    'ftp://example.org/a',
    'file:///etc/passwd',
    'data:application/wasm,x',
    'https://user@example.org/a',
    'https://user:secret@example.org/a',
    'http://evil@127.0.0.1/a',
    'https:example.org',
    ' https://example.org/a',
    '/relative',
    '',
    `https://example.org/${'a'.repeat(2048)}`,
  ])('refuses the URL %j', (url) => {
    expect(problemOf(catalogOf({ ...release, url }))).toContain(`${V}.url is no URL to fetch from`);
  });

  it.each<[string, unknown, string]>([
    ['null', null, '(the catalog itself) is null'],
    ['a list', [], '(the catalog itself) is an array'],
    ['an unknown version', { schemaVersion: 2, tools: {} }, 'schemaVersion is 2; accepted is 1'],
    ['no version', { tools: {} }, 'schemaVersion is missing'],
    ['no tools', { schemaVersion: 1 }, 'tools is missing'],
    ['an unknown field', { schemaVersion: 1, tools: {}, extra: 1 }, 'extra is no known field'],
    ['a bad tool name', catalogOf(release, 'Tool'), 'tools.Tool is no accepted name'],
    ['a long tool name', catalogOf(release, 'a'.repeat(65)), 'is no accepted name'],
    ['a tool name with @', catalogOf(release, 'a@b'), 'tools["a@b"] is no accepted name'],
    ['a prototype as a name', JSON.parse('{"schemaVersion":1,"tools":{"__proto__":{}}}'), 'tools.__proto__'],
    ['no digest', catalogOf({ ...release, sha256: undefined }), `${V}.sha256 is missing`],
    ['a short digest', catalogOf({ ...release, sha256: 'abc' }), `${V}.sha256 is no SHA-256 digest`],
    ['an upper-case digest', catalogOf({ ...release, sha256: 'A'.repeat(64) }), `${V}.sha256`],
    ['no guest digest', catalogOf({ ...release, guestSha256: undefined }), `${V}.guestSha256 is missing`],
    ['a negative size', catalogOf({ ...release, size: -1 }), `${V}.size`],
    ['a fractional size', catalogOf({ ...release, size: 1.5 }), `${V}.size`],
    ['an unknown format', catalogOf({ ...release, format: 'rar' }), `${V}.format is "rar"; accepted is wasm, wasm.gz`],
    ['no build', catalogOf({ ...release, build: undefined }), `${V}.build is missing`],
    ['a build without source', catalogOf({ ...release, build: { target: 'x' } }), `${V}.build.source is missing`],
    ['an archive without entry', catalogOf({ ...release, format: 'zip' }), `${V}.entry is missing`],
    ['a module with entry', catalogOf({ ...release, entry: 'a.wasm' }), `${V}.entry is given`],
    ['an entry that climbs', catalogOf({ ...release, format: 'zip', entry: '../a' }), `${V}.entry is no path`],
    ['an absolute entry', catalogOf({ ...release, format: 'zip', entry: '/a' }), `${V}.entry is no path`],
    [
      'data of another tool',
      catalogOf({
        ...release,
        data: { url: release.url, sha256: release.sha256, format: 'zip', mount: '/usr/share/x' },
      }),
      `${V}.data.mount belongs to another tool; accepted is /usr/share/tool`,
    ],
    [
      'a default that is missing',
      { schemaVersion: 1, tools: { t: { default: '2', versions: { '1': release } } } },
      'tools.t.default names no version; the versions are: 1',
    ],
    [
      'a default that only a prototype has',
      { schemaVersion: 1, tools: { t: { default: 'constructor', versions: { '1': release } } } },
      'tools.t.default names no version',
    ],
    [
      'an alias to a missing version',
      { schemaVersion: 1, tools: { t: { default: '1', versions: { '1': release }, names: { new: '2' } } } },
      'tools.t.names.new names no version',
    ],
    [
      'an alias that is a version too',
      { schemaVersion: 1, tools: { t: { default: '1', versions: { '1': release }, names: { '1': '1' } } } },
      'tools.t.names["1"] is also the name of a version',
    ],
    [
      'a function',
      catalogOf({ ...release, build: { ...build, target: () => 'x' } }),
      `${V}.build.target is a function`,
    ],
    ['a class instance', catalogOf({ ...release, build: new (class Build {})() }), `${V}.build cannot be read`],
  ])('refuses %s and names the place', (_, catalog, expected) => {
    expect(problemOf(catalog)).toContain(expected);
  });

  it('refuses a catalog that holds itself', () => {
    const catalog: Record<string, unknown> = { schemaVersion: 1 };
    catalog.tools = catalog;
    expect(problemOf(catalog)).toContain('nested deeper');
  });

  it('carries what a getter threw as the cause', () => {
    const cause = new Error('no');
    const catalog = {
      get tools() {
        throw cause;
      },
    };
    expect(() => parseCatalog(catalog)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', cause }));
  });

  it('accepts or names a place for any change of a valid catalog', () => {
    const paths = placesOf(catalogOf(release));
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.anything({ withNullPrototype: true }), (path, value) => {
        const catalog = structuredClone(catalogOf(release));
        setAt(catalog, path, value);
        try {
          parseCatalog(catalog);
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_INPUT' });
          expect((error as Error).message).toMatch(/^Cannot use the catalog: \S.* /);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('catalog.schema.json', () => {
  it('is made from the same definition', () => {
    const script = fileURLToPath(new URL('../scripts/emit-catalog-schema.mjs', import.meta.url));
    const target = join(mkdtempSync(join(tmpdir(), 'catalog-schema-')), 'catalog.schema.json');
    execFileSync(process.execPath, [script, target]);
    const schema = JSON.parse(readFileSync(target, 'utf8'));
    expect(schema.required).toEqual(['schemaVersion', 'tools']);
    expect(schema.additionalProperties).toBe(false);
    const versions = schema.properties.tools.additionalProperties.properties.versions;
    expect(versions.additionalProperties.required).toEqual(['url', 'sha256', 'format', 'guestSha256', 'build']);
    expect(versions.additionalProperties.properties.sha256.pattern).toBe('^[0-9a-f]{64}$');
  });
});

function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

function setAt(root: object, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce((at, key) => (at as Record<string, object>)[key] ?? {}, root);
  (parent as Record<string, unknown>)[path.at(-1) ?? ''] = value;
}
