import { gunzipSync } from 'node:zlib';
import { ExecutionError, type GuestRelease } from '@aletheia-works/formicarium';
import { unzipSync } from 'fflate';
import { parseTar } from 'nanotar';
import { UsageError } from '../args/usage-error.ts';
import { MAX_DOWNLOAD_BYTES } from './fetch-bytes.ts';

/** How an artifact is packed, and the module in it. */
export interface FoundModule {
  readonly format: GuestRelease['format'];
  /** Only in archives. */
  readonly entry: string | null;
  readonly bytes: Uint8Array;
}

interface ArchiveFile {
  readonly path: string;
  readonly read: () => Uint8Array;
}

/**
 * Finds the module in what a URL serves, by the first bytes. The strict reading is the installer's, which judges the
 * finished entry.
 *
 * @param entry path inside an archive; null when it holds one `.wasm` file only
 * @throws UsageError when the entry is missing or ambiguous
 * @throws ExecutionError `ARCHIVE` when it cannot be unpacked
 */
export function findModule(bytes: Uint8Array, entry: string | null): FoundModule {
  const found = unpack(bytes);
  if (!('files' in found)) {
    if (entry !== null) throw new UsageError(`Cannot use --entry "${entry}": the URL serves no archive`);
    return { ...found, entry: null };
  }
  const modules = found.files.filter(({ path }) => (entry === null ? path.endsWith('.wasm') : path === entry));
  const [file] = modules;
  if (file === undefined || modules.length > 1) {
    const names = (modules.length > 1 ? modules : found.files).slice(0, 10).map(({ path }) => path);
    const problem = entry === null ? `it holds ${modules.length} .wasm files` : `it has no single file "${entry}"`;
    throw new UsageError(`Cannot pick the module of the archive: ${problem}; --entry is one of ${names.join(', ')}`);
  }
  return { format: found.format, entry: file.path, bytes: file.read() };
}

type Unpacked =
  | { readonly format: 'wasm' | 'wasm.gz'; readonly bytes: Uint8Array }
  | { readonly format: 'tgz' | 'zip'; readonly files: readonly ArchiveFile[] };

function unpack(bytes: Uint8Array): Unpacked {
  try {
    if (startsWith(bytes, 0x50, 0x4b)) return { format: 'zip', files: zipFiles(bytes) };
    if (!startsWith(bytes, 0x1f, 0x8b)) return { format: 'wasm', bytes };
    const inner = gunzipSync(bytes, { maxOutputLength: MAX_DOWNLOAD_BYTES });
    if (inner.toString('latin1', 257, 262) !== 'ustar') return { format: 'wasm.gz', bytes: inner };
    // A copy of its own buffer: nanotar reads the whole buffer behind a view, and Node may hand out a part of its pool.
    const files = parseTar(new Uint8Array(inner)).filter(({ type }) => type === 'file');
    return {
      format: 'tgz',
      files: files.map(({ name, data }) => ({ path: name, read: () => data ?? new Uint8Array() })),
    };
  } catch (cause) {
    throw archiveError(cause);
  }
}

/** The names first; a file is unpacked when it was picked. */
function zipFiles(bytes: Uint8Array): ArchiveFile[] {
  const files: ArchiveFile[] = [];
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!name.endsWith('/') && originalSize <= MAX_DOWNLOAD_BYTES) {
        const read = () => unzipSync(bytes, { filter: (file) => file.name === name })[name] ?? new Uint8Array();
        files.push({ path: name, read });
      }
      return false;
    },
  });
  return files;
}

function startsWith(bytes: Uint8Array, ...magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function archiveError(cause: unknown): ExecutionError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ExecutionError('ARCHIVE', `Cannot unpack what the URL serves: ${reason}`, { cause });
}
