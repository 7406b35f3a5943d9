import type { FsEntry, GuestData } from '@aletheia-works/session-core';
import { archiveError } from './archive/archive-error.ts';
import type { ArchiveLimits } from './archive/archive-limits.ts';
import { show } from './archive/archive-path.ts';
import { gunzip } from './archive/gunzip.ts';
import { type ArchiveEntry, TarReader } from './archive/tar-reader.ts';
import { unzipEntry } from './archive/unzip-entry.ts';
import { readZipDirectory } from './archive/zip-directory.ts';
import type { GuestDataRelease } from './catalog/catalog-types.ts';

/** Takes the read-only files of a guest out of a checked archive. */
export async function unpackData(
  release: GuestDataRelease,
  source: Uint8Array<ArrayBuffer>,
  limits: ArchiveLimits,
  signal: AbortSignal,
): Promise<GuestData> {
  const tree = new DataTree(release.entry ?? '');
  if (release.format === 'zip') {
    for (const entry of readZipDirectory(source, limits)) {
      const sink = tree.add(entry);
      if (sink !== null) await unzipEntry(entry, sink, signal);
    }
  } else {
    const tar = new TarReader((entry) => tree.add(entry), limits);
    await gunzip(source, (chunk) => tar.push(chunk), limits, signal);
    tar.end();
  }
  return { mount: release.mount, entries: tree.finish() };
}

/** The entries below one directory of an archive, with the parents that the archive does not name. */
class DataTree {
  readonly #prefix: string;
  readonly #entries = new Map<string, FsEntry>();

  constructor(directory: string) {
    this.#prefix = directory === '' ? '' : `${directory}/`;
  }

  add({ mode, mtimeSec, path, size, type }: ArchiveEntry): ((chunk: Uint8Array) => void) | null {
    if (!path.startsWith(this.#prefix)) return null;
    const relative = path.slice(this.#prefix.length);
    if (relative === '') return null;
    const mtime = mtimeSec === undefined ? {} : { mtimeMs: mtimeSec * 1000 };
    this.#addParents(relative);
    if (type === 'directory') {
      this.#entries.set(relative, { path: relative, type, mode: 0o755, ...mtime });
      return null;
    }
    const data = new Uint8Array(size);
    let fill = 0;
    // Nobody writes there, so of the mode only whether it can be executed is kept.
    this.#entries.set(relative, { path: relative, type, mode: (mode & 0o111) === 0 ? 0o644 : 0o755, data, ...mtime });
    return (chunk) => {
      data.set(chunk, fill);
      fill += chunk.length;
    };
  }

  /** Directories before what they hold. */
  finish(): FsEntry[] {
    if (this.#entries.size === 0) throw archiveError(`it has nothing below ${show(this.#prefix)}`);
    return [...this.#entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #addParents(path: string): void {
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
      const parent = path.slice(0, end);
      if (!this.#entries.has(parent)) this.#entries.set(parent, { path: parent, type: 'directory', mode: 0o755 });
    }
  }
}
