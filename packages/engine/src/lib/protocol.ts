import type { ErrorWire } from '@aletheia-works/errors';
import type { ProgramImage, RunLimits } from '@aletheia-works/session-core/internal';
import type { WatchedProcess } from './process/seat.ts';
import type { SpawnRequest } from './process/spawn-request.ts';

/** Both sides of a worker are built together; a mismatch means mixed versions of this package and ends the worker. */
export const PROTOCOL_VERSION = 1;

/** A program as it crosses to the worker; its module crosses once, by `moduleId`. */
export interface ProgramWire {
  readonly name: string;
  readonly moduleId: number;
  readonly image: ProgramImage;
}

/** What is mostly the same from one run to the next, and costs more to carry across than a small guest's run. */
export interface RunSetting {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly limits: RunLimits;
}

/** Everything that a worker needs for one run. */
export interface RunMessage {
  readonly version: typeof PROTOCOL_VERSION;
  readonly type: 'run';
  readonly runId: string;
  /** Brings the replica to the Session's files; null when it is there already. Transferred. */
  readonly sync: Uint8Array<ArrayBuffer> | null;
  /** `sync` builds a new tree from nothing, and `slabs` are all there are. */
  readonly full: boolean;
  /** Slabs that the worker has not seen, by index. Shared. */
  readonly slabs: readonly (readonly [index: number, slab: SharedArrayBuffer])[];
  readonly nextIno: number;
  /** What the Session's files take. */
  readonly usage: { readonly bytes: number; readonly entries: number };
  /**
   * Modules that the worker does not hold. After this message it holds those that `programs` and `program` name, and
   * drops all others.
   */
  readonly modules: readonly (readonly [moduleId: number, module: WebAssembly.Module])[];
  /** Null: as in the run before. */
  readonly programs: readonly ProgramWire[] | null;
  /** The program to run; it need not be one of `programs`. */
  readonly program: ProgramWire;
  readonly argv: readonly string[];
  /** Null: as in the run before. */
  readonly setting: RunSetting | null;
  /** False: end of file at once. */
  readonly hasInput: boolean;
  /** True: stdin, stdout and stderr are a terminal, whose size is in the channel buffer. */
  readonly hasTerminal: boolean;
}

/**
 * Everything that a worker needs for one more process of a run that goes on in another worker. What it holds is brought to
 * the state that the run began with.
 */
export interface ChildMessage extends Omit<RunMessage, 'type' | 'argv'> {
  readonly type: 'child';
  /** The channel buffer of the run's first process. */
  readonly space: SharedArrayBuffer;
  readonly request: SpawnRequest;
}

/** What the host says to a worker. Not parsed: the host made it, and a worker trusts its host. */
export type HostMessage =
  | {
      readonly version: typeof PROTOCOL_VERSION;
      readonly type: 'init';
      /** The channel buffer of this worker; see channel-layout.ts. */
      readonly channels: SharedArrayBuffer;
    }
  | RunMessage
  | ChildMessage;

/** A limit that fails the run once the guest has ended. */
export type ExceededLimit = 'bytes' | 'entries' | 'outputBytes';

/** What a worker says to the host. Guest bytes never travel here, so no output can look like one of these. */
export type WorkerMessage =
  | { readonly version: typeof PROTOCOL_VERSION; readonly type: 'ready' }
  /** Output lies in the ring, and the host had asked to be told. */
  | { readonly version: typeof PROTOCOL_VERSION; readonly type: 'output'; readonly runId: string }
  /** The guest looked for input and found none. */
  | { readonly version: typeof PROTOCOL_VERSION; readonly type: 'input'; readonly runId: string }
  /** The run created a slab; the host takes it over at once, whatever becomes of the run. */
  | {
      readonly version: typeof PROTOCOL_VERSION;
      readonly type: 'slab';
      readonly runId: string;
      readonly index: number;
      readonly slab: SharedArrayBuffer;
    }
  | {
      readonly version: typeof PROTOCOL_VERSION;
      readonly type: 'exit';
      readonly runId: string;
      readonly exitCode: number;
      /** Null: none. Transferred. */
      readonly changes: Uint8Array<ArrayBuffer> | null;
      readonly nextIno: number;
      readonly exceeded: ExceededLimit | null;
    }
  | {
      readonly version: typeof PROTOCOL_VERSION;
      readonly type: 'failed';
      readonly runId: string;
      readonly error: ErrorWire;
    }
  /** The guest asked for one more process. */
  | {
      readonly version: typeof PROTOCOL_VERSION;
      readonly type: 'spawn';
      readonly runId: string;
      readonly request: SpawnRequest;
    }
  /** The guest sent a signal that the other process must heed soon. */
  | ({ readonly version: typeof PROTOCOL_VERSION; readonly type: 'signal'; readonly runId: string } & WatchedProcess)
  /** A process that is not the first has ended, and its worker is idle again. */
  | { readonly version: typeof PROTOCOL_VERSION; readonly type: 'ended'; readonly runId: string; readonly row: number };

/** What a worker says about a run. */
export type RunReport = Exclude<WorkerMessage, { readonly type: 'ready' }>;

/** One end of the line between a host and its worker, as both Node.js and browsers have it. */
export interface WorkerPort {
  postMessage(message: WorkerMessage, transfer?: readonly ArrayBuffer[]): void;
  /** Set by {@link serveGuestWorker}; the owner calls it with what the host posted. */
  onmessage: ((message: HostMessage) => void) | null;
}
