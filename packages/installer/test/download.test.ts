import { createInstaller, type FetchFunction } from '@aletheia-works/installer';
import { type CatalogServer, createCatalogServer, SECRET_BODY, type ServerFault } from '@aletheia-works/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  catalogOf,
  failureOf,
  fetchOf,
  guest,
  installOnce,
  ManualClock,
  newSession,
  releaseOf,
} from './install-world.ts';

describe('a download over HTTP', () => {
  let server: CatalogServer;
  beforeAll(async () => {
    server = await createCatalogServer();
  });
  afterAll(() => server.close());

  async function installFrom(fault: ServerFault, fields: object = {}) {
    const session = newSession();
    try {
      const url = server.serve(`/${fault}.wasm`, guest, fault);
      const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest, { url, ...fields })) });
      return await installer.install('tool');
    } finally {
      expect(await session.listGuests()).toHaveLength(session.state === 'idle' && fault in INTACT ? 1 : 0);
      await session.dispose();
    }
  }

  const INTACT: Partial<Record<ServerFault, true>> = { none: true, 'gzip-encoding': true, unannounced: true };

  it.each<ServerFault>(['none', 'gzip-encoding', 'unannounced'])(
    'works with %s, with and without a size',
    async (fault) => {
      expect(await installFrom(fault)).toMatchObject({ size: guest.length, fromCache: false });
      expect(await installFrom(fault, { size: guest.length })).toMatchObject({ size: guest.length });
    },
  );

  it.each<[ServerFault, object, string, RegExp]>([
    ['short', {}, 'FETCH', /connection broke after/],
    ['short', { size: guest.length }, 'FETCH', /connection broke after/],
    ['short-unannounced', { size: guest.length }, 'FETCH', /ended after \d+ of \d+ bytes/],
    ['short-unannounced', {}, 'DIGEST', /SHA-256 is [0-9a-f]{64}; the catalog says [0-9a-f]{64}/],
    ['long', { size: guest.length }, 'FETCH', /more than \d+ bytes, its length/],
    ['long', {}, 'DIGEST', /SHA-256/],
    ['none', { size: guest.length - 1 }, 'FETCH', /announces \d+ bytes; the catalog says/],
    ['gzip-encoding', { size: guest.length - 1 }, 'FETCH', /more than/],
    ['redirect', {}, 'FETCH', /redirects \(status 302\)/],
    ['not-found', {}, 'FETCH', /status 404/],
    ['server-error', {}, 'FETCH', /status 500/],
    ['partial-content', {}, 'FETCH', /status 206/],
    ['wrong-bytes', {}, 'DIGEST', /SHA-256/],
    ['reset', {}, 'FETCH', /request failed/],
  ])('%s with %j is %s', async (fault, fields, code, message) => {
    const session = newSession();
    const url = server.serve(`/faulty-${fault}.wasm`, guest, fault);
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest, { url, ...fields })) });
    const failure = await failureOf(installer.install('tool'));
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(failure.message).not.toContain(SECRET_BODY);
    expect(await session.listGuests()).toEqual([]);
    expect(server.requests.filter((path) => path.startsWith('/intact'))).toEqual([]);
    await session.dispose();
  });

  it.each<ServerFault>(['stalled', 'silent', 'slow-drip'])('%s ends at the fetch limit', async (fault) => {
    const session = newSession();
    const clock = new ManualClock();
    const url = server.serve(`/${fault}`, guest, fault);
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest, { url })), clock });
    const installing = failureOf(installer.install('tool'));
    await server.requested(`/${fault}`);
    clock.advance(119_999);
    expect(session.state).toBe('busy');
    clock.advance(1);
    expect(await installing).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('120000 ms') });
    expect(session.state).toBe('idle');
    expect(clock.pending).toBe(0);
    await session.dispose();
  });

  it('ends a stalled download when it is aborted', async () => {
    const session = newSession();
    const abort = new AbortController();
    const url = server.serve('/abort', guest, 'stalled');
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest, { url })) });
    const installing = failureOf(installer.install('tool', { signal: abort.signal }));
    await server.requested('/abort');
    abort.abort(new Error('enough'));
    expect(await installing).toMatchObject({ code: 'ABORTED', cause: expect.objectContaining({ message: 'enough' }) });
    await session.dispose();
  });
});

