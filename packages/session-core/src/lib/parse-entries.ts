import { checkInteger, checkMode, checkObject, type KnownKeys } from './check-object.ts';
import { checkText, joinPath, linkDestination, parseGuestPath } from './guest-path.ts';
import { invalidInput, quoted } from './invalid-input.ts';
import { isInRoots } from './roots.ts';
import type { Tree, TreeEntry } from './tree-entry.ts';
import { S_IFDIR, S_IFLNK, S_IFMT, S_IFREG } from './vfs/inode.ts';

/** How {@link parseEntries} reads a list. */
export interface EntriesRules {
  /** Names the list in messages. */
  readonly what: string;
  /** Absolute directories that the entries lie in, and that are made in any case. */
  readonly roots: readonly string[];
  /** Directory that relative paths are taken from; without it only absolute ones are accepted. */
  readonly base?: string;
  /** Where symbolic links may point: into the roots, or anywhere below `/`. */
  readonly links: 'roots' | 'world';
  /** Copies contents; needed where the caller gets to run before they are stored. */
  readonly copy: boolean;
  /** Milliseconds since the epoch, for entries that name no time. */
  readonly nowMs: number;
}

const KEYS = ['path', 'type', 'mode', 'data', 'target', 'inodeId', 'mtimeMs', 'mtimeNs', 'size'] as const;
const TYPE_BITS: Readonly<Record<string, number>> = { file: S_IFREG, directory: S_IFDIR, symlink: S_IFLNK };
const DEFAULT_MODES: Readonly<Record<string, number>> = { file: 0o644, directory: 0o755, symlink: 0o777 };
const NO_DATA = new Uint8Array(0);
/** WASI's times are unsigned 64-bit nanoseconds. */
const MAX_TIME_NS = 2n ** 64n - 1n;
/** Bytes of a symbolic link's target at most (Linux's PATH_MAX). */
const MAX_TARGET_BYTES = 4095;

const encoder = new TextEncoder();

/**
 * Parses a list of `FsEntry`, the whole of it, before anything is made of it.
 *
 * @throws ExecutionError `INVALID_INPUT` for the first entry that breaks a rule, naming its index
 */
export function parseEntries(value: unknown, rules: EntriesRules): Tree {
  if (!Array.isArray(value))
    throw invalidInput(`Cannot use ${rules.what}: it is ${quoted(value)}; an array is accepted`);
  return new EntriesParser(rules).parse(value);
}

class EntriesParser {
  readonly #rules: EntriesRules;
  readonly #byPath = new Map<string, TreeEntry>();
  readonly #byInodeId = new Map<number, TreeEntry>();
  #files = 0;
  #bytes = 0;

  constructor(rules: EntriesRules) {
    this.#rules = rules;
  }

