import { createInstaller } from '@aletheia-works/installer';
import type { Session } from '@aletheia-works/session-core';
import { createCoreSession } from '@aletheia-works/session-core/internal';
import { FakeRuntime, makeTarGz, makeZip } from '@aletheia-works/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogOf, failureOf, fetchOf, guest, installOnce, newSession, releaseOf, sha256 } from './install-world.ts';

let session: Session;
beforeEach(() => {
  session = newSession();
});
afterEach(() => session.dispose());

describe('data', () => {
  const entries = [
    { name: 'share/lib/a.txt', data: 'alpha', mtimeSec: 1_700_000_000 },
    { name: 'share/run.sh', data: '#!', mode: 0o744 },
    { name: 'other.txt', data: 'not taken' },
  ];
  const dataOf = (archive: Uint8Array, fields: object = {}) => ({
    url: 'https://example.org/data',
    sha256: sha256(archive),
    format: 'tgz',
    mount: '/usr/share/tool',
    ...fields,
  });

  it.each([
    ['tgz', makeTarGz(entries)],
    ['zip', makeZip(entries.map(({ name, data, mode }) => ({ name, data, unixMode: 0o100000 | (mode ?? 0o644) })))],
  ])('of format %s is mounted for every run, read-only', async (format, archive) => {
    const seen: Record<string, unknown> = {};
    const runtime = new FakeRuntime();
    const world = createCoreSession({}, runtime);
    const release = releaseOf(guest, { data: dataOf(archive, { format, entry: 'share' }) });
    const installer = createInstaller(world, {
      catalog: catalogOf(release),
      fetch: async (url) => await fetchOf(url.endsWith('data') ? archive : guest)(),
    });
    await installer.install('tool');
    const { fakeModule } = await import('@aletheia-works/testkit');
    runtime.guests.look = (io) => {
      seen.text = new TextDecoder().decode(io.readFile('/usr/share/tool/lib/a.txt'));
      seen.mode = io.at('/usr/share/tool/run.sh')?.mode;
      seen.other = io.at('/usr/share/tool/other.txt');
      return 0;
    };
    await world.run({ guest: fakeModule('look') });
    expect(seen).toEqual({ text: 'alpha', mode: 0o100755, other: null });
    await world.dispose();
  });

  it('in the same archive as the module is fetched once', async () => {
    let requests = 0;
    const archive = makeTarGz([
      { name: 'tool.wasm', data: guest },
      { name: 'share/a', data: 'x' },
    ]);
    const release = releaseOf(archive, {
      format: 'tgz',
      entry: 'tool.wasm',
      data: dataOf(archive, { entry: 'share' }),
    });
    const fetch = (): Promise<Response> => {
      requests++;
      return fetchOf(archive)();
    };
    expect((await installOnce(release, archive, { fetch })).guests).toHaveLength(1);
    expect(requests).toBe(1);
  });

  it.each<[string, object, string]>([
    ['a wrong digest', { sha256: '0'.repeat(64) }, 'DIGEST'],
    ['nothing below its directory', { entry: 'nowhere' }, 'ARCHIVE'],
    ['a link inside', { archive: makeTarGz([{ name: 'l', typeflag: '2', linkname: '/etc' }]) }, 'ARCHIVE'],
  ])(
    'with %s fails the install whole',
    async (_, { archive = makeTarGz(entries), ...fields }: { archive?: Uint8Array }, code) => {
      const release = releaseOf(guest, { data: dataOf(archive, fields) });
      const installer = createInstaller(session, {
        catalog: catalogOf(release),
        fetch: async (url) => await fetchOf(url.endsWith('data') ? archive : guest)(),
      });
      expect(await failureOf(installer.install('tool'))).toMatchObject({ code });
      expect(await session.listGuests()).toEqual([]);
    },
  );
});