describe('an injected fetch', () => {
  it('is asked for the URL without credentials, referrer or redirects', async () => {
    const calls: [string, RequestInit][] = [];
    const fetch: FetchFunction = async (url, init) => {
      calls.push([url, init]);
      return fetchOf(guest)();
    };
    await installOnce(releaseOf(guest), guest, { fetch });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.[0]).toBe('https://example.org/artifact');
    expect(calls[0]?.[1]).toMatchObject({ redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('offline');
      },
      'request failed',
    ],
    ['rejects', () => Promise.reject(new TypeError('offline')), 'request failed'],
    [
      "answers a browser's opaque redirect",
      async () => ({ status: 0, type: 'opaqueredirect', headers: new Headers(), body: null }),
      'redirects;',
    ],
    [
      'followed a redirect',
      async () => ({ status: 200, redirected: true, headers: new Headers(), body: null }),
      'redirects',
    ],
    [
      'has a body of text',
      async () =>
        new Response(
          new ReadableStream({
            start: (c) => {
              c.enqueue('text');
              c.close();
            },
          }),
        ),
      'no stream of bytes',
    ],
    ['answers with nothing', async () => null, 'no Response'],
    ['answers with an imitation', async () => ({ status: 200, body: null }), 'no Response'],
    [
      'answers with a body that was read',
      async () => {
        const response = new Response(guest);
        await response.arrayBuffer();
        return response;
      },
      'reads the body',
    ],
    [
      'has a body that breaks',
      async () => new Response(new ReadableStream({ start: (c) => c.error(new Error('broken')) })),
      'connection broke',
    ],
  ])('that %s is FETCH', async (_, fetch, message) => {
    const failure = await failureOf(installOnce(releaseOf(guest), guest, { fetch: fetch as FetchFunction }));
    expect(failure).toMatchObject({ code: 'FETCH', message: expect.stringContaining(message) });
  });

  it('is stopped at the first byte over the cap', async () => {
    let sent = 0;
    const endless: FetchFunction = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            sent += 1000;
            controller.enqueue(new Uint8Array(1000));
          },
        }),
      );
    const limits = { maxArtifactBytes: 10_000 };
    const failure = await failureOf(installOnce(releaseOf(guest), guest, { fetch: endless, limits }));
    expect(failure).toMatchObject({ code: 'FETCH', message: expect.stringContaining('more than 10000 bytes') });
    expect(sent).toBeLessThan(20_000);
  });

  it('is not even asked when the catalog says more than the cap', async () => {
    const fetch: FetchFunction = () => Promise.reject(new Error('it was asked'));
    const limits = { maxArtifactBytes: 10 };
    const failure = await failureOf(installOnce(releaseOf(guest, { size: 11 }), guest, { fetch, limits }));
    expect(failure).toMatchObject({ code: 'FETCH', message: expect.stringContaining('at most 10') });
  });

  it('whose length a browser shows without the encoding is not held to it', async () => {
    const fetch: FetchFunction = async () => {
      const response = new Response(guest, { headers: { 'content-length': '7' } });
      return Object.defineProperty(response, 'type', { value: 'cors' });
    };
    expect((await installOnce(releaseOf(guest), guest, { fetch })).guests).toHaveLength(1);
  });

  it('that ignores its signal does not hold up an abort', async () => {
    const abort = new AbortController();
    const session = newSession();
    const fetch: FetchFunction = () => new Promise(() => {});
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch });
    const installing = failureOf(installer.install('tool', { signal: abort.signal }));
    abort.abort();
    expect(await installing).toMatchObject({ code: 'ABORTED' });
    expect(session.state).toBe('idle');
    await session.dispose();
  });

  it('of empty chunks without end does not hold up an abort', async () => {
    const abort = new AbortController();
    const fetch: FetchFunction = async () => {
      setTimeout(() => abort.abort());
      return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array()) }));
    };
    const session = newSession();
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch });
    expect(await failureOf(installer.install('tool', { signal: abort.signal }))).toMatchObject({ code: 'ABORTED' });
    await session.dispose();
  });

  it('keeps a query out of messages', async () => {
    const release = releaseOf(guest, { url: 'https://example.org/a?token=secret' });
    const failure = await failureOf(
      installOnce(release, guest, { fetch: async () => new Response('', { status: 403 }) }),
    );
    expect(failure.message).toContain('https://example.org/a:');
    expect(failure.message).not.toContain('secret');
  });
});
