import { type ErrorCode, ExecutionError } from '@aletheia-works/errors';
import type { FsEntry, Session, SessionOptions } from '@aletheia-works/session-core';
import { expect } from 'vitest';
import type { SessionUnderTest } from '../session-contract.ts';
import type { WatGuest } from '../wat-guests.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const utf8 = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

export const file = (path: string, text = '', more: Partial<FsEntry> = {}): FsEntry => ({
  path,
  type: 'file',
  data: utf8(text),
  ...more,
});
export const directory = (path: string, more: Partial<FsEntry> = {}): FsEntry => ({ path, type: 'directory', ...more });
export const symlink = (path: string, target: string): FsEntry => ({ path, type: 'symlink', target });

/** What the parts of the Session's contract share. */
export class SessionHarness {
  readonly #setup: SessionUnderTest;
  readonly #open: Session[] = [];

  constructor(setup: SessionUnderTest) {
    this.#setup = setup;
  }

  async create(options?: SessionOptions): Promise<Session> {
    const session = await this.#setup.createSession(options);
    this.#open.push(session);
    return session;
  }

  with(...entries: FsEntry[]): Promise<Session> {
    return this.create({ entries });
  }

  guest(name: WatGuest): Promise<Uint8Array> {
    return this.#setup.guest(name);
  }

  async disposeAll(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((session) => session.dispose()));
  }

  /** The error that a promise rejects with; fails when it is no ExecutionError of that code. */
  async failure(promise: Promise<unknown>, code: ErrorCode): Promise<ExecutionError> {
    const error = await promise.then(
      (value) => new Error(`Expected ${code}, got ${JSON.stringify(value)}`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof ExecutionError)) throw new Error(`Expected ${code}`, { cause: error });
    expect(`${error.code} (${error.message})`).toBe(`${code} (${error.message})`);
    expect(error.message).toMatch(/^Cannot \S/);
    return error;
  }

  /** The same, and the Session's files, cwd and guests are as before. */
  async refuses(session: Session, operation: () => Promise<unknown>, code: ErrorCode): Promise<ExecutionError> {
    const before = [await session.snapshot(), await session.listGuests()];
    const error = await this.failure(operation(), code);
    expect([await session.snapshot(), await session.listGuests()]).toEqual(before);
    return error;
  }

  /** Starts a guest that does not end, and waits for its first output. */
  async occupy(session: Session, name: WatGuest = 'byteThenSpin', signal?: AbortSignal) {
    const guest = await this.guest(name);
    let ended: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      ended = session.run({ guest, onOutput: () => resolve(), ...(signal === undefined ? {} : { signal }) });
      ended.catch(reject);
    });
    return { ended };
  }
}

/** Names and types of a directory, as `ls` shows them. */
export async function shown(session: Session, path?: string): Promise<string[]> {
  const entries = await session.listEntries(path);
  return entries.map(({ path: at, type, target }) => {
    const name = at.slice(at.lastIndexOf('/') + 1);
    return type === 'directory' ? `${name}/` : type === 'symlink' ? `${name} -> ${target}` : name;
  });
}

/** Content of a file as text. */
export async function content(session: Session, path: string): Promise<string> {
  return textOf(await session.readFile(path));
}

/** The inode number of an entry. */
export async function inodeId(session: Session, path: string): Promise<number | undefined> {
  return (await session.stat(path)).inodeId;
}

/** Compares long arrays faster than an assertion that would print them. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
