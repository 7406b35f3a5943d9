import { archiveError } from './archive-error.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { show } from './archive-path.ts';

/** What an entry is; nothing else is accepted. */
export type ArchiveEntryType = 'file' | 'directory';

/**
 * The names that an archive used so far. Unpackers differ in which of two entries of one name wins, so a name may occur
 * only once; and nothing may lie below a file.
 */
export class ArchiveNames {
  readonly #limits: ArchiveLimits;
  readonly #entries = new Map<string, ArchiveEntryType>();
  readonly #parents = new Set<string>();
  #count = 0;

  constructor(limits: ArchiveLimits) {
    this.#limits = limits;
  }

  /** The paths of all files, in the order of the archive. */
  files(): string[] {
    return [...this.#entries].filter(([, type]) => type === 'file').map(([path]) => path);
  }

  /** Counts a header that is no entry by itself. */
  count(): void {
    if (++this.#count > this.#limits.maxEntries)
      throw archiveError(`it has more than ${this.#limits.maxEntries} entries`);
  }

  /** Takes a normalised path into use. */
  add(path: string, type: ArchiveEntryType): void {
    this.count();
    if (this.#entries.has(path)) throw archiveError(`the name ${show(path)} occurs twice`);
    if (type === 'file' && this.#parents.has(path)) throw archiveError(`the file ${show(path)} has entries below it`);
    this.#entries.set(path, type);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const parent = path.slice(0, end);
      if (this.#entries.get(parent) === 'file') throw archiveError(`the file ${show(parent)} has entries below it`);
      if (this.#parents.has(parent)) break;
      this.#parents.add(parent);
    }
  }
}
