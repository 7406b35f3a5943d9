import { ExecutionError } from '@aletheia-works/errors';
import type { GuestProgram, RunRequest } from '@aletheia-works/session-core/internal';
import { createChannelBuffer } from '../channels/channel-layout.ts';
import { parseWorkerMessage } from '../parse-worker-message.ts';
import {
  type HostMessage,
  PROTOCOL_VERSION,
  type ProgramWire,
  type RunMessage,
  type RunReport,
  type RunSetting,
} from '../protocol.ts';
import type { WorkerEvents, WorkerHandle } from './worker-handle.ts';

/** Who hears what a worker says while it runs a guest. */
export interface WorkerListener {
  message(message: RunReport): void;
  /** The worker is dead. */
  died(error: ExecutionError): void;
}

/** What of a {@link RunMessage} depends on what the worker holds already. */
export type HeldByWorker = Pick<RunMessage, 'sync' | 'full' | 'slabs' | 'modules' | 'programs' | 'setting'>;

/** One worker of the host's, with the books on what it holds: which generation, slabs, modules and programs. */
export class GuestWorker {
  readonly channels = createChannelBuffer();
  listener: WorkerListener | null = null;
  /** The generation of the files in the worker; null when it holds none yet. */
  generation: number | null = null;
  /** How many slabs the worker knows. */
  slabs = 0;
  readonly #handle: WorkerHandle;
  #death: ExecutionError | null = null;
  #ready = false;
  #modules: ReadonlySet<number> = new Set();
  #programs: readonly GuestProgram[] | null = null;
  /** The setting that the worker holds, as text that tells whether another is the same. */
  #setting = '';

  /** @throws what `spawn` throws */
  constructor(spawn: (events: WorkerEvents) => WorkerHandle) {
    this.#handle = spawn({
      message: (value) => this.#receive(value),
      failed: (kind, cause) => this.#died(this.#describe(kind, cause)),
    });
    this.post({ version: PROTOCOL_VERSION, type: 'init', channels: this.channels });
  }

  /** Why the worker is dead, or null while it is not. */
  get death(): ExecutionError | null {
    return this.#death;
  }

  /** Its script has loaded. */
  get isReady(): boolean {
    return this.#ready;
  }

  post(message: HostMessage, transfer: readonly ArrayBuffer[] = []): void {
    this.#handle.post(message, transfer);
  }

  setBusy(busy: boolean): void {
    this.#handle.setBusy(busy);
  }

  terminate(): Promise<void> {
    this.#death ??= new ExecutionError('EXECUTION', 'Cannot use the worker: it was ended');
    this.listener = null;
    return this.#handle.terminate();
  }

  /**
   * What the worker must be sent for this run; it counts as sent from here on.
   *
   * @param keepsSlabs the worker runs only children, for which it remembers all slabs
   */
  bringUpToDate(request: RunRequest, keepsSlabs = false): HeldByWorker {
    const { files, programs, program } = request;
    const delta = this.generation === null ? null : files.since(this.generation);
    const upToDate = this.generation === files.generation;
    const sync = upToDate ? null : (delta ?? files.full());
    const full = !upToDate && delta === null;
    // A full journal builds a new tree, which then has to learn of every slab.
    const first = full && !keepsSlabs ? 0 : this.slabs;
    const slabs = files.slabs.slice(first).map((slab, index) => [first + index, slab] as const);
    this.slabs = files.slabs.length;
    const samePrograms = this.#programs !== null && isSamePrograms(this.#programs, programs);
    this.#programs = programs;
    return {
      sync,
      full,
      slabs,
      modules: this.#missingModules([program, ...programs]),
      programs: samePrograms ? null : programs.map(toProgramWire),
      setting: this.#newSetting(request),
    };
  }

  #newSetting({ env, cwd, roots, limits }: RunRequest): RunSetting | null {
    const setting = { env, cwd, roots, limits };
    const text = JSON.stringify(setting);
    if (text === this.#setting) return null;
    this.#setting = text;
    return setting;
  }

  #missingModules(programs: readonly GuestProgram[]): [number, WebAssembly.Module][] {
    const kept = new Map(programs.map(({ moduleId, module }) => [moduleId, module]));
    const missing = [...kept].filter(([moduleId]) => !this.#modules.has(moduleId));
    this.#modules = new Set(kept.keys());
    return missing;
  }

  #receive(value: unknown): void {
    if (this.#death !== null) return;
    const message = parseWorkerMessage(value);
    if (message === null) {
      this.#died(new ExecutionError('EXECUTION', 'Cannot understand a message of the worker'));
      return;
    }
    if (message.type === 'ready') this.#ready = true;
    else this.listener?.message(message);
  }

  #died(error: ExecutionError): void {
    if (this.#death !== null) return;
    this.#death = error;
    const { listener } = this;
    this.listener = null;
    listener?.died(error);
  }

  #describe(kind: 'missing' | 'crashed', cause: unknown): ExecutionError {
    if (kind === 'missing') return new ExecutionError('ASSET_LOAD', 'Cannot load the script of the worker', { cause });
    return this.#ready
      ? new ExecutionError('EXECUTION', 'Cannot go on with the run: its worker died', { cause })
      : new ExecutionError('CORE_INIT', 'Cannot start a worker', { cause });
  }
}

/** A program without its module. */
export const toProgramWire = ({ name, moduleId, image }: GuestProgram): ProgramWire => ({ name, moduleId, image });

function isSamePrograms(before: readonly GuestProgram[], after: readonly GuestProgram[]): boolean {
  if (before === after) return true;
  return (
    before.length === after.length &&
    before.every(({ name, moduleId, image }, index) => {
      const other = after[index];
      return other?.name === name && other.moduleId === moduleId && other.image === image;
    })
  );
}