  parse(list: readonly unknown[]): Tree {
    for (let index = 0; index < list.length; index++) this.#entry(list[index], `${this.#rules.what}[${index}]`);
    for (const root of this.#rules.roots) this.#directory(root);
    for (const path of [...this.#byPath.keys()]) this.#ancestors(path);
    const entries = [...this.#byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    return { entries, names: entries.length - this.#rules.roots.length, bytes: this.#bytes };
  }

  #entry(value: unknown, what: string): void {
    const given = checkObject(value, KEYS, what);
    const path = this.#path(given.path, what);
    if (this.#byPath.has(path)) throw invalidInput(`Cannot use ${what}: the path ${quoted(path)} came before`);
    const { type } = given;
    const bits = typeof type === 'string' && Object.hasOwn(TYPE_BITS, type) ? TYPE_BITS[type] : undefined;
    if (bits === undefined) {
      throw invalidInput(`Cannot use ${what}: its type is ${quoted(type)}; file, directory and symlink are accepted`);
    }
    if (bits !== S_IFDIR && this.#rules.roots.includes(path)) {
      throw invalidInput(`Cannot use ${what}: ${quoted(path)} is a root, which is a directory`);
    }
    const mode = bits | checkMode(given.mode, DEFAULT_MODES[type as string] ?? 0, `${what}.mode`);
    const data = checkData(given.data, bits, this.#rules.copy, what);
    const target = this.#target(given.target, path, bits, what);
    const time = this.#time(given, what);
    const entry = { path, mode, data, target, ...time, file: -1 };
    this.#byPath.set(path, this.#withFile(entry, given, what));
  }

  #path(value: unknown, what: string): string {
    const { base, roots } = this.#rules;
    const { absolute, segments } = parseGuestPath(value, `path of ${what}`);
    const plain = segments.join('/');
    if (absolute === (base !== undefined) || value !== (absolute ? `/${plain}` : plain)) {
      const accepted = base === undefined ? 'an absolute normalised path' : 'a relative normalised path';
      throw invalidInput(`Cannot use the path ${quoted(value)} of ${what}: ${accepted} is accepted`);
    }
    const path = base === undefined ? `/${plain}` : joinPath(base, plain);
    if (!isInRoots(path, roots)) {
      throw invalidInput(`Cannot use the path ${quoted(value)} of ${what}: it is outside ${roots.join(' and ')}`);
    }
    return path;
  }

  #target(value: unknown, path: string, bits: number, what: string): string {
    if (bits !== S_IFLNK) {
      if (value !== undefined) throw invalidInput(`Cannot use ${what}: it has a target, and only a symlink may`);
      return '';
    }
    const target = checkText(value, `target of ${what}`);
    if (encoder.encode(target).length > MAX_TARGET_BYTES) {
      throw invalidInput(`Cannot use the target of ${what}: it is longer than ${MAX_TARGET_BYTES} bytes`);
    }
    const { links, roots } = this.#rules;
    const destination = linkDestination(path.slice(0, path.lastIndexOf('/')) || '/', target);
    if (destination === null || (links === 'roots' && !isInRoots(destination, roots))) {
      throw invalidInput(`Cannot use the target ${quoted(target)} of ${what}: it leads outside ${roots.join(' and ')}`);
    }
    return target;
  }

  #time(given: KnownKeys<'mtimeMs' | 'mtimeNs'>, what: string): { mtimeSec: number; mtimeNsec: number } {
    const { mtimeMs, mtimeNs } = given;
    if (mtimeNs !== undefined) {
      if (typeof mtimeNs !== 'bigint' || mtimeNs < 0n || mtimeNs > MAX_TIME_NS) {
        throw invalidInput(`Cannot use mtimeNs ${quoted(mtimeNs)} of ${what}: a bigint from 0 to 2^64 - 1 is accepted`);
      }
      return { mtimeSec: Number(mtimeNs / 1_000_000_000n), mtimeNsec: Number(mtimeNs % 1_000_000_000n) };
    }
    if (mtimeMs === undefined) return splitMs(this.#rules.nowMs);
    if (typeof mtimeMs !== 'number' || !(mtimeMs >= 0 && mtimeMs <= Number(MAX_TIME_NS / 1_000_000n))) {
      throw invalidInput(
        `Cannot use mtimeMs ${quoted(mtimeMs)} of ${what}: a number of milliseconds from 0 is accepted`,
      );
    }
    return splitMs(mtimeMs);
  }

  /** Gives a file its number, the same as that of its other names, with which it must agree. */
  #withFile(entry: TreeEntry, given: KnownKeys<'inodeId' | 'mode'>, what: string): TreeEntry {
    const isFile = (entry.mode & S_IFMT) !== S_IFDIR;
    const range = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };
    const id = given.inodeId === undefined ? undefined : checkInteger(given.inodeId, range, `${what}.inodeId`);
    const first = id === undefined ? undefined : this.#byInodeId.get(id);
    if (first !== undefined) {
      if (!isFile || !agree(first, entry, given.mode !== undefined)) {
        throw invalidInput(`Cannot use ${what}: it differs from ${quoted(first.path)}, of which it is a hard link`);
      }
      return { ...first, path: entry.path };
    }
    const numbered = isFile ? { ...entry, file: this.#files++ } : entry;
    if (id !== undefined) this.#byInodeId.set(id, numbered);
    this.#bytes += entry.data?.length ?? 0;
    return numbered;
  }

  /** Adds the directories that the list left out. */
  #ancestors(path: string): void {
    for (let cut = path.lastIndexOf('/'); ; ) {
      const directory = path.slice(0, cut);
      if (!isInRoots(directory, this.#rules.roots)) return;
      const known = this.#byPath.get(directory);
      if (known !== undefined && (known.mode & S_IFMT) !== S_IFDIR) {
        throw invalidInput(
          `Cannot use ${this.#rules.what}: ${quoted(path)} lies below ${quoted(directory)}, which is no directory`,
        );
      }
      if (known !== undefined) return;
      this.#directory(directory);
      cut = directory.lastIndexOf('/');
    }
  }

  #directory(path: string): void {
    if (this.#byPath.has(path)) return;
    const time = splitMs(this.#rules.nowMs);
    this.#byPath.set(path, { path, mode: S_IFDIR | 0o755, data: null, target: '', ...time, file: -1 });
  }
}

function splitMs(ms: number): { mtimeSec: number; mtimeNsec: number } {
  const mtimeSec = Math.floor(ms / 1000);
  return { mtimeSec, mtimeNsec: Math.min(999_999_999, Math.round((ms - mtimeSec * 1000) * 1e6)) };
}

/** A file's content as an array of its own buffer view, so that nothing about it can change between check and use. */
function checkData(value: unknown, bits: number, copy: boolean, what: string): Uint8Array | null {
  if (bits !== S_IFREG) {
    if (value !== undefined) throw invalidInput(`Cannot use ${what}: it has data, and only a file may`);
    return null;
  }
  if (value === undefined) return NO_DATA;
  const view = viewOf(value);
  if (view === null) throw invalidInput(`Cannot use ${what}: its data is ${quoted(value)}; a Uint8Array is accepted`);
  return copy ? new Uint8Array(view) : view;
}

/** A plain view of a Uint8Array's bytes, of whatever realm and subclass; null for anything else. */
export function viewOf(value: unknown): Uint8Array | null {
  if (!ArrayBuffer.isView(value) || Object.prototype.toString.call(value) !== '[object Uint8Array]') return null;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** Tells whether a later name of a file says nothing else about it than the first did; what it leaves out agrees. */
function agree(first: TreeEntry, later: TreeEntry, modeGiven: boolean): boolean {
  const sameMode = modeGiven ? first.mode === later.mode : (first.mode & S_IFMT) === (later.mode & S_IFMT);
  if (!sameMode || first.target !== later.target) return false;
  const [a, b] = [first.data, later.data];
  if (a === null || b === null || b.length === 0) return true;
  if (a.length !== b.length) return false;
  const sameMemory = a.buffer === b.buffer && a.byteOffset === b.byteOffset;
  return sameMemory || a.every((byte, index) => byte === b[index]);
}
