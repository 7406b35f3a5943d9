import { createInstaller, type Progress } from '@aletheia-works/installer';
import type { Session } from '@aletheia-works/session-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogOf, failureOf, fetchOf, guest, ManualClock, newSession, releaseOf } from './install-world.ts';

let session: Session;
beforeEach(() => {
  session = newSession();
});
afterEach(() => session.dispose());

const PHASES = ['resolve', 'fetch', 'verify', 'unpack', 'verify-guest', 'register'];

describe('progress', () => {
  async function progressOf(fields: object, chunkLength: number, msPerChunk: number): Promise<Progress[]> {
    const clock = new ManualClock();
    const events: Progress[] = [];
    const source = fetchOf(guest, chunkLength);
    const fetch = async (): Promise<Response> => {
      const response = await source();
      const tick = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          clock.advance(msPerChunk);
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body?.pipeThrough(tick));
    };
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest, fields)), fetch, clock });
    await installer.install('tool', { onProgress: (event) => events.push(event) });
    return events;
  }

  it('tells every phase in order, with one operation id', async () => {
    const events = await progressOf({ size: guest.length }, guest.length, 0);
    expect(events.map(({ phase }) => phase)).toEqual(PHASES);
    expect(new Set(events.map(({ operationId }) => operationId)).size).toBe(1);
    expect(events.at(-1)).toMatchObject({ receivedBytes: guest.length, totalBytes: guest.length });
  });

  it('says null where the total is unknown', async () => {
    expect((await progressOf({}, 1000, 0)).map(({ totalBytes }) => totalBytes)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('says 0 where there is nothing to come', async () => {
    const events: Progress[] = [];
    const nothing = new Uint8Array(0);
    const installer = createInstaller(session, {
      catalog: catalogOf(releaseOf(nothing, { size: 0 })),
      fetch: fetchOf(nothing),
    });
    await failureOf(installer.install('tool', { onProgress: (event) => events.push(event) }));
    expect(events[1]).toMatchObject({ phase: 'fetch', receivedBytes: 0, totalBytes: 0 });
  });

  it('tells of bytes at most every 100 ms', async () => {
    const fetching = (await progressOf({}, 100, 10)).filter(({ phase }) => phase === 'fetch');
    const chunks = Math.ceil(guest.length / 100);
    expect(fetching.length).toBeGreaterThan(3);
    expect(fetching.length).toBeLessThanOrEqual(1 + chunks / 10);
    const received = fetching.map(({ receivedBytes }) => receivedBytes);
    expect(received).toEqual([...received].sort((a, b) => a - b));
  });

  it('is silent after the end', async () => {
    const events: Progress[] = [];
    const abort = new AbortController();
    let late: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        late = controller;
        controller.enqueue(guest.slice(0, 100));
      },
    });
    const fetch = async (): Promise<Response> => new Response(body);
    const clock = new ManualClock();
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch, clock });
    const onProgress = (event: Progress): void => {
      events.push(event);
      clock.advance(100);
      if (event.receivedBytes > 0) abort.abort();
    };
    const installing = installer.install('tool', { signal: abort.signal, onProgress });
    expect(await failureOf(installing)).toMatchObject({ code: 'ABORTED' });
    expect(events.map(({ receivedBytes }) => receivedBytes)).toEqual([0, 0, 100]);
    expect(() => late?.enqueue(guest)).toThrow();
    clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(events).toHaveLength(3);
  });

  it.each(PHASES)('that throws in %s fails the install, which leaves everything as it was', async (phase) => {
    const thrown = new Error('from the listener');
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch: fetchOf(guest) });
    const onProgress = (event: Progress): void => {
      if (event.phase === phase) throw thrown;
    };
    expect(await failureOf(installer.install('tool', { onProgress }))).toMatchObject({
      code: 'EXECUTION',
      cause: thrown,
    });
    expect(await session.listGuests()).toEqual([]);
  });

  it.each(PHASES)('whose listener aborts in %s ends the install', async (phase) => {
    const abort = new AbortController();
    const installer = createInstaller(session, { catalog: catalogOf(releaseOf(guest)), fetch: fetchOf(guest) });
    const onProgress = (event: Progress): void => {
      if (event.phase === phase) abort.abort();
    };
    expect(await failureOf(installer.install('tool', { onProgress, signal: abort.signal }))).toMatchObject({
      code: 'ABORTED',
    });
    expect(await session.listGuests()).toEqual([]);
  });
});
