import { inspect } from 'node:util';
import { ExecutionError } from '@aletheia-works/errors';
import type { RegisterGuestOptions, Session, SessionOptions } from '@aletheia-works/session-core';
import {
  createCoreSession,
  getSessionInternals,
  inspectModule,
  isSession,
} from '@aletheia-works/session-core/internal';
import { FakeRuntime, fakeModule } from '@aletheia-works/testkit';
import { describe, expect, it } from 'vitest';
import { failure, fakeSession } from './fake-session.ts';

describe('the registry of sessions', () => {
  it('knows what it made, and nothing that looks like it', () => {
    const { session } = fakeSession();
    expect(isSession(session)).toBe(true);
    for (const other of [
      null,
      undefined,
      'session',
      {},
      { ...session },
      Object.create(session),
      new Proxy(session, {}),
    ]) {
      expect(isSession(other)).toBe(false);
      expect(() => getSessionInternals(other)).toThrowError(ExecutionError);
    }
  });

  it('shows nothing of what is behind a session', () => {
    const { session } = fakeSession({ env: { SECRET: 'hunter2' } });
    const shown = inspect(session, { depth: 10, showHidden: true, getters: true });
    expect(shown).not.toMatch(/hunter2|FakeRuntime|HostFiles|Replica/);
  });

  it('leaves the runtime to its maker when the options are refused', () => {
    const runtime = new FakeRuntime();
    expect(() => createCoreSession({ cwd: 'x' } as SessionOptions, runtime)).toThrowError(ExecutionError);
    expect(runtime.disposals).toBe(0);
  });
});

describe('arguments that cannot be read', () => {
  const thrown = new Error('thrown by an accessor');
  const hostile = <T extends object>(): T =>
    new Proxy<object>(
      {},
      {
        get() {
          throw thrown;
        },
      },
    ) as T;
  const detached = new Uint8Array(4);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['options of a run', (session) => session.run(hostile())],
    ['options of a file operation', (session) => session.writeFile('a', 'x', hostile())],
    ['a snapshot', (session) => session.restore(hostile())],
    ['a guest', (session) => session.registerGuest(hostile())],
  ])('are refused: %s', async (_, operation) => {
    const { session } = fakeSession();
    expect((await failure(operation(session), 'INVALID_INPUT')).cause).toBe(thrown);
    expect(session.state).toBe('idle');
    expect(await session.listEntries()).toEqual([]);
  });

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['bytes of a file', (session) => session.writeFile('a', detached)],
    ['a module', (session) => session.run({ guest: detached })],
  ])('are refused: %s in a detached buffer', async (_, operation) => {
    const { session } = fakeSession();
    await failure(operation(session), 'INVALID_INPUT');
    expect(await session.listEntries()).toEqual([]);
  });

  it('are refused: options of createSession', () => {
    expect(() => createCoreSession(hostile(), new FakeRuntime())).toThrowError(
      expect.objectContaining({ code: 'INVALID_INPUT', cause: thrown }),
    );
  });
});

