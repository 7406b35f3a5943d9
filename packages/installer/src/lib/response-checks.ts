import type { ExecutionError } from '@aletheia-works/errors';

/**
 * Refuses everything but a plain 200 without a redirect, whose body nobody has read.
 *
 * @returns the body, or null when there is none
 */
export function checkResponse(
  response: Response,
  toError: (problem: string) => ExecutionError,
): ReadableStream<unknown> | null {
  if (typeof response !== 'object' || response === null || typeof response.headers?.get !== 'function') {
    throw toError('fetch answered with something that is no Response');
  }
  const { status } = response;
  // Fetch standard, "HTTP-redirect fetch": a browser hides a manual redirect behind this type and the status 0.
  const isRedirect = response.type === 'opaqueredirect' || response.redirected || (status >= 300 && status < 400);
  if (status === 200 && !isRedirect) {
    if (response.bodyUsed || response.body?.locked) throw toError('somebody else reads the body of the response');
    return response.body;
  }
  response.body?.cancel().catch(() => {});
  if (isRedirect) {
    throw toError(
      `the server redirects${status === 0 ? '' : ` (status ${status})`}; a URL that answers itself is accepted`,
    );
  }
  throw toError(`the server answered with status ${String(status)}; 200 is accepted`);
}

/**
 * Bytes that the body will have according to the response, or null when it does not say. `Content-Length` counts what
 * is on the wire, so it means nothing here beside a `Content-Encoding`; and a browser shows the former of another
 * origin without the latter (Fetch standard, "CORS-safelisted response-header name").
 */
export function contentLength({ headers, type }: Response): number | null {
  if (headers.has('content-encoding') || type === 'cors') return null;
  const value = headers.get('content-length');
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
}
