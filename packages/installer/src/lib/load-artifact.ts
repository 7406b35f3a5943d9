import { createSha256 } from '#platform';
import { type Artifact, type FetchRequest, fetchArtifact } from './fetch-artifact.ts';
import type { InstallCache } from './install-cache.ts';
import { raceSignal } from './operation-signal.ts';

/** Bytes hashed before others get a turn. */
const HASH_PIECE_BYTES = 4_194_304;

/** An artifact, and where it came from. */
export interface LoadedArtifact extends Artifact {
  readonly fromCache: boolean;
}

/** Reads an intact artifact from the cache, or null. A damaged one is dropped. */
export async function readCached(
  cache: InstallCache | undefined,
  sha256: string,
  signal: AbortSignal,
): Promise<LoadedArtifact | null> {
  if (cache === undefined) return null;
  const bytes = await attempt(() => cache.get(sha256), signal);
  if (!(bytes instanceof Uint8Array)) return null;
  const actual = await hashBytes(bytes, signal);
  if (actual === sha256) return { bytes, sha256, fromCache: true };
  await attempt(() => cache.delete(sha256), signal);
  return null;
}

/** Downloads an artifact. */
export async function download(request: FetchRequest): Promise<LoadedArtifact> {
  return { ...(await fetchArtifact(request)), fromCache: false };
}

/** Stores a checked artifact. */
export async function writeCached(
  cache: InstallCache | undefined,
  { bytes, fromCache, sha256 }: LoadedArtifact,
  signal: AbortSignal,
): Promise<void> {
  if (cache === undefined || fromCache) return;
  await attempt(() => cache.put(sha256, bytes), signal);
}

/** SHA-256 of bytes that are there already, in turns. */
async function hashBytes(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  const hash = createSha256();
  for (let at = 0; at < bytes.length; at += HASH_PIECE_BYTES) {
    hash.update(bytes.subarray(at, at + HASH_PIECE_BYTES));
    await Promise.resolve();
    signal.throwIfAborted();
  }
  return hash.hex();
}

/** A cache is a convenience: what it throws is as if it were not there, but the signal still ends the wait. */
async function attempt<T>(operation: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await raceSignal(Promise.resolve(operation()), signal);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
