import { CallHarness, EVERYTHING, READ_ONLY, type Stat, WRITE_ONLY } from './call-harness.ts';
import { E } from './errno.ts';
import type { FileSystem, OpenMode, Result } from './file-operations.ts';

const RIGHTS = { r: READ_ONLY, w: WRITE_ONLY, rw: EVERYTHING };
const NAMES = new Map<number, string>(Object.entries(E).map(([name, number]) => [number, `E${name}`]));
const errorName = (number: number): string => NAMES.get(number) ?? `errno ${number}`;
const CUR = 1;

/** The operations as a guest's calls. */
export class EngineFiles implements FileSystem {
  readonly #h = new CallHarness();
  readonly #open: (number | undefined)[] = [];

  open(slot: number, path: string, mode: OpenMode): Result {
    if (this.#open[slot] !== undefined) return 'busy';
    const fd = this.#h.open(path, {
      flags: (mode.create ? 1 : 0) | (mode.directory ? 2 : 0) | (mode.exclusive ? 4 : 0) | (mode.truncate ? 8 : 0),
      rights: RIGHTS[mode.access],
      fdFlags: mode.append ? 1 : 0,
      follow: !mode.noFollow,
    });
    if (fd < 0) return errorName(-fd);
    this.#open[slot] = fd;
    return 'ok';
  }

  close(slot: number): Result {
    const fd = this.#open[slot];
    this.#open[slot] = undefined;
    return fd === undefined ? 'closed' : this.#result(this.#h.call('fd_close', fd));
  }

  read(slot: number, length: number, position: number | null): Result {
    const fd = this.#open[slot];
    if (fd === undefined) return 'closed';
    const [vector, data] = this.#h.vector(length);
    return this.#transfer(position === null ? 'fd_read' : 'fd_pread', fd, vector, position, (count) =>
      Buffer.from(this.#h.bytes.slice(data, data + count)).toString('latin1'),
    );
  }

  write(slot: number, text: string, position: number | null): Result {
    const fd = this.#open[slot];
    if (fd === undefined) return 'closed';
    const [vector] = this.#h.vector(text);
    return this.#transfer(position === null ? 'fd_write' : 'fd_pwrite', fd, vector, position, (count) => count);
  }

  truncate(slot: number, size: number): Result {
    const fd = this.#open[slot];
    return fd === undefined ? 'closed' : this.#result(this.#h.call('fd_filestat_set_size', fd, BigInt(size)));
  }

  status(slot: number): Result {
    const fd = this.#open[slot];
    return fd === undefined ? 'closed' : describe(this.#h.stat(fd));
  }

  stat(path: string, follow: boolean): Result {
    return describe(this.#h.stat(path, { follow }));
  }

  mkdir(path: string): Result {
    return this.#result(this.#h.path('path_create_directory', path));
  }

  rmdir(path: string): Result {
    return this.#result(this.#h.path('path_remove_directory', path));
  }

  unlink(path: string): Result {
    return this.#result(this.#h.path('path_unlink_file', path));
  }

  rename(from: string, to: string): Result {
    return this.#result(this.#h.rename(from, to));
  }

  link(from: string, to: string): Result {
    return this.#result(this.#h.link(from, to));
  }

  symlink(target: string, path: string): Result {
    return this.#result(this.#h.symlink(target, path));
  }

  readlink(path: string): Result {
    const target = this.#h.readlink(path);
    return typeof target === 'string' ? target : errorName(-target);
  }

  list(path: string): Result {
    const fd = this.#h.open(path, { flags: 2, rights: READ_ONLY });
    if (fd < 0) return errorName(-fd);
    const found = this.#h.list(fd);
    this.#h.call('fd_close', fd);
    if (typeof found === 'number') return errorName(-found);
    const names = found.map(({ name }) => name).filter((name) => name !== '.' && name !== '..');
    return names.sort().join(' ');
  }

  /** The position of a descriptor, to compare it after the fact. */
  position(slot: number): bigint | number {
    const fd = this.#open[slot];
    return fd === undefined ? 0 : this.#h.seek(fd, 0n, CUR);
  }

  #transfer(
    name: string,
    fd: number,
    vector: number,
    position: number | null,
    show: (count: number) => Result,
  ): Result {
    const result = this.#h.room(4);
    const offset = position === null ? [] : [BigInt(position)];
    const error = this.#h.call(name, fd, vector, 1, ...offset, result);
    return error === 0 ? show(this.#h.view.getUint32(result, true)) : errorName(error);
  }

  #result(error: number): Result {
    return error === 0 ? 'ok' : errorName(error);
  }
}

function describe(stat: Stat | number): string {
  if (typeof stat === 'number') return errorName(-stat);
  if (stat.type === 3) return 'directory';
  return `${stat.type === 7 ? 'link' : 'file'} ${stat.size} bytes, ${stat.nlink} names`;
}
