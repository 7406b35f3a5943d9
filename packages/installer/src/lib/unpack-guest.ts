import { ExecutionError } from '@aletheia-works/errors';
import { createSha256 } from '#platform';
import { archiveError } from './archive/archive-error.ts';
import { type ArchiveLimits, checkUnpackedBytes } from './archive/archive-limits.ts';
import { show } from './archive/archive-path.ts';
import { gunzip } from './archive/gunzip.ts';
import { TarReader } from './archive/tar-reader.ts';
import { unzipEntry } from './archive/unzip-entry.ts';
import { readZipDirectory } from './archive/zip-directory.ts';
import { ByteCollector } from './byte-collector.ts';
import type { GuestRelease } from './catalog/catalog-types.ts';
import { nearNames } from './catalog/near-names.ts';
import type { Artifact } from './fetch-artifact.ts';
import { verifySize } from './verify-digest.ts';

/** Takes the module out of a checked artifact. Everything else in an archive is checked and dropped. */
export async function unpackGuest(
  release: GuestRelease,
  artifact: Artifact,
  limits: ArchiveLimits,
  signal: AbortSignal,
): Promise<Artifact> {
  const source = artifact.bytes;
  const { entry = '', guestSize } = release;
  switch (release.format) {
    case 'wasm':
      return artifact;
    case 'wasm.gz': {
      const guest = new GuestCollector(guestSize, guestSize ?? gzipSizeHint(source, limits));
      await gunzip(source, (chunk) => guest.push(chunk), limits, signal);
      return guest.finish();
    }
    case 'tar.gz':
    case 'tgz': {
      // Assigned in a callback, which the compiler does not follow.
      let guest = null as GuestCollector | null;
      const tar = new TarReader((found) => {
        if (found.path !== entry || found.type !== 'file') return null;
        const collector = new GuestCollector(guestSize, found.size);
        guest = collector;
        return (chunk) => collector.push(chunk);
      }, limits);
      await gunzip(source, (chunk) => tar.push(chunk), limits, signal);
      tar.end();
      return (guest ?? missing(entry, tar.names.files())).finish();
    }
    case 'zip': {
      const entries = readZipDirectory(source, limits);
      const files = entries.filter(({ type }) => type === 'file');
      const found =
        files.find(({ path }) => path === entry) ??
        missing(
          entry,
          files.map(({ path }) => path),
        );
      checkUnpackedBytes(found.size, found.packed.length, limits);
      const guest = new GuestCollector(guestSize, found.size);
      await unzipEntry(found, (chunk) => guest.push(chunk), signal);
      return guest.finish();
    }
  }
}

/** Gathers and hashes a module, and ends at the first byte over what the catalog says. */
class GuestCollector {
  readonly #bytes: ByteCollector;
  readonly #hash = createSha256();
  readonly #size: number | undefined;

  constructor(size: number | undefined, expected: number) {
    if (size !== undefined && expected !== size) verifySize(expected, size, 'the module');
    this.#bytes = new ByteCollector(expected);
    this.#size = size;
  }

  push(chunk: Uint8Array): void {
    if (this.#size !== undefined && this.#bytes.length + chunk.length > this.#size) {
      throw new ExecutionError(
        'DIGEST',
        `Cannot accept the module: it has more than the ${this.#size} bytes of the catalog`,
      );
    }
    this.#hash.update(chunk);
    this.#bytes.push(chunk);
  }

  finish(): Artifact {
    return { bytes: this.#bytes.finish(), sha256: this.#hash.hex() };
  }
}

/** What a gzip member says of its length at its end (RFC 1952, ISIZE): a guess, until it is unpacked. */
function gzipSizeHint(source: Uint8Array, limits: ArchiveLimits): number {
  if (source.length < 4) return 0;
  const hint = new DataView(source.buffer, source.byteOffset).getUint32(source.length - 4, true);
  return hint <= limits.maxUnpackedBytes && hint <= source.length * limits.maxRatio ? hint : 0;
}

function missing(entry: string, files: readonly string[]): never {
  const near = nearNames(entry, files).map(show).join(', ');
  throw archiveError(`it has no file ${show(entry)}; ${near === '' ? 'it holds none' : `it holds ${near}`}`);
}
