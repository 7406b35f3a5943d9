import { ExecutionError } from '@aletheia-works/errors';
import { afterChunk, createSha256 } from '#platform';
import { ByteCollector } from './byte-collector.ts';
import { raceSignal } from './operation-signal.ts';
import { checkResponse, contentLength } from './response-checks.ts';

/** What the installer needs of `fetch`. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/** Bytes with their digest. */
export interface Artifact {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 of `bytes`, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** What to fetch, and with what. */
export interface FetchRequest {
  readonly url: string;
  /** Bytes that the catalog promises, if it does. */
  readonly size: number | undefined;
  readonly maxBytes: number;
  readonly fetch: FetchFunction;
  readonly signal: AbortSignal;
  /** Called once, before the first byte: the bytes to come, or null. */
  onStart(totalBytes: number | null): void;
  onBytes(count: number): void;
}

/**
 * Downloads `request.url` into one buffer and hashes it on the way. Counts decoded bytes, and stops at the first one
 * over what was promised.
 *
 * @throws ExecutionError `FETCH`, or the signal's reason
 */
export async function fetchArtifact(request: FetchRequest): Promise<Artifact> {
  const { signal, url } = request;
  const name = showUrl(url);
  if (request.size !== undefined && request.size > request.maxBytes) {
    throw fetchError(name, `the catalog says ${request.size} bytes; accepted are at most ${request.maxBytes}`);
  }
  const response = await send(request, name);
  const stream = checkResponse(response, (problem) => fetchError(name, problem));
  const reader = stream?.getReader();
  try {
    const length = contentLength(response);
    const expected = request.size ?? length;
    if (length !== null && length !== expected) {
      throw fetchError(name, `the server announces ${length} bytes; the catalog says ${expected}`);
    }
    if (length !== null && length > request.maxBytes) {
      throw fetchError(name, `the server announces ${length} bytes; accepted are at most ${request.maxBytes}`);
    }
    request.onStart(expected);
    return await receive(request, reader, expected, name);
  } catch (error) {
    // The body may never settle; nobody waits for it.
    reader?.cancel(error).catch(() => {});
    if (signal.aborted) throw signal.reason;
    throw error;
  }
}

async function send({ fetch, signal, url }: FetchRequest, name: string): Promise<Response> {
  try {
    const sent = Promise.resolve(
      fetch(url, { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer', signal }),
    );
    return await raceSignal(sent, signal);
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw fetchError(name, 'the request failed', cause);
  }
}

async function receive(
  { maxBytes, onBytes, signal }: FetchRequest,
  reader: ReadableStreamDefaultReader<unknown> | undefined,
  expected: number | null,
  name: string,
): Promise<Artifact> {
  const collector = new ByteCollector(expected);
  const hash = createSha256();
  const most = expected ?? maxBytes;
  while (reader !== undefined) {
    const { done, value } = await raceSignal(reader.read(), signal).catch((cause: unknown) => {
      throw signal.aborted
        ? signal.reason
        : fetchError(name, `the connection broke after ${collector.length} bytes`, cause);
    });
    if (done) break;
    if (!(value instanceof Uint8Array)) throw fetchError(name, 'the body is no stream of bytes');
    // A stream that always has an empty chunk at hand would let no timer fire.
    if (value.length === 0) await raceSignal(new Promise((resolve) => setTimeout(resolve)), signal);
    if (collector.length + value.length > most) {
      throw fetchError(
        name,
        `the server sends more than ${most} bytes, ${expected === null ? 'the limit' : 'its length'}`,
      );
    }
    hash.update(value);
    collector.push(value);
    afterChunk(value.length);
    onBytes(value.length);
    signal.throwIfAborted();
  }
  if (expected !== null && collector.length !== expected) {
    throw fetchError(name, `the server ended after ${collector.length} of ${expected} bytes`);
  }
  return { bytes: collector.finish(), sha256: hash.hex() };
}

/** A query can hold a token, so it stays out of messages. */
function showUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function fetchError(name: string, problem: string, cause?: unknown): ExecutionError {
  return new ExecutionError('FETCH', `Cannot fetch ${name}: ${problem}`, { cause });
}
