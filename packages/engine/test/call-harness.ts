import {
  createCalls,
  createWasixCalls,
  type GuestRun,
  type Import,
  type Process,
  SNAPSHOT_PREVIEW1,
  startProcess,
  UNSTABLE,
  WASIX_SIGNATURES,
} from '@aletheia-works/engine/internal';
import { Replica } from '@aletheia-works/session-core/vfs';
import { FakeDoorbell, FakeInput, FakeOutput } from './fake-io.ts';

/** All rights, as C libraries ask for. */
export const EVERYTHING = (1n << 30n) - 1n;
const READ = 1n << 1n;
const WRITE = 1n << 6n;

export const limits = {
  bytes: 64 * 1024 * 1024,
  entries: 10_000,
  descriptors: 64,
  processes: 32,
  sockets: 256,
  outputBytes: 1024 * 1024,
};

export const roots = ['/work', '/home/guest'] as const;

/** A replica with the persisted roots and nothing in them, inside a run. */
export function freshReplica(runLimits: typeof limits = limits): Replica {
  const replica = new Replica({ onSlab: () => {} });
  const { vfs } = replica;
  const READ_ONLY_MOUNT = 3;
  const directory = 0o040755;
  const home = vfs.attach(vfs.root, 'home', directory, READ_ONLY_MOUNT);
  vfs.attach(home, 'guest', directory, 2);
  vfs.attach(vfs.root, 'work', directory, 2);
  replica.beginRun({ limits: runLimits, usage: { bytes: 0, entries: 0 }, nextIno: 100, roots });
  return replica;
}

export interface HarnessOptions {
  readonly version?: 'snapshot' | 'unstable';
  readonly memory?: WebAssembly.Memory;
  readonly run?: Partial<GuestRun>;
}

/** A `filestat` as a test compares it. */
export interface Stat {
  readonly ino: number;
  readonly type: number;
  readonly nlink: number;
  readonly size: number;
  readonly atim: bigint;
  readonly mtim: bigint;
  readonly ctim: bigint;
}

const SCRATCH_BYTES = 0x8000;

/**
 * The calls of a process on a memory of the test's own, without a module. Strings and results go through a scratch area
 * at the start of the memory; the rest is the test's.
 */
export class CallHarness {
  readonly replica: Replica;
  readonly process: Process;
  readonly memory: WebAssembly.Memory;
  readonly calls: Record<string, Import>;
  readonly wasix: Record<string, Import>;
  readonly input = new FakeInput();
  readonly output = new FakeOutput();
  readonly doorbell = new FakeDoorbell();
  #next = 16;

