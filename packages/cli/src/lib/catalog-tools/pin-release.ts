import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import {
  type CatalogTool,
  createInstaller,
  type GuestCatalog,
  type GuestRelease,
  parseCatalog,
} from '@aletheia-works/formicarium';
import { createSession } from '@aletheia-works/formicarium/node';
import type { PinArguments } from '../args/parse-arguments.ts';
import { UsageError } from '../args/usage-error.ts';
import { visibleText } from '../lines/visible-text.ts';
import { parseCatalogText } from '../load-catalog.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { findModule } from './find-module.ts';

/**
 * Downloads a URL once, takes every digest and size, lets the installer judge the finished entry on the same bytes, and
 * writes it into the catalogue file or to standard output.
 *
 * @throws UsageError, or ExecutionError when the bytes are no guest
 */
export async function pinRelease(args: PinArguments): Promise<number> {
  const before = await readCatalog(args.catalog);
  // A wrong name or URL is found before anything is fetched.
  parseCatalog(withRelease(before, args, placeholder(args)));
  const bytes = await fetchBytes(args.url);
  const release = describe(args, bytes);
  const earlier = before.tools[args.tool]?.versions[args.version];
  if (earlier !== undefined && earlier.sha256 !== release.sha256 && !args.replace) {
    throw new UsageError(
      `Cannot pin ${args.tool}@${args.version}: it is there with the digest ${earlier.sha256}, the URL serves ` +
        `${release.sha256}; --replace is accepted`,
    );
  }
  const catalog = parseCatalog(withRelease(before, args, release));
  await judge(catalog, args, bytes);
  const text = `${JSON.stringify(catalog, null, 2)}\n`;
  if (args.catalog === null) {
    process.stdout.write(text);
  } else {
    await replaceFile(args.catalog, text);
    process.stdout.write(`pinned ${args.tool}@${args.version} in ${visibleText(args.catalog)}\n`);
  }
  return 0;
}

function describe(args: PinArguments, bytes: Uint8Array): GuestRelease {
  const { format, entry, bytes: module } = findModule(bytes, args.entry);
  return {
    ...placeholder(args),
    sha256: sha256(bytes),
    size: bytes.length,
    format,
    ...(entry === null ? {} : { entry }),
    guestSha256: sha256(module),
    guestSize: module.length,
    build: {
      source: { url: args.source ?? args.url, ref: args.ref ?? args.version },
      target: importsWasix(module) ? 'wasm32-wasix' : 'wasm32-wasip1',
    },
  };
}

function placeholder(args: PinArguments): GuestRelease {
  const digest = '0'.repeat(64);
  const source = { url: args.source ?? args.url, ref: args.ref ?? args.version };
  const build = { source, target: 'wasm32-wasip1' };
  return { url: args.url, sha256: digest, format: 'wasm', guestSha256: digest, build };
}

function withRelease(catalog: GuestCatalog, args: PinArguments, release: GuestRelease): GuestCatalog {
  const { tool, version, license } = args;
  const earlier: CatalogTool = catalog.tools[tool] ?? { default: version, versions: {} };
  return {
    ...catalog,
    tools: {
      ...catalog.tools,
      [tool]: {
        ...earlier,
        ...(license === null ? {} : { license }),
        versions: { ...earlier.versions, [version]: release },
      },
    },
  };
}

/** Installs the entry from the bytes that were fetched already: archive rules, module, imports. */
async function judge(catalog: GuestCatalog, { tool, version }: PinArguments, bytes: Uint8Array): Promise<void> {
  const session = await createSession();
  try {
    const fetch = async (): Promise<Response> => new Response(Uint8Array.from(bytes));
    await createInstaller(session, { catalog, fetch }).install(`${tool}@${version}`);
  } finally {
    await session.dispose();
  }
}

async function readCatalog(file: string | null): Promise<GuestCatalog> {
  const empty: GuestCatalog = { schemaVersion: 1, tools: {} };
  if (file === null) return empty;
  try {
    return parseCatalogText(await readFile(file, 'utf8'), file);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return empty;
    throw new UsageError(`Cannot read the catalogue "${file}": reading failed (${code})`, { cause });
  }
}

/** Whole or not at all. */
async function replaceFile(file: string, text: string): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    await writeFile(partial, text);
    await rename(partial, file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new UsageError(`Cannot write the catalogue "${file}": writing failed (${code})`, { cause });
  }
}

/** An informative field, so a look at the names in the module's import section is enough. */
function importsWasix(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('wasix_32v1');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
