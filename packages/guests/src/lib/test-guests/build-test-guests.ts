import { cacheName, listCached, pruneCache, readCached, writeCached } from './guest-cache.ts';
import { type GuestSource, readGuestSources } from './guest-sources.ts';
import { compileGuest, recipeFlags, toolchainVersion } from './toolchain.ts';

/** What one call of {@link buildTestGuests} did. */
export interface BuildReport {
  /** Names of the guests that were compiled now. */
  readonly built: readonly string[];
  /** How many were there already. */
  readonly cached: number;
}

interface Plan {
  readonly headers: Readonly<Record<string, string>>;
  readonly guests: ReadonlyMap<string, { readonly source: GuestSource; readonly file: string }>;
}

let plan: Promise<Plan> | undefined;

async function makePlan(): Promise<Plan> {
  const [{ guests, headers }, toolchain] = await Promise.all([readGuestSources(), toolchainVersion()]);
  const identity = { toolchain, recipe: recipeFlags, headers };
  return {
    headers,
    guests: new Map(guests.map((source) => [source.name, { source, file: cacheName(source, identity) }])),
  };
}

/**
 * Builds every test guest that is not in the cache yet, and drops cached ones that no source builds any more.
 *
 * @param onProgress told before each compilation: which guest, its number from 1, and how many there are
 */
export async function buildTestGuests(
  onProgress?: (name: string, number: number, total: number) => void,
): Promise<BuildReport> {
  plan = makePlan();
  const { guests, headers } = await plan;
  const present = await listCached();
  const missing = [...guests.values()].filter(({ file }) => !present.has(file));
  for (const [index, { source, file }] of missing.entries()) {
    onProgress?.(source.name, index + 1, missing.length);
    await writeCached(file, await compileGuest({ source, headers }));
  }
  await pruneCache(new Set([...guests.values()].map(({ file }) => file)));
  return { built: missing.map(({ source }) => source.name), cached: guests.size - missing.length };
}

/** The names of all test guests, sorted. */
export async function testGuestNames(): Promise<string[]> {
  plan ??= makePlan();
  return [...(await plan).guests.keys()];
}

/**
 * The module of one test guest, from the cache or compiled now. The caller owns the bytes.
 *
 * @param name path of the C source below `test-guests/src` without `.c`, such as `hello` or `conformance/append`
 * @throws Error when there is no such guest or it does not compile
 */
export async function testGuest(name: string): Promise<Uint8Array> {
  plan ??= makePlan();
  const { guests, headers } = await plan;
  const guest = guests.get(name);
  if (guest === undefined) {
    throw new Error(`Cannot find test guest "${name}": there are ${[...guests.keys()].join(', ')}`);
  }
  const cached = await readCached(guest.file);
  if (cached !== null) return cached;
  const bytes = await compileGuest({ source: guest.source, headers });
  await writeCached(guest.file, bytes);
  return bytes;
}
