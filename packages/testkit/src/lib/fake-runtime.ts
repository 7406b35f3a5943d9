import { ExecutionError } from '@aletheia-works/errors';
import type {
  RunExit,
  RunHandle,
  RunRequest,
  RuntimeCapabilities,
  RuntimePort,
} from '@aletheia-works/session-core/internal';
import { Replica } from '@aletheia-works/session-core/vfs';
import { type FakeGuest, fakeGuestName } from './fake-guest.ts';
import { FakeRun } from './fake-run.ts';

/** A way in which a {@link FakeRuntime} misbehaves in its next runs. */
export type RuntimeFault =
  /** `start` throws. */
  | 'throw'
  /** Never ends by itself, and ends when it is aborted. */
  | 'hang'
  /** Never ends, whatever happens. */
  | 'deaf'
  /** Hands back half of the journal. */
  | 'truncate'
  /** Writes one byte and fails. */
  | 'crash'
  /** Ends, and then goes on to write output. */
  | 'late-output'
  /** Ends well, but only after the runtime was disposed. */
  | 'answer-after-dispose'
  /** Ends with an exit code that no guest can have. */
  | 'bad-exit'
  /** Claims inode numbers that it was not given. */
  | 'bad-ino';

/** Options of {@link FakeRuntime}. */
export interface FakeRuntimeOptions {
  /** The guests by the name in their module; see `fakeModule`. */
  readonly guests?: Readonly<Record<string, FakeGuest>>;
  readonly capabilities?: Partial<RuntimeCapabilities>;
}

/**
 * A runtime in this thread: guests are JavaScript functions over a real replica, so that what a run changes travels in a
 * real journal and commit and rollback are the real ones.
 */
export class FakeRuntime implements RuntimePort {
  readonly capabilities: RuntimeCapabilities;
  readonly guests: Record<string, FakeGuest>;
  /** Applies to every run that starts while it is set. */
  fault: RuntimeFault | null = null;
  /** Every request so far, the newest last. */
  readonly requests: RunRequest[] = [];
  /** What became of the changes of every run. */
  readonly settlements: (number | null)[] = [];
  disposals = 0;
  #replica: Replica | null = null;
  /** The generation that the replica is at; null while it is behind or in use. */
  #generation: number | null = null;
  readonly #disposal = new AbortController();

  constructor(options: FakeRuntimeOptions = {}) {
    this.guests = { ...options.guests };
    this.capabilities = { network: 'none', isImportSupported: isPreview1, ...options.capabilities };
  }

  start(request: RunRequest, signal: AbortSignal): RunHandle {
    this.requests.push(request);
    if (this.#disposal.signal.aborted) throw new Error('The fake runtime is disposed');
    const { fault } = this;
    if (fault === 'throw') throw new Error('The fake runtime does not start');
    const exit = this.#run(request, AbortSignal.any([signal, this.#disposal.signal]), fault);
    return {
      exit,
      settle: (generation) => {
        this.settlements.push(generation);
        this.#generation = generation;
        if (generation === null) this.#replica = null;
      },
    };
  }

  async dispose(): Promise<void> {
    this.disposals += 1;
    this.#disposal.abort();
  }

  async #run(request: RunRequest, signal: AbortSignal, fault: RuntimeFault | null): Promise<RunExit> {
    if (fault === 'deaf') return new Promise(() => {});
    const run = new FakeRun(this.#synced(request), request, signal);
    if (fault === 'crash') {
      request.onOutput('stdout', Uint8Array.of(0x21));
      throw new Error('The fake runtime crashed');
    }
    const guest: FakeGuest = fault === 'hang' ? (io) => io.forever() : this.#guestOf(request);
    if (fault !== 'answer-after-dispose') return this.#spoil(await run.toEnd(guest), fault, request);
    const ended = await run.toEnd(guest);
    await new Promise((resolve) => this.#disposal.signal.addEventListener('abort', resolve));
    return ended;
  }

  #spoil(exit: RunExit, fault: RuntimeFault | null, request: RunRequest): RunExit {
    switch (fault) {
      case 'truncate':
        return { ...exit, changes: exit.changes.slice(0, Math.floor(exit.changes.length / 2)) };
      case 'bad-exit':
        return { ...exit, exitCode: 256.5 };
      case 'bad-ino':
        return { ...exit, nextIno: 1 };
      case 'late-output':
        queueMicrotask(() =>
          queueMicrotask(() => setTimeout(() => request.onOutput('stdout', Uint8Array.of(0x3f)), 0)),
        );
        return exit;
      default:
        return exit;
    }
  }

  #guestOf(request: RunRequest): FakeGuest {
    const name = fakeGuestName(request.program.module) ?? '';
    const guest = this.guests[name];
    if (guest === undefined)
      throw new ExecutionError('EXECUTION', `Cannot run "${name}": the fake runtime has no such guest`);
    return guest;
  }

  /** The warm replica brought up to date, or a fresh one. */
  #synced(request: RunRequest): Replica {
    const { files } = request;
    const delta = this.#generation === null ? null : files.since(this.#generation);
    const isWarm = this.#replica !== null && delta !== null;
    const replica = isWarm && this.#replica !== null ? this.#replica : newReplica(request);
    for (let index = replica.slabCount; index < files.slabs.length; index++) {
      const slab = files.slabs[index];
      if (slab !== undefined) replica.addSlab(index, slab);
    }
    const journal = isWarm && delta !== null ? delta : files.full();
    const images = request.programs.map(({ image }) => image);
    replica.sync(journal, images);
    this.#replica = replica;
    this.#generation = null;
    return replica;
  }
}

/** A replica that hands its slabs to whatever run is in progress; the Session's files are always the same. */
function newReplica(request: RunRequest): Replica {
  return new Replica({ onSlab: (index, slab) => request.files.adoptSlab(index, slab) });
}

function isPreview1(module: string): boolean {
  return module === 'wasi_snapshot_preview1' || module === 'wasi_unstable' || module === 'wasix_32v1';
}
