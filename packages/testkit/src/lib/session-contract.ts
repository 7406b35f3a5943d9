import type { Session, SessionOptions } from '@aletheia-works/session-core';
import { afterEach, describe } from 'vitest';
import { copyRules } from './session-contract/copy-rules.ts';
import { creationRules } from './session-contract/creation-rules.ts';
import { fileRules } from './session-contract/file-rules.ts';
import { guestRules } from './session-contract/guest-rules.ts';
import { SessionHarness } from './session-contract/harness.ts';
import { limitRules } from './session-contract/limit-rules.ts';
import { moveRules } from './session-contract/move-rules.ts';
import { pathRules } from './session-contract/path-rules.ts';
import { reservationRules } from './session-contract/reservation-rules.ts';
import { runRules } from './session-contract/run-rules.ts';
import { snapshotRules } from './session-contract/snapshot-rules.ts';
import type { WatGuest } from './wat-guests.ts';

/** How the suite gets at sessions. */
export interface SessionUnderTest {
  createSession(options?: SessionOptions): Promise<Session>;
  /** The module of a contract guest; only those that `FAKE_WAT_GUESTS` names are asked for. */
  guest(name: WatGuest): Promise<Uint8Array>;
}

/**
 * What every Session does, whatever runtime is behind it. Register it in a test file with the runtime's own
 * `createSession`.
 */
export function sessionContract(setup: SessionUnderTest): void {
  const harness = new SessionHarness(setup);
  afterEach(() => harness.disposeAll());
  describe('creation', () => creationRules(harness));
  describe('paths', () => pathRules(harness));
  describe('files', () => fileRules(harness));
  describe('copy', () => copyRules(harness));
  describe('move', () => moveRules(harness));
  describe('snapshots', () => snapshotRules(harness));
  describe('limits', () => limitRules(harness));
  describe('guests', () => guestRules(harness));
  describe('reservations', () => reservationRules(harness));
  describe('runs', () => runRules(harness));
}
