import { ExecutionError, toErrorWire } from '@aletheia-works/errors';
import type { GuestProgram, TerminalSize } from '@aletheia-works/session-core/internal';
import { type ProgramImage, Replica } from '@aletheia-works/session-core/vfs';
import { controlWords, TERMINAL_COLUMNS_WORD, TERMINAL_ROWS_WORD } from './channels/channel-layout.ts';
import { createDoorbell } from './channels/doorbell.ts';
import { InputReader } from './channels/input-reader.ts';
import { OutputWriter } from './channels/output-writer.ts';
import {
  PROTOCOL_VERSION,
  type ProgramWire,
  type RunMessage,
  type RunSetting,
  type WorkerMessage,
  type WorkerPort,
} from './protocol.ts';
import { runGuest } from './run-guest.ts';

const version = PROTOCOL_VERSION;
const NO_CHANGES = new Uint8Array(0);

/** What a worker keeps between runs: the files, the modules and the channels. */
export class GuestServer {
  readonly #port: WorkerPort;
  readonly #channels: SharedArrayBuffer;
  readonly #modules = new Map<number, WebAssembly.Module>();
  #programs: readonly GuestProgram[] = [];
  /** Where the bytes of the programs lie; the same list as long as the programs are the same. */
  #images: readonly ProgramImage[] = [];
  #setting: RunSetting | null = null;
  /** The module of the run before. */
  #moduleId = -1;
  #replica: Replica;
  #runId = '';

  constructor(port: WorkerPort, channels: SharedArrayBuffer) {
    this.#port = port;
    this.#channels = channels;
    this.#replica = this.#createReplica();
  }

  /** Runs one guest to its end and reports it. Blocks meanwhile; never throws. */
  run(message: RunMessage): void {
    const { runId } = message;
    this.#runId = runId;
    try {
      this.#bringUpToDate(message);
      const { exitCode, exceeded } = this.#runModule(message, this.#module(message.program.moduleId));
      const { changes, nextIno } = this.#replica.endRun();
      this.#post(
        {
          version,
          type: 'exit',
          runId,
          exitCode,
          changes: changes.length > 0 ? changes : null,
          nextIno,
          exceeded: exceeded ?? this.#replica.vfs.exceeded,
        },
        changes.length > 0 ? [changes.buffer] : [],
      );
    } catch (error) {
      this.#post({ version, type: 'failed', runId, error: toErrorWire(error) });
    }
  }

  #runModule(message: RunMessage, module: WebAssembly.Module): { exitCode: number; exceeded: 'outputBytes' | null } {
    const { runId, nextIno, argv } = message;
    const { env, cwd, roots, limits } = this.#heldSetting(message.setting);
    const replica = this.#replica;
    replica.beginRun({ limits, usage: message.usage, nextIno, roots });
    const end = runGuest({
      vfs: replica.vfs,
      module,
      argv,
      env,
      cwd,
      roots,
      programs: this.#programs,
      input: message.hasInput
        ? new InputReader(this.#channels, () => this.#post({ version, type: 'input', runId }))
        : null,
      output: new OutputWriter(this.#channels, () => this.#post({ version, type: 'output', runId })),
      doorbell: createDoorbell(this.#channels),
      terminal: message.hasTerminal ? this.#terminal() : null,
      limits,
    });
    if (end.kind === 'failed') throw new ExecutionError(end.code, end.message);
    return end;
  }

  #bringUpToDate(message: RunMessage): void {
    if (message.full) this.#replica = this.#createReplica();
    for (const [index, slab] of message.slabs) this.#replica.addSlab(index, slab);
    for (const [moduleId, module] of message.modules) this.#modules.set(moduleId, module);
    const { programs, program } = message;
    if (programs !== null || message.full || program.moduleId !== this.#moduleId) this.#holdPrograms(programs, program);
    this.#replica.sync(message.sync ?? NO_CHANGES, this.#images);
  }

  /** Takes over the programs of a run, which are mostly those of the run before, and drops what no program needs now. */
  #holdPrograms(programs: readonly ProgramWire[] | null, program: ProgramWire): void {
    if (programs !== null) {
      this.#programs = programs.map((wire) => ({ ...wire, module: this.#module(wire.moduleId) }));
    }
    this.#moduleId = program.moduleId;
    const kept = new Set([program.moduleId, ...this.#programs.map(({ moduleId }) => moduleId)]);
    for (const moduleId of this.#modules.keys()) if (!kept.has(moduleId)) this.#modules.delete(moduleId);
    this.#images = [program, ...this.#programs].map(({ image }) => image).filter(({ size }) => size > 0);
  }

  #heldSetting(setting: RunSetting | null): RunSetting {
    this.#setting = setting ?? this.#setting;
    if (this.#setting === null) throw new RangeError('Cannot run: the setting never came');
    return this.#setting;
  }

  #module(moduleId: number): WebAssembly.Module {
    const module = this.#modules.get(moduleId);
    if (module === undefined) throw new RangeError(`Cannot run: module ${moduleId} never came`);
    return module;
  }

  #createReplica(): Replica {
    return new Replica({
      onSlab: (index, slab) => this.#post({ version, type: 'slab', runId: this.#runId, index, slab }),
    });
  }

  /** The terminal's size as it is now, whenever it is asked. */
  #terminal(): TerminalSize {
    const control = controlWords(this.#channels);
    return {
      get columns() {
        return Atomics.load(control, TERMINAL_COLUMNS_WORD);
      },
      get rows() {
        return Atomics.load(control, TERMINAL_ROWS_WORD);
      },
    };
  }

  #post(message: WorkerMessage, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}
