import { ExecutionError } from '@aletheia-works/errors';
import { getSessionInternals, type SessionReservation } from '@aletheia-works/session-core/internal';
import { fakeModule } from '@aletheia-works/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FakeSession, fakeSession } from './fake-session.ts';

const STEPS = [
  'reserve',
  'release',
  'file',
  'run',
  'end-run',
  'abort-run',
  'aborted-run',
  'register',
  'dispose',
] as const;
type Step = (typeof STEPS)[number];

/** Code of a promise's failure, or '' when it resolves. */
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => '',
    (error: unknown) => (error instanceof ExecutionError ? error.code : String(error)),
  );

/** A session with a guest that goes on until it is told to end. */
async function freshSession(): Promise<FakeSession> {
  const fake = fakeSession();
  await fake.session.registerGuest({ name: 'guest', bytes: fakeModule('held') });
  return fake;
}

/** Plays steps and says after each what the one place of the session must answer. Leaves it free, or disposed. */
async function play({ session, runtime }: FakeSession, steps: readonly Step[]): Promise<void> {
  const internals = getSessionInternals(session);
  let disposed = false;
  let holder: 'install' | 'run' | null = null;
  let reservation = null as SessionReservation | null;
  let endRun: () => void = () => {};
  let abort = new AbortController();
  let running: Promise<string> = Promise.resolve('');
  runtime.guests.held = (io) =>
    new Promise((resolve) => {
      io.writeFile('/work/last', String(steps.length));
      endRun = () => resolve(0);
    });
  const refusal = (): string => (disposed ? 'DISPOSED' : holder !== null ? 'BUSY' : '');
  /** Lets the run that was just started reach its guest. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  for (const step of steps) {
    switch (step) {
      case 'reserve': {
        const expected = refusal();
        const code = await codeOf(
          Promise.resolve().then(() => {
            reservation = internals.reserve('install');
          }),
        );
        expect(code).toBe(expected);
        if (code === '') holder = 'install';
        break;
      }
      case 'release':
        reservation?.release();
        if (holder === 'install') holder = null;
        break;
      case 'file':
        expect(await codeOf(session.writeFile('file', 'x'))).toBe(refusal());
        break;
      case 'register': {
        const expected = refusal();
        expect(await codeOf(session.registerGuest({ name: 'other', bytes: fakeModule('other') }))).toBe(expected);
        break;
      }
      case 'aborted-run':
        expect(await codeOf(session.run({ tool: 'guest', signal: AbortSignal.abort() }))).toBe('ABORTED');
        break;
      case 'run': {
        const own = new AbortController();
        const expected = refusal();
        const started = codeOf(session.run({ tool: 'guest', signal: own.signal }));
        if (expected === '') {
          holder = 'run';
          abort = own;
          running = started;
          await settle();
        } else {
          expect(await started).toBe(expected);
        }
        break;
      }
      case 'end-run':
      case 'abort-run':
        if (holder !== 'run') break;
        if (step === 'end-run') endRun();
        else abort.abort();
        expect(await running).toBe(step === 'end-run' ? '' : 'ABORTED');
        holder = null;
        break;
      case 'dispose': {
        const disposal = session.dispose();
        const wasRunning = holder === 'run' && !disposed;
        disposed = true;
        if (wasRunning) expect(await running).toBe('DISPOSED');
        if (holder === 'run') holder = null;
        await disposal;
        break;
      }
    }
    expect(session.state).toBe(disposed ? 'disposed' : holder === null ? 'idle' : 'busy');
  }
  reservation?.release();
  abort.abort();
  await running;
}

describe('the one place of a session', () => {
  it('is held by at most one, whatever comes in between', async () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...STEPS.slice(0, -1)) },
        { weight: 1, arbitrary: fc.constant('dispose' as const) },
      ),
      { maxLength: 30 },
    );
    let fake = await freshSession();
    const property = fc.asyncProperty(steps, async (each) => {
      // Kept while it lives: a session holds shared memory, which engines are slow to give back.
      if (fake.session.state !== 'idle') fake = await freshSession();
      await play(fake, each);
    });
    await fc.assert(property, { numRuns: 150, verbose: 1 });
  }, 120_000);
});
