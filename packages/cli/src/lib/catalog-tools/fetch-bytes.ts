import { ExecutionError } from '@aletheia-works/formicarium';
import { ProgressLine } from '../lines/progress-line.ts';

/** Bytes of a download at most; the installer's own cap. */
export const MAX_DOWNLOAD_BYTES = 512 * 1024 * 1024;

/** @throws ExecutionError `FETCH` */
export async function fetchBytes(url: string): Promise<Uint8Array> {
  const line = new ProgressLine();
  try {
    const response = await fetch(url, { redirect: 'error' });
    if (!response.ok) throw new Error(`the status is ${response.status}`);
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const isExact = !response.headers.has('content-encoding') && Number.isFinite(length);
    const pieces: Uint8Array[] = [];
    let receivedBytes = 0;
    for await (const piece of response.body ?? []) {
      receivedBytes += piece.byteLength;
      if (receivedBytes > MAX_DOWNLOAD_BYTES) throw new Error(`it is larger than ${MAX_DOWNLOAD_BYTES} bytes`);
      pieces.push(piece);
      line.update({ operationId: '', phase: 'fetch', receivedBytes, totalBytes: isExact ? length : null });
    }
    return Buffer.concat(pieces);
  } catch (cause) {
    throw fetchError(url, cause);
  } finally {
    line.clear();
  }
}

function fetchError(url: string, cause: unknown): ExecutionError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ExecutionError('FETCH', `Cannot fetch ${url}: ${reason}; redirects are not followed`, { cause });
}
