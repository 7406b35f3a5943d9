import { absoluteSegments, type GuestPath, joinPath } from './guest-path.ts';
import { isAboveRoot } from './roots.ts';
import { type FsError, fsError } from './vfs/fs-error.ts';
import { type Inode, isDirectory, isSymlink } from './vfs/inode.ts';
import type { Vfs } from './vfs/vfs.ts';

/** The files in which a Session resolves its paths. */
export interface World {
  readonly vfs: Vfs;
  /** The persisted roots by their absolute paths. */
  readonly roots: ReadonlyMap<string, Inode>;
  readonly cwd: string;
}

/** Where a path leads. */
export interface ResolvedEntry {
  /** The directory that holds the entry; null for a root. */
  readonly parent: Inode | null;
  readonly name: string;
  /** The entry, or null when only `parent` exists. */
  readonly inode: Inode | null;
  /** Absolute path without symbolic links on the way. */
  readonly path: string;
  /** The caller's path ended in `/`. */
  readonly slash: boolean;
  /** Components below a missing entry; only where they were asked for. */
  readonly beyond: readonly string[];
}

/** How {@link resolveEntry} treats a path. */
export interface ResolveOptions {
  /** Follow a symbolic link in the last component. */
  readonly follow: boolean;
  /** Answer the first missing entry with what lies beyond it, instead of ENOENT. */
  readonly partial?: boolean;
}

/** A path, or a symbolic link on its way, that leaves the persisted roots. */
export class OutsideRootsError extends Error {
  override readonly name = 'OutsideRootsError';
}

/** Symbolic links followed in one resolution at most (Linux's value; POSIX.1-2024 SYMLOOP_MAX is at least 8). */
const MAX_LINKS = 40;

/**
 * Resolves a path of a caller inside the persisted roots. Links on the way are followed, the last one when `follow` is
 * set, and each has to stay inside the roots. On its way from one root to the other a link may pass what lies above.
 *
 * Throws OutsideRootsError, and FsError ENOENT, ENOTDIR or ELOOP.
 */
export function resolveEntry(world: World, path: GuestPath, options: ResolveOptions): ResolvedEntry {
  return new Resolution(world, options, path.slash).run(absoluteSegments(path, world.cwd));
}

class Resolution {
  readonly #world: World;
  readonly #options: ResolveOptions;
  readonly #slash: boolean;
  /** The directory reached, or null while above the roots. */
  #directory: Inode | null = null;
  #path: string[] = [];
  #links = 0;

  constructor(world: World, options: ResolveOptions, slash: boolean) {
    this.#world = world;
    this.#options = options;
    this.#slash = slash;
  }

  run(segments: readonly string[]): ResolvedEntry {
    const { vfs } = this.#world;
    // A stack, last component first.
    const rest = [...segments].reverse();
    for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
      const directory = this.#directory;
      if (name === '..') {
        this.#up();
      } else if (directory === null) {
        this.#descend(name);
      } else {
        const inode = vfs.lookup(directory, name) ?? null;
        const last = rest.length === 0;
        if (inode === null) {
          if (last) return this.#at(directory, name, null);
          if (this.#options.partial !== true || rest.includes('..')) throw fsError('ENOENT');
          return { ...this.#at(directory, name, null), beyond: rest.reverse() };
        }
        if (isSymlink(inode) && (!last || this.#options.follow)) {
          this.#link(inode, rest);
        } else if (last) {
          return this.#at(directory, name, inode);
        } else {
          if (!isDirectory(inode)) throw fsError('ENOTDIR');
          this.#directory = inode;
          this.#path.push(name);
        }
      }
    }
    if (this.#directory === null) throw new OutsideRootsError();
    return this.#here(this.#directory);
  }

  #at(parent: Inode, name: string, inode: Inode | null): ResolvedEntry {
    const path = joinPath(`/${this.#path.join('/')}`, name);
    return { parent, name, inode, path, slash: this.#slash, beyond: [] };
  }

  /** The directory reached, by the name it has in its parent. */
  #here(directory: Inode): ResolvedEntry {
    const path = `/${this.#path.join('/')}`;
    const name = this.#path.at(-1) ?? '';
    const parent = this.#world.roots.has(path) ? null : this.#world.vfs.parentOf(directory);
    return { parent, name, inode: directory, path, slash: this.#slash, beyond: [] };
  }

  #up(): void {
    if (this.#path.length === 0) throw new OutsideRootsError();
    const atRoot = this.#world.roots.has(`/${this.#path.join('/')}`);
    this.#path.pop();
    if (this.#directory === null) return;
    if (atRoot) this.#directory = null;
    else this.#directory = this.#world.vfs.parentOf(this.#directory);
  }

  /** One component further down while above the roots. */
  #descend(name: string): void {
    const { roots } = this.#world;
    this.#path.push(name);
    const root = roots.get(`/${this.#path.join('/')}`);
    if (root !== undefined) this.#directory = root;
    else if (!isAboveRoot(this.#path, [...roots.keys()])) throw new OutsideRootsError();
  }

  #link(inode: Inode, rest: string[]): void {
    this.#links += 1;
    if (this.#links > MAX_LINKS) throw fsError('ELOOP');
    const { symlink } = inode;
    if (symlink.startsWith('/')) {
      this.#directory = null;
      this.#path = [];
    }
    const parts = symlink.split('/').filter((part) => part !== '' && part !== '.');
    for (const part of parts.reverse()) rest.push(part);
  }
}

/** A failure below as a FsError, for callers that treat some of them as answers. */
export function isFsError(error: unknown, ...codes: FsError['code'][]): boolean {
  return error instanceof Error && error.name === 'FsError' && codes.includes((error as FsError).code);
}
