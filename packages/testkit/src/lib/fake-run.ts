import { ExecutionError } from '@aletheia-works/errors';
import type { RunExit, RunRequest } from '@aletheia-works/session-core/internal';
import { type Inode, isDirectory, type Replica, S_IFDIR, type Vfs } from '@aletheia-works/session-core/vfs';
import type { FakeGuest, FakeGuestIo } from './fake-guest.ts';

/** One run of a JavaScript guest over a replica. */
export class FakeRun {
  readonly #replica: Replica;
  readonly #request: RunRequest;
  readonly #signal: AbortSignal;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #ended = false;

  constructor(replica: Replica, request: RunRequest, signal: AbortSignal) {
    this.#replica = replica;
    this.#request = request;
    this.#signal = signal;
  }

  /** Runs the guest; rejects when it throws or is aborted. */
  async toEnd(guest: FakeGuest): Promise<RunExit> {
    const { files, limits, roots, cwd } = this.#request;
    const { vfs } = this.#replica;
    this.#replica.beginRun({ limits, usage: files.usage, nextIno: files.nextIno, roots });
    for (const name of ['tmp', 'dev', 'etc']) vfs.attach(vfs.root, name, S_IFDIR | 0o755);
    makeDirectories(vfs, cwd);
    try {
      const exitCode = (await Promise.race([this.#call(guest), this.#aborted()])) & 0xff;
      const { exceeded } = vfs;
      return { exitCode, exceeded, ...this.#replica.endRun() };
    } finally {
      this.#ended = true;
      this.#reader?.releaseLock();
    }
  }

  async #call(guest: FakeGuest): Promise<number> {
    try {
      return await guest(this.#io());
    } catch (error) {
      throw error instanceof ExecutionError ? error : trapped(error);
    }
  }

  #aborted(): Promise<never> {
    return new Promise((_, reject) => {
      const end = (): void => reject(new ExecutionError('ABORTED', 'Cannot go on: the fake run was aborted'));
      if (this.#signal.aborted) end();
      else this.#signal.addEventListener('abort', end, { once: true });
    });
  }

  #check(): void {
    if (this.#ended || this.#signal.aborted) throw new ExecutionError('ABORTED', 'Cannot go on: the fake run is over');
  }

  #io(): FakeGuestIo {
    const { argv, env, cwd, terminal, programs, onOutput, stdin } = this.#request;
    const { vfs } = this.#replica;
    const signal = this.#signal;
    const guarded = <A extends unknown[], R>(action: (...args: A) => R): ((...args: A) => R) => {
      return (...args) => {
        this.#check();
        return action(...args);
      };
    };
    const find = (path: string, follow = true) => vfs.walk(vfs.root, path.slice(1), { follow, confine: vfs.root });
    return {
      argv,
      env,
      cwd,
      terminal,
      programs: programs.map(({ name }) => name),
      vfs,
      signal,
      write: guarded((stream, data) => onOutput(stream, bytesOf(data))),
      read: guarded(async () => {
        if (stdin === null) return null;
        this.#reader ??= stdin.getReader();
        const { done, value } = await this.#reader.read();
        return done ? null : value;
      }),
      at: guarded((path) => find(path).inode),
      readFile: guarded((path) => readAll(vfs, existing(find(path).inode, path))),
      writeFile: guarded((path, data, mode = 0o644) => {
        const { parent, name, inode } = find(path);
        const file = inode ?? vfs.create(parent, name, mode);
        const bytes = bytesOf(data);
        vfs.truncate(file, 0);
        for (let done = 0; done < bytes.length; ) done += vfs.write(file, done, bytes, done, bytes.length - done);
        return file;
      }),
      mkdir: guarded((path) => {
        const { parent, name } = find(path);
        return vfs.mkdir(parent, name, 0o755);
      }),
      symlink: guarded((path, target) => {
        const { parent, name } = find(path, false);
        vfs.symlink(parent, name, target);
      }),
      link: guarded((from, to) => {
        const { parent, name } = find(to, false);
        vfs.link(parent, name, existing(find(from, false).inode, from));
      }),
      unlink: guarded((path) => {
        const { parent, name } = find(path, false);
        vfs.unlink(parent, name);
      }),
      forever: () => this.#aborted(),
    };
  }
}

function makeDirectories(vfs: Vfs, path: string): void {
  let at = vfs.root;
  for (const name of path.split('/').slice(1)) {
    const next = vfs.lookup(at, name) ?? vfs.mkdir(at, name, 0o755);
    if (!isDirectory(next)) throw new ExecutionError('EXECUTION', `Cannot make ${path}: something is in the way`);
    at = next;
  }
}

function existing(inode: Inode | null, path: string): Inode {
  if (inode === null) throw new Error(`No such file: ${path}`);
  return inode;
}

function readAll(vfs: Vfs, inode: Inode): Uint8Array {
  const data = new Uint8Array(inode.size);
  vfs.read(inode, 0, data, 0, data.length);
  return data;
}

function bytesOf(data: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return typeof data === 'string' ? new TextEncoder().encode(data) : Uint8Array.from(data);
}

function trapped(cause: unknown): ExecutionError {
  return new ExecutionError('EXECUTION', 'Cannot go on: the fake guest trapped', { cause });
}
