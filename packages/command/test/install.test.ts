import { createCommandSession } from '@aletheia-works/command';
import type { Progress } from '@aletheia-works/installer';
import { describe, expect, it } from 'vitest';
import { catalog, codeOf, digestOf, fetchGuest, openWorld, stateOf, text } from './command-world.ts';

/** A fetch that waits for `answer`, and ends when its signal does. */
function slowFetch(answer: Promise<Response>): { fetch: typeof fetchGuest; called: Promise<void> } {
  let tell = (): void => {};
  const called = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const fetch = (async (_url: string, init: RequestInit) => {
    tell();
    const aborted = new Promise<never>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    return Promise.race([answer, aborted]);
  }) as typeof fetchGuest;
  return { fetch, called };
}

describe('install', () => {
  it.each([
    ['install hello', 'hello@2.0', 'hello-2'],
    ['install hello@1.0', 'hello@1.0', 'hello-1'],
    ['install hello@old', 'hello@old', 'hello-1'],
  ])('%s prints what it installed', async (line, installed, module) => {
    const { session, shell } = await openWorld();
    const result = await shell.execute(line);
    if (result.kind !== 'install') throw new Error(result.kind);
    expect(text(result.stdout)).toBe(`installed ${installed} (sha256 ${digestOf(module)})\n`);
    expect(result.stderr).toEqual(new Uint8Array(0));
    expect(result.exitCode).toBe(0);
    expect(Object.keys(result).sort()).toEqual(['exitCode', 'installation', 'kind', 'stderr', 'stdout']);
    expect(result.installation).toMatchObject({
      tool: 'hello',
      digest: digestOf(module),
      operationId: expect.any(String),
    });
    expect(await session.listGuests()).toMatchObject([{ name: 'hello', sha256: digestOf(module) }]);
  });

  it('replaces an earlier version', async () => {
    const { session, shell } = await openWorld();
    await shell.execute('install hello@1.0');
    await shell.execute('install hello@2.0');
    expect(await session.listGuests()).toMatchObject([{ name: 'hello', sha256: digestOf('hello-2') }]);
  });

  it('hands on every event of the installer unchanged', async () => {
    const { shell } = await openWorld();
    const events: Progress[] = [];
    const result = await shell.execute('install hello', { onProgress: (event) => events.push(event) });
    if (result.kind !== 'install') throw new Error(result.kind);
    expect(events.map(({ phase }) => phase)).toEqual(
      expect.arrayContaining(['resolve', 'fetch', 'verify', 'register']),
    );
    expect(new Set(events.map(({ operationId }) => operationId))).toEqual(new Set([result.installation.operationId]));
    expect(events.at(-1)).toMatchObject({
      receivedBytes: result.installation.size,
      totalBytes: result.installation.size,
    });
  });

  it('ends with ABORTED when its signal fires, and keeps the earlier registration and the files', async () => {
    const { session, shell } = await openWorld({ 'a.txt': 'a' });
    await shell.execute('install hello@1.0');
    const before = await stateOf(session);
    const { fetch, called } = slowFetch(new Promise(() => {}));
    const slow = createCommandSession(session, { catalog, fetch });
    const controller = new AbortController();
    const promise = slow.execute('install hello@2.0', { signal: controller.signal });
    await called;
    controller.abort();
    expect(await codeOf(promise)).toBe('ABORTED');
    expect(session.state).toBe('idle');
    expect(await stateOf(session)).toEqual(before);
  });

  it.each<[what: string, answer: () => Response, code: string]>([
    ['a missing file', () => new Response(null, { status: 404 }), 'FETCH'],
    ['other bytes', () => new Response(new Uint8Array(50)), 'FETCH'],
    ['other bytes of the same length', () => new Response(new Uint8Array(catalogSize())), 'DIGEST'],
  ])('rejects with the code of the installer for %s, and changes nothing', async (_what, answer, code) => {
    const { session } = await openWorld({ 'a.txt': 'a' });
    const before = await stateOf(session);
    const shell = createCommandSession(session, { catalog, fetch: async () => answer() });
    expect(await codeOf(shell.execute('install hello'))).toBe(code);
    expect(await stateOf(session)).toEqual(before);
  });

  it('gives the cache to the installer', async () => {
    const { session } = await openWorld();
    const kept = new Map<string, Uint8Array<ArrayBuffer>>();
    const cache = {
      get: async (digest: string) => kept.get(digest) ?? null,
      put: async (digest: string, bytes: Uint8Array<ArrayBuffer>) => void kept.set(digest, bytes.slice()),
      delete: async (digest: string) => void kept.delete(digest),
    };
    await createCommandSession(session, { catalog, cache, fetch: fetchGuest }).execute('install hello');
    expect([...kept.keys()]).toEqual([digestOf('hello-2')]);
    const offline = createCommandSession(session, { catalog, cache, fetch: async () => Response.error() });
    expect(await offline.execute('install hello')).toMatchObject({ installation: { fromCache: true } });
  });
});

function catalogSize(): number {
  const release = catalog.tools.hello?.versions['2.0'];
  return release?.size ?? 0;
}
