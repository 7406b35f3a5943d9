import { createHash } from 'node:crypto';
import { createInstaller, type InstallClock, type InstallerOptions } from '@aletheia-works/installer';
import type { Session } from '@aletheia-works/session-core';
import { createCoreSession } from '@aletheia-works/session-core/internal';
import { FakeRuntime, makeTarGz, paddedGuest } from '@aletheia-works/testkit';

/** SHA-256 in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const guest = paddedGuest(5000);
export const build = { source: { url: 'https://example.org/tool', ref: 'v1' }, target: 'wasm32-wasip1' };

/** A release of `artifact` that holds `module`. */
export function releaseOf(artifact: Uint8Array, fields: object = {}, module: Uint8Array = guest) {
  return {
    url: 'https://example.org/artifact',
    sha256: sha256(artifact),
    format: 'wasm',
    guestSha256: sha256(module),
    build,
    ...fields,
  };
}

/** A catalog of the one tool `tool` with the one version `1.0.0`. */
export function catalogOf(release: unknown, tool = 'tool') {
  return {
    schemaVersion: 1,
    tools: { [tool]: { default: '1.0.0', versions: { '1.0.0': release }, names: { latest: '1.0.0' } } },
  };
}

/** A Session without a platform. */
export function newSession(): Session {
  return createCoreSession({}, new FakeRuntime());
}

/** A `fetch` that answers everything with `bytes`, in one chunk for each length of `chunks`. */
export function fetchOf(bytes: Uint8Array, chunkLength = bytes.length) {
  return async (): Promise<Response> => {
    let at = 0;
    return new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const end = at + Math.max(1, chunkLength);
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.slice(at, end));
          at = end;
        },
      }),
    );
  };
}

/** Installs `tool` from a catalog of `release`, with `artifact` as every answer. */
export async function installOnce(release: object, artifact: Uint8Array, more: Partial<InstallerOptions> = {}) {
  const session = newSession();
  try {
    const installer = createInstaller(session, { catalog: catalogOf(release), fetch: fetchOf(artifact), ...more });
    const result = await installer.install('tool');
    return { result, guests: await session.listGuests() };
  } finally {
    await session.dispose();
  }
}

/** A tar.gz with the module at `package/tool.wasm` and a file beside it. */
export function tarGzOf(module: Uint8Array = guest): Uint8Array<ArrayBuffer> {
  return makeTarGz([
    { name: 'package/', typeflag: '5' },
    { name: 'package/README.md', data: 'hello' },
    { name: 'package/tool.wasm', data: module },
  ]);
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements InstallClock {
  #now = Date.UTC(2026, 0, 31, 12);
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  get pending(): number {
    return this.#timers.length;
  }

  setTimer(callback: () => void, delayMs: number): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers.filter(({ at }) => at <= this.#now)) {
      this.#timers = this.#timers.filter((each) => each !== timer);
      timer.callback();
    }
  }
}

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<{ code: string; message: string; cause: unknown }> {
  try {
    await promise;
  } catch (error) {
    return error as { code: string; message: string; cause: unknown };
  }
  throw new Error('it did not fail');
}
