import type { Session } from '@aletheia-works/session-core';
import { describe, expect, it } from 'vitest';
import { content, file, type SessionHarness, utf8 } from './harness.ts';

type Operation = (session: Session) => Promise<unknown>;

const OPERATIONS: readonly (readonly [string, Operation])[] = [
  ['listEntries', (session) => session.listEntries()],
  ['stat', (session) => session.stat('a')],
  ['readFile', (session) => session.readFile('a')],
  ['writeFile', (session) => session.writeFile('b', 'x')],
  ['makeDirectory', (session) => session.makeDirectory('d')],
  ['remove', (session) => session.remove('a')],
  ['copy', (session) => session.copy('a', 'b')],
  ['move', (session) => session.move('a', 'b')],
  ['setCwd', (session) => session.setCwd('/home/guest')],
  ['snapshot', (session) => session.snapshot()],
  ['restore', (session) => session.restore({ version: 1, cwd: '/work', entries: [] })],
  ['reset', (session) => session.reset()],
  ['registerGuest', (session) => session.registerGuest({ name: 'a', bytes: utf8('') })],
  ['unregisterGuest', (session) => session.unregisterGuest('a')],
  ['listGuests', (session) => session.listGuests()],
  ['run', (session) => session.run({ tool: 'a' })],
];

const INVALID: readonly (readonly [string, Operation])[] = [
  ['a file operation', (session) => session.readFile('..')],
  ['a restore', (session) => session.restore({ version: 1, cwd: '/', entries: [] })],
  ['a registration', (session) => session.registerGuest({ name: '', bytes: utf8('') })],
  ['a run', (session) => session.run({ tool: 'a', timeoutMs: 0 })],
];

/** One operation at a time, and the order of the checks. */
export function reservationRules(harness: SessionHarness): void {
  describe.each(OPERATIONS)('%s', (_, operation) => {
    it('is refused while a run is in progress', async () => {
      const session = await harness.with(file('/work/a', 'x'));
      const abort = new AbortController();
      const { ended } = await harness.occupy(session, 'byteThenSpin', abort.signal);
      expect(session.state).toBe('busy');
      await harness.failure(operation(session), 'BUSY');
      abort.abort();
      await harness.failure(ended, 'ABORTED');
      expect(session.state).toBe('idle');
      expect(await content(session, 'a')).toBe('x');
    });

    it('is refused after dispose', async () => {
      const session = await harness.with(file('/work/a', 'x'));
      await session.dispose();
      expect(session.state).toBe('disposed');
      await harness.failure(operation(session), 'DISPOSED');
    });
  });

  it.each(INVALID)('finds invalid input of %s first, whatever the state', async (_, operation) => {
    const session = await harness.create();
    const { ended } = await harness.occupy(session);
    await harness.failure(operation(session), 'INVALID_INPUT');
    const disposal = session.dispose();
    await harness.failure(operation(session), 'INVALID_INPUT');
    await harness.failure(ended, 'DISPOSED');
    await disposal;
  });

  it('finds an aborted signal before the state', async () => {
    const session = await harness.create();
    const { ended } = await harness.occupy(session);
    const signal = AbortSignal.abort();
    await harness.failure(session.run({ tool: 'a', signal }), 'ABORTED');
    const disposal = session.dispose();
    await harness.failure(session.run({ tool: 'a', signal }), 'ABORTED');
    await harness.failure(session.run({ tool: 'a' }), 'DISPOSED');
    await harness.failure(ended, 'DISPOSED');
    await disposal;
  });

  it('is held by a registration until it is done', async () => {
    const session = await harness.create();
    const registration = session.registerGuest({ name: 'a', bytes: await harness.guest('noop') });
    expect(session.state).toBe('busy');
    await harness.failure(session.listEntries(), 'BUSY');
    await registration;
    expect(session.state).toBe('idle');
  });

  it('is given back by an operation that fails', async () => {
    const session = await harness.create();
    await harness.failure(session.readFile('no'), 'NOT_FOUND');
    await harness.failure(session.run({ tool: 'no' }), 'NOT_FOUND');
    await harness.failure(session.registerGuest({ name: 'a', bytes: utf8('text') }), 'GUEST_FORMAT');
    expect(session.state).toBe('idle');
  });

  it('ends a registration on dispose', async () => {
    const session = await harness.create();
    const registration = session.registerGuest({ name: 'a', bytes: await harness.guest('noop') });
    const disposal = session.dispose();
    await harness.failure(registration, 'DISPOSED');
    await disposal;
  });

  it('disposes once, however often it is asked', async () => {
    const session = await harness.create();
    await session.setCwd('/home/guest');
    await Promise.all([session.dispose(), session.dispose()]);
    await session.dispose();
    expect([session.cwd, session.home, session.state]).toEqual(['/home/guest', '/home/guest', 'disposed']);
  });
}
