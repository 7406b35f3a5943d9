import { type ErrorCode, ExecutionError } from '@aletheia-works/errors';
import type { Session, SessionOptions } from '@aletheia-works/session-core';
import { createCoreSession } from '@aletheia-works/session-core/internal';
import {
  FAKE_WAT_GUESTS,
  type FakeGuest,
  FakeRuntime,
  type FakeRuntimeOptions,
  fakeModule,
} from '@aletheia-works/testkit';

/** A session over a fake runtime, with some guests registered under their names. */
export interface FakeSession {
  readonly session: Session;
  readonly runtime: FakeRuntime;
  /** Runs a function as a guest of its own. */
  run(guest: FakeGuest, options?: Partial<Parameters<Session['run']>[0]>): ReturnType<Session['run']>;
}

export function fakeSession(options?: SessionOptions, runtimeOptions: FakeRuntimeOptions = {}): FakeSession {
  const runtime = new FakeRuntime({ guests: FAKE_WAT_GUESTS, ...runtimeOptions });
  const session = createCoreSession(options, runtime);
  return {
    session,
    runtime,
    run: (guest, more = {}) => {
      runtime.guests.inline = guest;
      return session.run({ guest: fakeModule('inline'), ...more });
    },
  };
}

/** The ExecutionError that a promise rejects with. */
export async function failure(promise: Promise<unknown>, code?: ErrorCode): Promise<ExecutionError> {
  const error = await promise.then(
    () => new Error('Expected a failure'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ExecutionError) || (code !== undefined && error.code !== code)) {
    throw new Error(`Expected ${code}`, { cause: error });
  }
  return error;
}

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