describe('a reservation', () => {
  const options = (name: string): RegisterGuestOptions => ({ name, bytes: fakeModule(name) });

  it('keeps everybody else out until it is released', async () => {
    const { session } = fakeSession();
    const internals = getSessionInternals(session);
    const reservation = internals.reserve('install');
    expect([session.state, reservation.held, reservation.kind]).toEqual(['busy', true, 'install']);
    expect((await failure(session.listEntries(), 'BUSY')).message).toContain('an install is in progress');
    expect(() => internals.reserve('install')).toThrowError(expect.objectContaining({ code: 'BUSY' }));
    reservation.release();
    reservation.release();
    expect([session.state, reservation.held]).toEqual(['idle', false]);
    expect(await session.listEntries()).toEqual([]);
  });

  it('does not give back the place of the one after it', async () => {
    const { session } = fakeSession();
    const internals = getSessionInternals(session);
    const first = internals.reserve('install');
    first.release();
    const second = internals.reserve('install');
    first.release();
    expect(session.state).toBe('busy');
    second.release();
  });

  it('registers guests while it is held, in two steps or one', async () => {
    const { session } = fakeSession();
    const reservation = getSessionInternals(session).reserve('install');
    const candidate = await reservation.prepareGuest(options('a'));
    expect(candidate.info).toMatchObject({ name: 'a', size: fakeModule('a').length });
    expect(reservation.commitGuest(candidate)).toEqual(candidate.info);
    const info = await reservation.registerGuest(options('b'), { owned: true });
    reservation.release();
    expect(await session.listGuests()).toEqual([candidate.info, info]);
    await failure(reservation.registerGuest(options('c')), 'EXECUTION');
    expect(() => reservation.commitGuest(candidate)).toThrowError(ExecutionError);
  });

  it('takes only its own candidates', async () => {
    const { session } = fakeSession();
    const internals = getSessionInternals(session);
    const first = internals.reserve('install');
    const candidate = await first.prepareGuest(options('a'));
    first.release();
    const second = internals.reserve('install');
    for (const other of [candidate, { info: candidate.info }]) {
      expect(() => second.commitGuest(other)).toThrowError(expect.objectContaining({ code: 'INVALID_INPUT' }));
    }
  });

  it('ends with its signal', async () => {
    const { session } = fakeSession();
    const internals = getSessionInternals(session);
    const abort = new AbortController();
    const reservation = internals.reserve('install', abort.signal);
    const registration = reservation.registerGuest(options('a'));
    abort.abort('why');
    expect(reservation.signal.reason).toMatchObject({ code: 'ABORTED', cause: 'why' });
    await failure(registration, 'ABORTED');
    expect(() => reservation.check()).toThrowError(expect.objectContaining({ code: 'ABORTED' }));
    expect(session.state).toBe('busy');
    reservation.release();
    expect(await session.listGuests()).toEqual([]);
    expect(() => internals.reserve('install', abort.signal)).toThrowError(expect.objectContaining({ code: 'ABORTED' }));
  });

  it('ends when the session is disposed', async () => {
    const { session } = fakeSession();
    const reservation = getSessionInternals(session).reserve('install');
    const registration = reservation.registerGuest(options('a'));
    const disposal = session.dispose();
    expect(reservation.signal.reason).toMatchObject({ code: 'DISPOSED' });
    await failure(registration, 'DISPOSED');
    await disposal;
    expect(() => getSessionInternals(session).reserve('install')).toThrowError(
      expect.objectContaining({ code: 'DISPOSED' }),
    );
  });

  it('refuses what the runtime cannot run, naming the import', async () => {
    const { session } = fakeSession();
    const reservation = getSessionInternals(session).reserve('install');
    const bytes = fakeModule('a', [
      ['wasi_snapshot_preview1', 'fd_write'],
      ['env', 'draw'],
      ['env', 'more'],
    ]);
    const error = await failure(reservation.prepareGuest({ name: 'a', bytes }), 'GUEST_FORMAT');
    expect(error.message).toContain('"env"."draw" and 1 more');
  });
});

describe('modules', () => {
  it('are held once however many names they have', async () => {
    const { session, runtime } = fakeSession();
    const bytes = fakeModule('noop', [], 3_000_000);
    for (const name of ['a', 'b', 'c']) await session.registerGuest({ name, bytes });
    await session.run({ tool: 'a' });
    await session.run({ guest: bytes });
    const [request, oneOff] = runtime.requests;
    expect(new Set(request?.programs.map(({ module }) => module)).size).toBe(1);
    expect(new Set(request?.programs.map(({ moduleId }) => moduleId)).size).toBe(1);
    expect(new Set(request?.programs.map(({ image }) => image)).size).toBe(1);
    expect(oneOff?.program.moduleId).toBe(request?.program.moduleId);
    expect(request?.files.slabs.length).toBe(1);
  });

  it('give their bytes back when the last name is gone', async () => {
    const { session, runtime } = fakeSession();
    for (let round = 0; round < 20; round++) {
      await session.registerGuest({ name: 'a', bytes: fakeModule(`noop${round}`, [], 3_000_000) });
      if (round % 3 === 0) await session.unregisterGuest('a');
    }
    await session.registerGuest({ name: 'noop', bytes: fakeModule('noop') });
    await session.run({ tool: 'noop' });
    expect(runtime.requests[0]?.files.slabs.length).toBe(1);
  });

  it('have an identity that stands for the same module', async () => {
    const { session, runtime } = fakeSession();
    const bytes = fakeModule('noop');
    await session.run({ guest: bytes });
    await session.registerGuest({ name: 'a', bytes });
    await session.run({ tool: 'a' });
    await session.registerGuest({ name: 'a', bytes: fakeModule('exit300') });
    await session.run({ tool: 'a' });
    await session.registerGuest({ name: 'a', bytes });
    await session.run({ tool: 'a' });
    const byId = new Map<number, unknown>();
    for (const { program } of runtime.requests) {
      expect(byId.get(program.moduleId) ?? program.module).toBe(program.module);
      byId.set(program.moduleId, program.module);
    }
  });

  it('are told from everything else by their first bytes, whatever they are', () => {
    expect(inspectModule(fakeModule('a'))).toEqual({ kind: 'module', description: 'a WebAssembly module' });
    const tar = new Uint8Array(512);
    tar.set([0x75, 0x73, 0x74, 0x61, 0x72], 257);
    expect(inspectModule(tar).kind).toBe('tar');
    expect(inspectModule(new TextEncoder().encode('(module)')).description).toBe('WebAssembly text');
    expect(inspectModule(new TextEncoder().encode('é'.repeat(300))).kind).toBe('text');
    expect(inspectModule(Uint8Array.of(0, 0x61, 0x73, 0x6d, 9, 0, 0, 0)).description).toContain('version');
  });
});
