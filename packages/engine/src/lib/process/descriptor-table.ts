import { EBADF, EINVAL, EMFILE } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import type { OpenFile } from './open-file.ts';

/** A number of a process that refers to an open file. */
export class Descriptor {
  readonly file: OpenFile;
  /** What this descriptor may do. */
  rights: number;
  /** What descriptors opened below this directory may do. */
  inheriting: number;
  /** The name of a preopened directory in UTF-8; null for any other descriptor. */
  readonly preopen: Uint8Array | null;
  /** Closed in a process that is spawned or replaces this one (fcntl(2), FD_CLOEXEC). */
  closeOnExec = false;

  constructor(file: OpenFile, rights: number, inheriting: number, preopen: Uint8Array | null = null) {
    this.file = file;
    this.rights = rights;
    this.inheriting = inheriting;
    this.preopen = preopen;
    file.references += 1;
  }
}

/** The open descriptors of a process. A new one gets the lowest free number (POSIX.1-2024, 2.6). */
export class DescriptorTable {
  readonly #slots: (Descriptor | undefined)[] = [];
  readonly #limit: number;
  /** No number below this is free. */
  #lowest = 0;

  /** @param limit descriptors at most, also the first number that is never given out */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws EBADF when `fd` is not open. */
  get(fd: number): Descriptor {
    const descriptor = this.#slots[fd];
    if (descriptor === undefined) refuse(EBADF);
    return descriptor;
  }

  find(fd: number): Descriptor | undefined {
    return this.#slots[fd];
  }

  /** Throws EMFILE when fewer than `count` numbers are free; to be asked before anything is created. */
  requireSpace(count = 1): void {
    while (this.#slots[this.#lowest] !== undefined) this.#lowest += 1;
    let free = this.#lowest;
    for (let rest = count; rest > 0; rest--, free++) {
      while (rest < count && this.#slots[free] !== undefined) free += 1;
      if (free >= this.#limit) refuse(EMFILE);
    }
  }

  /** Gives a descriptor its number. Throws EMFILE. */
  add(descriptor: Descriptor): number {
    this.requireSpace();
    const fd = this.#lowest;
    this.#slots[fd] = descriptor;
    this.#lowest += 1;
    return fd;
  }

  /** close(2) */
  close(fd: number): void {
    const descriptor = this.get(fd);
    this.#slots[fd] = undefined;
    if (fd < this.#lowest) this.#lowest = fd;
    release(descriptor);
  }

  /**
   * One more descriptor for an open file, with the lowest free number from `least` on (fcntl(2), F_DUPFD). Throws EBADF,
   * EINVAL for a number beyond the limit, EMFILE.
   */
  duplicate(fd: number, least: number): number {
    const { file, rights, inheriting } = this.get(fd);
    if (least >= this.#limit) refuse(EINVAL);
    let copy = least;
    while (this.#slots[copy] !== undefined) copy += 1;
    if (copy >= this.#limit) refuse(EMFILE);
    this.put(copy, new Descriptor(file, rights, inheriting));
    return copy;
  }

  /** Makes `to` one more descriptor for the open file of `from` (dup2(2)). Throws EBADF. */
  copy(from: number, to: number): void {
    const { file, rights, inheriting } = this.get(from);
    if (to >= this.#limit) refuse(EBADF);
    if (from !== to) this.put(to, new Descriptor(file, rights, inheriting));
  }

  /** Gives a descriptor a number of the caller's choice; what had it is closed. */
  put(fd: number, descriptor: Descriptor): void {
    const replaced = this.#slots[fd];
    // No holes: a sparse array would be slow for every call that looks a descriptor up.
    while (this.#slots.length < fd) this.#slots.push(undefined);
    this.#slots[fd] = descriptor;
    if (replaced !== undefined) release(replaced);
  }

  /** The open descriptors by number. */
  *entries(): IterableIterator<[fd: number, descriptor: Descriptor]> {
    for (const [fd, descriptor] of this.#slots.entries()) if (descriptor !== undefined) yield [fd, descriptor];
  }

  /** Moves `from` to the number `to`, which must be open and is closed. */
  renumber(from: number, to: number): void {
    const moved = this.get(from);
    const replaced = this.get(to);
    if (from === to) return;
    this.#slots[to] = moved;
    this.#slots[from] = undefined;
    if (from < this.#lowest) this.#lowest = from;
    release(replaced);
  }

  /** Closes everything, as the end of a process does. */
  closeAll(): void {
    for (const descriptor of this.#slots) if (descriptor !== undefined) release(descriptor);
    this.#slots.length = 0;
    this.#lowest = 0;
  }
}

function release(descriptor: Descriptor): void {
  const { file } = descriptor;
  file.references -= 1;
  if (file.references === 0) file.close();
}
