import { ExecutionError, toErrorWire } from '@aletheia-works/errors';
import type { GuestProgram } from '@aletheia-works/session-core/internal';
import { endSharedProcess, type ProgramImage, Replica } from '@aletheia-works/session-core/vfs';
import { createDoorbell, createProcessDoorbell } from './channels/doorbell.ts';
import { InputReader } from './channels/input-reader.ts';
import { OutputWriter } from './channels/output-writer.ts';
import { RunSpace } from './channels/run-space.ts';
import { STATUS_SIGNALLED } from './channels/space-layout.ts';
import { SIGKILL, statusOf } from './process/exit-status.ts';
import { endRow } from './process/process-table.ts';
import type { SeatPlan } from './process/seat.ts';
import {
  type ChildMessage,
  PROTOCOL_VERSION,
  type ProgramWire,
  type RunMessage,
  type RunSetting,
  type WorkerMessage,
  type WorkerPort,
} from './protocol.ts';
import { type GuestEnd, type GuestRun, runGuest } from './run-guest.ts';
import { SharedTerminal } from './terminal/guest-terminal.ts';

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
  /** The slabs that came with children, which start on a new replica each time. */
  readonly #slabs: SharedArrayBuffer[] = [];
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

  /** Runs one more process of a run that goes on elsewhere. Blocks meanwhile; never throws. */
  runChild(message: ChildMessage): void {
    const { runId, request } = message;
    const { row, ticket } = request;
    this.#runId = runId;
    const space = new RunSpace(message.space);
    let status: number;
    try {
      this.#bringUpToDate(message);
      status = statusOf(this.#runChildModule(message, space));
    } catch {
      // Its own files or memory could not be made: it never ran.
      status = STATUS_SIGNALLED | SIGKILL;
    }
    // For one that never came so far as to share the files, which the others would wait for; else nothing happens.
    endSharedProcess(ticket.memory, ticket.process);
    space.release(row);
    // In this order: a worker that has said so may be ended at any time.
    endRow(space, row, status);
    this.#post({ version, type: 'ended', runId, row });
  }

  #runChildModule(message: ChildMessage, space: RunSpace): GuestEnd {
    const { runId, request, nextIno } = message;
    const { roots, limits } = this.#heldSetting(message.setting);
    const replica = this.#replica;
    replica.beginRun({ limits, usage: message.usage, nextIno, roots });
    return runGuest({
      vfs: replica.vfs,
      module: this.#module(request.moduleId),
      argv: request.argv,
      env: request.env,
      cwd: request.cwd,
      roots,
      programs: this.#programs,
      ...this.#streams(message, message.space),
      doorbell: createProcessDoorbell(space, request.row),
      limits,
      seat: this.#seat(runId, message.space, request.row),
      inherited: request,
    });
  }

  #streams(
    message: RunMessage | ChildMessage,
    channels: SharedArrayBuffer,
  ): Pick<GuestRun, 'input' | 'output' | 'terminal'> {
    const { runId } = message;
    return {
      input: message.hasInput ? new InputReader(channels, () => this.#post({ version, type: 'input', runId })) : null,
      output: new OutputWriter(channels, () => this.#post({ version, type: 'output', runId })),
      terminal: message.hasTerminal ? new SharedTerminal(channels) : null,
    };
  }

  #seat(runId: string, buffer: SharedArrayBuffer, row: number): SeatPlan {
    return {
      buffer,
      row,
      spawn: (request) => this.#post({ version, type: 'spawn', runId, request }, [request.ticket.state.buffer]),
      watchEnd: (watched) => this.#post({ version, type: 'signal', runId, ...watched }),
    };
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
      ...this.#streams(message, this.#channels),
      doorbell: createDoorbell(this.#channels),
      seat: this.#seat(runId, this.#channels, 0),
      limits,
    });
    if (end.kind === 'failed') throw new ExecutionError(end.code, end.message);
    return end;
  }

  #bringUpToDate(message: RunMessage | ChildMessage): void {
    if (message.full) {
      this.#replica = this.#createReplica();
      if (message.type === 'child')
        for (const [index, slab] of this.#slabs.entries()) this.#replica.addSlab(index, slab);
    }
    for (const [index, slab] of message.slabs) {
      this.#replica.addSlab(index, slab);
      if (message.type === 'child') this.#slabs[index] = slab;
    }
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

  #post(message: WorkerMessage, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}
