import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What goes wrong with a download. */
export type ServerFault =
  | 'none'
  /** Announces the whole length, sends less and breaks the connection. */
  | 'short'
  /** Announces no length, sends less and ends well. */
  | 'short-unannounced'
  /** Announces no length and sends 64 bytes more. */
  | 'long'
  /** Sends half and then nothing more. */
  | 'stalled'
  /** Takes the request and never answers. */
  | 'silent'
  /** Redirects to the intact artifact. */
  | 'redirect'
  | 'not-found'
  | 'server-error'
  | 'partial-content'
  /** Flips one bit in the middle. */
  | 'wrong-bytes'
  /** Sends the artifact with `Content-Encoding: gzip`. */
  | 'gzip-encoding'
  /** Sends it whole but announces no length. */
  | 'unannounced'
  /** Sends one byte at a time and never all of them. */
  | 'slow-drip'
  /** Closes the connection at once. */
  | 'reset';

/** A loopback server of artifacts. */
export interface CatalogServer {
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly requests: readonly string[];
  /** Serves `body` at `path` and returns its URL. Serving again replaces. */
  serve(path: string, body: Uint8Array, fault?: ServerFault): string;
  /** Resolves when a request for `path` has arrived, also an earlier one. */
  requested(path: string): Promise<void>;
  close(): Promise<void>;
}

interface Served {
  readonly body: Uint8Array;
  readonly fault: ServerFault;
}

const INTACT = '/intact';
/** Stands for a page that nobody may see in an error message. */
export const SECRET_BODY = 'secret-body-of-an-error-page';

/** Starts a server on a free port of 127.0.0.1. */
export async function createCatalogServer(): Promise<CatalogServer> {
  const served = new Map<string, Served>();
  const requests: string[] = [];
  const waiting: { readonly path: string; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    requests.push(path);
    for (const each of waiting) if (each.path === path) each.resolve();
    const isIntact = path.startsWith(INTACT);
    const found = served.get(isIntact ? path.slice(INTACT.length) : path);
    if (found === undefined) answerText(response, 404);
    else answer(request, response, isIntact ? { ...found, fault: 'none' } : found, path);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    serve: (path, body, fault = 'none') => {
      served.set(path, { body, fault });
      return `${origin}${path}`;
    },
    requested: (path) =>
      new Promise((resolve) => {
        if (requests.includes(path)) resolve();
        else waiting.push({ path, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, { body, fault }: Served, path: string): void {
  const half = body.subarray(0, body.length >> 1);
  const length = { 'content-length': String(body.length) };
  switch (fault) {
    case 'none':
      response.writeHead(200, length).end(body);
      break;
    case 'short':
      response.writeHead(200, length);
      response.write(half, () => request.socket.destroy());
      break;
    case 'short-unannounced':
      response.writeHead(200).write(half);
      response.end();
      break;
    case 'long':
      response.writeHead(200).write(body);
      response.end(new Uint8Array(64));
      break;
    case 'stalled':
      response.writeHead(200, length).write(half);
      break;
    case 'silent':
      break;
    case 'redirect':
      response.writeHead(302, { location: `${INTACT}${path}` }).end();
      break;
    case 'not-found':
      answerText(response, 404);
      break;
    case 'server-error':
      answerText(response, 500);
      break;
    case 'partial-content':
      response.writeHead(206, length).end(body);
      break;
    case 'wrong-bytes':
      response.writeHead(200, length).end(flipBit(body, body.length >> 1));
      break;
    case 'gzip-encoding': {
      const packed = gzipSync(body);
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(packed.length) }).end(packed);
      break;
    }
    case 'unannounced':
      response.writeHead(200).write(half);
      response.end(body.subarray(half.length));
      break;
    case 'slow-drip':
      response.writeHead(200, length);
      drip(request, response, body);
      break;
    case 'reset':
      request.socket.destroy();
      break;
  }
}

/** The bytes with one bit changed. */
export function flipBit(bytes: Uint8Array, index: number): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(bytes);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

function answerText(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html>${SECRET_BODY}`);
}

function drip(request: IncomingMessage, response: ServerResponse, body: Uint8Array): void {
  let sent = 0;
  const next = (): void => {
    if (request.socket.destroyed || sent >= body.length - 1) return;
    response.write(body.subarray(sent, ++sent));
    setImmediate(next);
  };
  next();
}
