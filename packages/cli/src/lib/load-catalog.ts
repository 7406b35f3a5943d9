import { readFile } from 'node:fs/promises';
import { ExecutionError, type GuestCatalog, parseCatalog } from '@aletheia-works/formicarium';
import { catalog as builtIn } from '@aletheia-works/guests';
import { UsageError } from './args/usage-error.ts';

/** Milliseconds that a catalogue may take to arrive. */
const FETCH_TIMEOUT_MS = 30_000;

/** Bytes of a catalogue at most. */
const MAX_CATALOG_BYTES = 8 * 1024 * 1024;

/**
 * The catalogue that `--catalog` names, or the built-in one, checked.
 *
 * @param location a file, or an `https:` or loopback `http:` URL; null for the built-in catalogue
 * @throws UsageError when the file cannot be read or holds no catalogue
 * @throws ExecutionError `FETCH` when the URL cannot be fetched
 */
export async function loadCatalog(location: string | null): Promise<GuestCatalog> {
  if (location === null) return parseCatalog(builtIn);
  const text = /^https?:\/\//i.test(location) ? await fetchText(location) : await readText(location);
  return parseCatalogText(text, location);
}

/** @throws UsageError when `text` is no JSON or no catalogue; `location` is for the message */
export function parseCatalogText(text: string, location: string): GuestCatalog {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`Cannot use the catalogue "${location}": it is no JSON`, { cause });
  }
  try {
    return parseCatalog(value);
  } catch (cause) {
    if (!(cause instanceof ExecutionError)) throw cause;
    throw new UsageError(`Cannot use the catalogue "${location}": ${cause.message}`, { cause });
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`Cannot use the catalogue "${file}": ${reason}`, { cause });
  }
}

async function fetchText(url: string): Promise<string> {
  const { hostname, protocol } = new URL(url);
  if (protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
    throw new UsageError(`Cannot use the catalogue "${url}": https, or http to this machine, is accepted`);
  }
  const fail = (reason: string, cause?: unknown): never => {
    throw new ExecutionError('FETCH', `Cannot fetch the catalogue "${url}": ${reason}`, { cause });
  };
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (!response.ok) return fail(`the status is ${response.status}`);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > MAX_CATALOG_BYTES) return fail(`it is larger than ${MAX_CATALOG_BYTES} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  } catch (cause) {
    if (cause instanceof ExecutionError) throw cause;
    return fail('the request failed', cause);
  }
}
