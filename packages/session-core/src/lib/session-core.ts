import { ExecutionError } from '@aletheia-works/errors';
import { GuestRegistry, type PreparedGuest } from './guests/guest-registry.ts';
import { parseGuestOptions } from './guests/parse-guest-options.ts';
import { failure, invalidInput, unreadable } from './invalid-input.ts';
import { checkTreeFits, loadTree } from './load-tree.ts';
import { PackedTree } from './packed-tree.ts';
import type { ParsedRun } from './parse-run-options.ts';
import type { ParsedSessionOptions } from './parse-session-options.ts';
import { type OperationKind, type Reservation, Reservations } from './reservation.ts';
import { executeRun, type RunContext } from './run.ts';
import type { RuntimePort } from './runtime-port.ts';
import type { GuestInfo, RunResult } from './session.ts';
import type { GuestCandidate, GuestHandover, SessionInternals, SessionReservation } from './session-registry.ts';
import { SessionWorld } from './session-world.ts';

/** Everything that a living Session holds; dropped as a whole when it is disposed. */
interface Holdings extends RunContext {
  /** The files that the Session was created with. */
  readonly pristine: PackedTree;
}

/** What is behind a Session object. */
export class SessionCore {
  readonly home: string;
  readonly rootPaths: readonly [string, string];
  /** The first persisted root, where a reset goes back to. */
  readonly firstCwd: string;
  readonly reservations = new Reservations();
  readonly internals: SessionInternals = Object.freeze({
    reserve: (kind: OperationKind, signal?: AbortSignal) => this.#reserve(kind, signal),
  });
  readonly #runtime: RuntimePort;
  #holdings: Holdings | null;
  #lastCwd: string;
  #activeRun: Promise<unknown> = Promise.resolve();
  #disposal: Promise<void> | null = null;

  constructor(options: ParsedSessionOptions, runtime: RuntimePort) {
    const { cwd, home, limits, tree, env } = options;
    checkTreeFits(tree, limits, 'the entries');
    const world = new SessionWorld(cwd, home, { bytes: limits.bytes, entries: limits.entries });
    world.attempt('load', ['entries'], () => loadTree(world.vfs, world.roots, tree));
    world.vfs.changes.reset();
    world.files.forgetLog();
    this.home = home;
    this.rootPaths = [cwd, home];
    this.firstCwd = cwd;
    this.#lastCwd = cwd;
    this.#runtime = runtime;
    const guests = new GuestRegistry(world.files, runtime.capabilities);
    this.#holdings = { world, guests, runtime, limits, env, pristine: new PackedTree(tree), isBroken: false };
  }

  get cwd(): string {
    return this.#holdings?.world.cwd ?? this.#lastCwd;
  }

  get world(): SessionWorld {
    return this.#held().world;
  }

  get guests(): GuestRegistry {
    return this.#held().guests;
  }

  get pristine(): PackedTree {
    return this.#held().pristine;
  }

  /** Runs a file operation in this very tick, and answers with a promise that is settled already. */
  fileOperation<T>(verb: string, paths: readonly unknown[], operation: (world: SessionWorld) => T): Promise<T> {
    return settled(() =>
      this.reservations.during('file operation', () => this.world.attempt(verb, paths, () => operation(this.world))),
    );
  }

  run(options: ParsedRun): Promise<RunResult> {
    const reservation = this.reservations.take('run', options.signal);
    const result = executeRun(this.#held(), options, reservation).finally(() => reservation.release());
    this.#activeRun = result.catch(() => {});
    return result;
  }

  /** Registers a guest under a reservation of its own. */
  async register(options: ReturnType<typeof parseGuestOptions>): Promise<GuestInfo> {
    const reservation = this.reservations.take('registration');
    try {
      const prepared = await this.guests.prepare(options);
      reservation.check();
      return this.guests.register(prepared);
    } finally {
      reservation.release();
    }
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    this.#lastCwd = this.cwd;
    this.reservations.dispose();
    try {
      await this.#runtime.dispose();
      await this.#activeRun;
    } catch (cause) {
      throw failure('EXECUTION', 'Cannot dispose of the session: the runtime failed', cause);
    } finally {
      this.#holdings = null;
    }
  }

  #held(): Holdings {
    if (this.#holdings !== null) return this.#holdings;
    throw new ExecutionError('DISPOSED', 'Cannot use the session: it is disposed');
  }

  #reserve(kind: OperationKind, signal: AbortSignal | undefined): SessionReservation {
    const reservation = this.reservations.take(kind, signal);
    const candidates = new WeakMap<GuestCandidate, PreparedGuest>();
    const prepareGuest = async (options: unknown, handover: GuestHandover = {}): Promise<GuestCandidate> => {
      reservation.check();
      const parsed = parseGuestOptions(options, handover.owned === true);
      const prepared = await this.guests.prepare(parsed, handover.sha256);
      reservation.check();
      const candidate = Object.freeze({ info: prepared.info });
      candidates.set(candidate, prepared);
      return candidate;
    };
    const commitGuest = (candidate: GuestCandidate): GuestInfo => {
      reservation.check();
      const prepared = candidates.get(candidate);
      if (prepared === undefined)
        throw invalidInput('Cannot register the guest: it was prepared under another reservation');
      return this.guests.register(prepared);
    };
    return reservationWith(reservation, {
      prepareGuest,
      commitGuest,
      registerGuest: async (options, handover) => commitGuest(await prepareGuest(options, handover)),
    });
  }
}

type GuestMethods = Pick<SessionReservation, 'prepareGuest' | 'commitGuest' | 'registerGuest'>;

function reservationWith(reservation: Reservation, methods: GuestMethods): SessionReservation {
  return Object.freeze({
    ...methods,
    kind: reservation.kind,
    get held(): boolean {
      return reservation.held;
    },
    get signal(): AbortSignal {
      return reservation.signal;
    },
    check: () => reservation.check(),
    release: () => reservation.release(),
  });
}

/** The outcome of an operation as a promise. Operations translate what they throw, so that the rest comes from arguments. */
export function settled<T>(operation: () => T | Promise<T>): Promise<T> {
  try {
    return Promise.resolve(operation());
  } catch (error) {
    return Promise.reject(unreadable(error, 'Cannot use the arguments'));
  }
}
