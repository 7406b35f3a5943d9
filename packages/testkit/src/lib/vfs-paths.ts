import { FsError, type Inode, isDirectory, isSymlink, S_IFMT, type Vfs } from '@aletheia-works/session-core/vfs';

/** What a path leads to, in the words that every file system has. */
export interface PathStat {
  readonly type: 'file' | 'directory' | 'symlink';
  readonly mode: number;
  readonly nlink: number;
  /** Bytes; 0 for a directory, whose size no two systems agree on. */
  readonly size: number;
}

/** A path left the base directory: a refusal that a host's file system, which has no such base, does not know. */
export class EscapeError extends Error {
  readonly code = 'EPERM';
}

/** A `Vfs` by path, the way a host's file functions are called: what the rules' tests and models drive. */
export class VfsPaths {
  readonly vfs: Vfs;
  readonly #base: Inode;
  readonly #open = new Map<number, Inode>();

  /** @param base the directory that relative paths start from and may not leave */
  constructor(vfs: Vfs, base: Inode) {
    this.vfs = vfs;
    this.#base = base;
  }

  create(path: string, mode = 0o644): void {
    const { parent, name, inode } = this.#walk(path, false);
    if (inode !== null) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
    this.vfs.create(parent, name, mode);
  }

  mkdir(path: string, mode = 0o755): void {
    const { parent, name } = this.#walk(path, false);
    this.vfs.mkdir(parent, name, mode);
  }

  symlink(target: string, path: string): void {
    const { parent, name } = this.#walk(path, false);
    this.vfs.symlink(parent, name, target);
  }

  link(from: string, to: string): void {
    const source = this.#existing(from, false);
    const { parent, name } = this.#walk(to, false);
    this.vfs.link(parent, name, source);
  }

  unlink(path: string): void {
    const { parent, name } = this.#walk(path, false);
    this.vfs.unlink(parent, name);
  }

  rmdir(path: string): void {
    const { parent, name } = this.#walk(path, false);
    this.vfs.rmdir(parent, name);
  }

  rename(from: string, to: string): void {
    const source = this.#walk(from, false);
    const target = this.#walk(to, false);
    this.vfs.rename(source.parent, source.name, target.parent, target.name);
  }

  /** Opens an existing file into a slot of the caller's choice. */
  open(slot: number, path: string): void {
    const inode = this.#existing(path, true);
    if (isDirectory(inode)) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
    this.close(slot);
    this.vfs.open(inode);
    this.#open.set(slot, inode);
  }

  close(slot: number): void {
    const inode = this.#open.get(slot);
    if (inode === undefined) return;
    this.#open.delete(slot);
    this.vfs.close(inode);
  }

  isOpen(slot: number): boolean {
    return this.#open.has(slot);
  }

  write(slot: number, position: number, bytes: Uint8Array): number {
    return this.vfs.write(this.#slot(slot), position, bytes, 0, bytes.length);
  }

  read(slot: number, position: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, this.vfs.read(this.#slot(slot), position, bytes, 0, length));
  }

  truncate(slot: number, size: number): void {
    this.vfs.truncate(this.#slot(slot), size);
  }

  /** What a slot holds open, which may have lost its names. */
  openInode(slot: number): Inode {
    return this.#slot(slot);
  }

  sizeOf(slot: number): number {
    return this.#slot(slot).size;
  }

  chmod(path: string, mode: number): void {
    this.vfs.chmod(this.#existing(path, true), mode);
  }

  readFile(path: string): Uint8Array {
    const inode = this.#existing(path, true);
    const bytes = new Uint8Array(inode.size);
    this.vfs.read(inode, 0, bytes, 0, bytes.length);
    return bytes;
  }

  readlink(path: string): string {
    return this.#existing(path, false).symlink;
  }

  lstat(path: string): PathStat {
    return statOf(this.#existing(path, false));
  }

  inodeOf(path: string): Inode {
    return this.#existing(path, false);
  }

  readdir(path: string): string[] {
    const inode = this.#existing(path, true);
    if (!isDirectory(inode)) throw Object.assign(new Error('ENOTDIR'), { code: 'ENOTDIR' });
    return this.vfs
      .entries(inode)
      .map(([name]) => name)
      .sort();
  }

  #walk(path: string, follow: boolean) {
    try {
      return this.vfs.walk(this.#base, path, { follow, confine: this.#base });
    } catch (error) {
      throw error instanceof FsError && error.code === 'EPERM' ? new EscapeError() : error;
    }
  }

  #existing(path: string, follow: boolean): Inode {
    const { inode } = this.#walk(path, follow);
    if (inode === null) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    return inode;
  }

  #slot(slot: number): Inode {
    const inode = this.#open.get(slot);
    if (inode === undefined) throw new RangeError(`Cannot use slot ${slot}: nothing is open there`);
    return inode;
  }
}

function statOf(inode: Inode): PathStat {
  const type = isDirectory(inode) ? 'directory' : isSymlink(inode) ? 'symlink' : 'file';
  return { type, mode: inode.mode & ~S_IFMT, nlink: inode.nlink, size: isDirectory(inode) ? 0 : inode.size };
}
