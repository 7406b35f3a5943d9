import { invalidInput, quoted } from './invalid-input.ts';
import type { OperationKind, Reservation } from './reservation.ts';
import type { GuestInfo, RegisterGuestOptions, Session } from './session.ts';

/** A guest that was checked, hashed and compiled; opaque, for the Session it was prepared in. */
export interface GuestCandidate {
  readonly info: GuestInfo;
}

/** How a sibling package hands over a guest. */
export interface GuestHandover {
  /** The bytes and data are the Session's from now on, so that they need not be copied. Default false. */
  readonly owned?: boolean;
  /** SHA-256 of the bytes, 64 lower-case hexadecimal digits, when the sibling computed it already. */
  readonly sha256?: string;
}

/** A reservation under which guests can be registered. */
export interface SessionReservation extends Reservation {
  /** Checks, hashes and compiles a guest; changes nothing. Throws `INVALID_INPUT` and `GUEST_FORMAT`. */
  prepareGuest(options: RegisterGuestOptions, handover?: GuestHandover): Promise<GuestCandidate>;
  /** Puts a prepared guest in place of what had its name, in this very tick, whole or not at all. */
  commitGuest(candidate: GuestCandidate): GuestInfo;
  /** Both steps, with a look at the signal between them. */
  registerGuest(options: RegisterGuestOptions, handover?: GuestHandover): Promise<GuestInfo>;
}

/** What sibling packages may do with a Session beyond its methods. No semver promise. */
export interface SessionInternals {
  /** Takes the Session's one place. Throws `ABORTED`, `DISPOSED`, `BUSY`. */
  reserve(kind: OperationKind, signal?: AbortSignal): SessionReservation;
}

/** Which objects are Sessions; nothing on the object itself says so, and nothing can forge it. */
const sessions = new WeakMap<object, SessionInternals>();

/** Tells whether `value` is a Session that this very copy of the package made. */
export function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && sessions.has(value);
}

/** The internals of a Session. Throws `INVALID_INPUT` for anything that this copy of the package did not make. */
export function getSessionInternals(session: unknown): SessionInternals {
  const internals = isSession(session) ? sessions.get(session) : undefined;
  if (internals === undefined) {
    throw invalidInput(
      `Cannot use the session: it is ${quoted(session)}; what createSession resolved with is accepted`,
    );
  }
  return internals;
}

/** Makes an object a Session. */
export function enterSession(session: Session, internals: SessionInternals): void {
  sessions.set(session, internals);
}