  constructor({ version = 'snapshot', memory, run = {} }: HarnessOptions = {}) {
    this.replica = freshReplica(run.limits ?? limits);
    this.process = startProcess({
      vfs: this.replica.vfs,
      module: new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])),
      argv: ['guest'],
      env: {},
      cwd: '/work',
      roots,
      programs: [],
      input: this.input,
      output: this.output,
      doorbell: this.doorbell,
      terminal: null,
      limits,
      ...run,
    });
    this.memory = memory ?? new WebAssembly.Memory({ initial: 4 });
    this.process.context.memory.bind(this.memory);
    this.calls = createCalls(this.process.context, version === 'snapshot' ? SNAPSHOT_PREVIEW1 : UNSTABLE);
    this.wasix = createWasixCalls(this.process.context, Object.keys(WASIX_SIGNATURES));
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.memory.buffer);
  }

  get view(): DataView {
    return new DataView(this.memory.buffer);
  }

  /** Calls by name; the error number. */
  call(name: string, ...values: unknown[]): number {
    const call = this.calls[name] ?? this.wasix[name];
    if (call === undefined) throw new Error(`There is no call ${name}`);
    return call(...values);
  }

  /** Room in the scratch area. */
  room(length: number): number {
    if (this.#next + length > SCRATCH_BYTES) this.#next = 16;
    const at = this.#next;
    this.#next += (length + 7) & ~7;
    return at;
  }

  /** Puts a string into the scratch area. */
  text(text: string): [pointer: number, length: number] {
    const bytes = new TextEncoder().encode(text);
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
    return [at, bytes.length];
  }

  /** Puts one vector for a text, or for `text` bytes of room, into the scratch area. */
  vector(text: string | number): [pointer: number, data: number] {
    const [data, length] = typeof text === 'string' ? this.text(text) : [this.room(text), text];
    const at = this.room(8);
    this.view.setUint32(at, data, true);
    this.view.setUint32(at + 4, length, true);
    return [at, data];
  }

  /** path_open; the descriptor, or minus the error number. */
  open(
    path: string,
    { fd = 3, flags = 0, rights = EVERYTHING, inheriting = EVERYTHING, fdFlags = 0, follow = true } = {},
  ): number {
    const result = this.room(4);
    const error = this.call(
      'path_open',
      fd,
      follow ? 1 : 0,
      ...this.text(path),
      flags,
      rights,
      inheriting,
      fdFlags,
      result,
    );
    return error === 0 ? this.view.getUint32(result, true) : -error;
  }

  /** Creates a file with a content. */
  file(path: string, content = '', fd = 3): void {
    const opened = this.open(path, { fd, flags: 1 | 8 });
    if (opened < 0) throw new Error(`Cannot create ${path}: ${-opened}`);
    if (content !== '') this.write(opened, content);
    this.call('fd_close', opened);
  }

  /** fd_write; how many bytes, or minus the error number. */
  write(fd: number, text: string): number {
    const result = this.room(4);
    const error = this.call('fd_write', fd, this.vector(text)[0], 1, result);
    return error === 0 ? this.view.getUint32(result, true) : -error;
  }

  /** fd_read; the text, or minus the error number. */
  read(fd: number, length: number): string | number {
    const result = this.room(4);
    const [vector, data] = this.vector(length);
    const error = this.call('fd_read', fd, vector, 1, result);
    if (error !== 0) return -error;
    return new TextDecoder().decode(this.bytes.slice(data, data + this.view.getUint32(result, true)));
  }

  /** fd_seek; the position, or minus the error number. */
  seek(fd: number, offset: bigint, whence: number): bigint | number {
    const result = this.room(8);
    const error = this.call('fd_seek', fd, offset, whence, result);
    return error === 0 ? this.view.getBigUint64(result, true) : -error;
  }

  /** path_filestat_get, or fd_filestat_get for a number; the record, or minus the error number. */
  stat(what: string | number, { fd = 3, follow = true } = {}): Stat | number {
    const at = this.room(64);
    const error =
      typeof what === 'number'
        ? this.call('fd_filestat_get', what, at)
        : this.call('path_filestat_get', fd, follow ? 1 : 0, ...this.text(what), at);
    if (error !== 0) return -error;
    const { view } = this;
    return {
      ino: Number(view.getBigUint64(at + 8, true)),
      type: view.getUint8(at + 16),
      nlink: Number(view.getBigUint64(at + 24, true)),
      size: Number(view.getBigUint64(at + 32, true)),
      atim: view.getBigUint64(at + 40, true),
      mtim: view.getBigUint64(at + 48, true),
      ctim: view.getBigUint64(at + 56, true),
    };
  }

  /** A call on one path below `fd`. */
  path(name: string, path: string, fd = 3): number {
    return this.call(name, fd, ...this.text(path));
  }

  rename(from: string, to: string, { fromFd = 3, toFd = 3 } = {}): number {
    return this.call('path_rename', fromFd, ...this.text(from), toFd, ...this.text(to));
  }

  link(from: string, to: string, { flags = 0, fromFd = 3, toFd = 3 } = {}): number {
    return this.call('path_link', fromFd, flags, ...this.text(from), toFd, ...this.text(to));
  }

  symlink(target: string, path: string, fd = 3): number {
    return this.call('path_symlink', ...this.text(target), fd, ...this.text(path));
  }

  /** path_readlink with a buffer of `size` bytes; the text, or minus the error number. */
  readlink(path: string, size = 256): string | number {
    const buffer = this.room(size);
    const result = this.room(4);
    const error = this.call('path_readlink', 3, ...this.text(path), buffer, size, result);
    if (error !== 0) return -error;
    return new TextDecoder().decode(this.bytes.slice(buffer, buffer + this.view.getUint32(result, true)));
  }

  /** The names of a directory, read with a buffer of `size` bytes, from a cookie on. Minus the error number on failure. */
  list(fd: number, size = 4096, cookie = 0n): { name: string; ino: number; type: number; next: bigint }[] | number {
    const buffer = SCRATCH_BYTES;
    const result = this.room(4);
    const found: { name: string; ino: number; type: number; next: bigint }[] = [];
    let from = cookie;
    for (;;) {
      const error = this.call('fd_readdir', fd, buffer, size, from, result);
      if (error !== 0) return -error;
      const used = this.view.getUint32(result, true);
      let at = buffer;
      const end = buffer + used;
      while (at + 24 <= end) {
        const length = this.view.getUint32(at + 16, true);
        if (at + 24 + length > end) break;
        from = this.view.getBigUint64(at, true);
        found.push({
          name: new TextDecoder().decode(this.bytes.slice(at + 24, at + 24 + length)),
          ino: Number(this.view.getBigUint64(at + 8, true)),
          type: this.view.getUint8(at + 20),
          next: from,
        });
        at += 24 + length;
      }
      if (used < size) return found;
    }
  }
}

/** Rights of descriptors for reading only and for writing only. */
export const READ_ONLY = EVERYTHING & ~WRITE & ~(1n << 8n) & ~(1n << 22n);
export const WRITE_ONLY = EVERYTHING & ~READ;
