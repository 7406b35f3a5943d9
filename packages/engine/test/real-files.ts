import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem, OpenMode, Result } from './file-operations.ts';

const ACCESS = { r: fs.constants.O_RDONLY, w: fs.constants.O_WRONLY, rw: fs.constants.O_RDWR };

/** The operations on a temporary directory of the real file system. */
export class RealFiles implements FileSystem {
  readonly #root = fs.mkdtempSync(join(tmpdir(), 'engine-'));
  readonly #open: (number | undefined)[] = [];

  readonly #appending = new Set<number>();

  /** Tells whether a descriptor was opened for appending. */
  appends(slot: number): boolean {
    return this.#appending.has(slot);
  }

  open(slot: number, path: string, mode: OpenMode): Result {
    if (this.#open[slot] !== undefined) return 'busy';
    if (mode.append) this.#appending.add(slot);
    else this.#appending.delete(slot);
    const { O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NOFOLLOW, O_DIRECTORY } = fs.constants;
    const flags =
      ACCESS[mode.access] |
      (mode.create ? O_CREAT : 0) |
      (mode.exclusive ? O_EXCL : 0) |
      (mode.truncate ? O_TRUNC : 0) |
      (mode.append ? O_APPEND : 0) |
      (mode.noFollow ? O_NOFOLLOW : 0) |
      (mode.directory ? O_DIRECTORY : 0);
    return this.#try(() => {
      this.#open[slot] = fs.openSync(this.#path(path), flags, 0o644);
    });
  }

  close(slot: number): Result {
    const fd = this.#open[slot];
    this.#open[slot] = undefined;
    return this.#try(() => (fd === undefined ? 'closed' : fs.closeSync(fd)));
  }

  read(slot: number, length: number, position: number | null): Result {
    return this.#with(slot, (fd) => {
      const bytes = Buffer.alloc(length);
      return bytes.toString('latin1', 0, fs.readSync(fd, bytes, 0, length, position));
    });
  }

  write(slot: number, text: string, position: number | null): Result {
    return this.#with(slot, (fd) => fs.writeSync(fd, Buffer.from(text), 0, text.length, position));
  }

  truncate(slot: number, size: number): Result {
    return this.#with(slot, (fd) => fs.ftruncateSync(fd, size));
  }

  status(slot: number): Result {
    return this.#with(slot, (fd) => describe(fs.fstatSync(fd)));
  }

  stat(path: string, follow: boolean): Result {
    return this.#try(() => describe((follow ? fs.statSync : fs.lstatSync)(this.#path(path))));
  }

  mkdir(path: string): Result {
    return this.#try(() => fs.mkdirSync(this.#path(path)));
  }

  rmdir(path: string): Result {
    return this.#try(() => fs.rmdirSync(this.#path(path)));
  }

  unlink(path: string): Result {
    return this.#try(() => fs.unlinkSync(this.#path(path)));
  }

  rename(from: string, to: string): Result {
    return this.#try(() => fs.renameSync(this.#path(from), this.#path(to)));
  }

  link(from: string, to: string): Result {
    return this.#try(() => fs.linkSync(this.#path(from), this.#path(to)));
  }

  symlink(target: string, path: string): Result {
    return this.#try(() => fs.symlinkSync(target, this.#path(path)));
  }

  readlink(path: string): Result {
    return this.#try(() => fs.readlinkSync(this.#path(path)));
  }

  list(path: string): Result {
    return this.#try(() => fs.readdirSync(this.#path(path)).sort().join(' '));
  }

  dispose(): void {
    for (const fd of this.#open) if (fd !== undefined) fs.closeSync(fd);
    fs.rmSync(this.#root, { recursive: true });
  }

  #path(path: string): string {
    return `${this.#root}/${path}`;
  }

  #with(slot: number, action: (fd: number) => unknown): Result {
    const fd = this.#open[slot];
    return fd === undefined ? 'closed' : this.#try(() => action(fd));
  }

  #try(action: () => unknown): Result {
    try {
      return (action() as Result | undefined) ?? 'ok';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error);
    }
  }
}

function describe(stats: fs.Stats): string {
  if (stats.isDirectory()) return 'directory';
  return `${stats.isSymbolicLink() ? 'link' : 'file'} ${stats.size} bytes, ${stats.nlink} names`;
}
