import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { catalog as ownCatalog } from '../catalog/catalog.ts';
import { mirrorCatalog, mirrorPath } from '../catalog/mirror-catalog.ts';
import type { ToolCatalog } from '../catalog/tool-catalog.ts';
import { findNpmFile } from './npm-file.ts';

/** Options of {@link createCatalogMirror}. */
export interface CatalogMirrorOptions {
  /** Default: this package's own catalogue. */
  readonly catalog?: ToolCatalog;
  /** Directories whose `node_modules` are searched, upwards. Default: this package's, then the working directory. */
  readonly from?: readonly string[];
}

/** A running mirror. */
export interface CatalogMirror {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** The catalogue with its URLs moved to the mirror, without the tools that it cannot serve. */
  readonly catalog: ToolCatalog;
  /** `tool@version` whose npm package is not installed. */
  readonly missing: readonly string[];
  /** Stops listening and drops open connections. Idempotent. */
  close(): Promise<void>;
}

/**
 * Serves the bytes of the catalogue from npm packages that are installed already, on 127.0.0.1 and a free port: the
 * same bytes as the CDN's, so the same digests hold without the internet. It answers any origin (CORS), GET and HEAD.
 */
export async function createCatalogMirror(options: CatalogMirrorOptions = {}): Promise<CatalogMirror> {
  const { files, catalog, missing } = await locate(
    options.catalog ?? ownCatalog,
    options.from ?? [fileURLToPath(new URL('.', import.meta.url)), process.cwd()],
  );
  const server = createServer((request, response) => serve(files, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('Cannot start the mirror: it has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    catalog: mirrorCatalog(catalog, origin),
    missing,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface MirrorFile {
  readonly path: string;
  readonly size: number;
}

async function locate(catalog: ToolCatalog, from: readonly string[]) {
  const files = new Map<string, MirrorFile>();
  const missing: string[] = [];
  const tools: Record<string, ToolCatalog['tools'][string]> = {};
  for (const [name, tool] of Object.entries(catalog.tools)) {
    let complete = true;
    for (const [version, { url }] of Object.entries(tool.versions)) {
      const path = await findFirst(url, from);
      if (path === null) {
        complete = false;
        missing.push(`${name}@${version}`);
      } else {
        files.set(mirrorPath(url), { path, size: (await stat(path)).size });
      }
    }
    if (complete) tools[name] = tool;
  }
  return { files, missing, catalog: { ...catalog, tools } };
}

async function findFirst(url: string, from: readonly string[]): Promise<string | null> {
  for (const directory of from) {
    const path = await findNpmFile(url, directory);
    if (path !== null) return path;
  }
  return null;
}

function serve(files: ReadonlyMap<string, MirrorFile>, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  const file = files.get(request.url ?? '');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
  } else if (file === undefined) {
    response.writeHead(404).end();
  } else {
    response.writeHead(200, { 'content-type': 'application/wasm', 'content-length': file.size });
    if (request.method === 'HEAD') response.end();
    // A client that leaves early is no failure of the mirror.
    else pipeline(createReadStream(file.path), response, () => {});
  }
}
