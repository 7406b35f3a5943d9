import type { Session } from '@aletheia-works/session-core';

/** Calls the Session exactly once, in the tick in which it is called; resolves with a fresh stdout. */
export type BuiltinOperation = (session: Session) => Promise<Uint8Array>;

/**
 * Checks the arguments of a builtin, without the Session.
 *
 * @throws ExecutionError `INVALID_INPUT`
 */
export type Builtin = (args: readonly string[]) => BuiltinOperation;

/** The stdout of a builtin that prints nothing. */
export async function silently(operation: Promise<void>): Promise<Uint8Array> {
  await operation;
  return new Uint8Array(0);
}
