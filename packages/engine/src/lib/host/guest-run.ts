import { ExecutionError, fromErrorWire } from '@aletheia-works/errors';
import type { RunExit, RunRequest } from '@aletheia-works/session-core/internal';
import { resetChannels } from '../channels/channel-layout.ts';
import { InputWriter } from '../channels/input-writer.ts';
import { OutputReader } from '../channels/output-reader.ts';
import { PROTOCOL_VERSION, type RunReport } from '../protocol.ts';
import { SharedTerminal } from '../terminal/guest-terminal.ts';
import { COOKED_MODES } from '../terminal/terminal-modes.ts';
import { deferred } from './deferred.ts';
import { type GuestWorker, toProgramWire } from './guest-worker.ts';
import { OutputDrain } from './output-drain.ts';
import { ResizePump } from './resize-pump.ts';
import type { RunProcesses } from './run-processes.ts';
import { SignalWatch } from './signal-watch.ts';
import { StdinPump } from './stdin-pump.ts';
import { TerminalPump } from './terminal-pump.ts';

const NO_CHANGES = new Uint8Array(0);
/** By its number in preview 1. */
const SIGWINCH = 27;

/** Makes what starts and ends the processes beside the first. */
export type ShareRun = (
  request: RunRequest,
  channels: SharedArrayBuffer,
  report: (message: RunReport) => void,
) => RunProcesses;

/**
 * One run on one worker, from the message that starts it to the end of its output. It ends once, whatever happens: by
 * the guest, by a failure, or by {@link GuestRun.abort}.
 */
export class GuestRun {
  /** Resolves when the guest ended by itself. Rejects after the worker, if it was still running, has been ended. */
  readonly exit: Promise<RunExit>;
  readonly #worker: GuestWorker;
  readonly #request: RunRequest;
  readonly #drain: OutputDrain;
  readonly #output: OutputReader;
  readonly #discard: () => Promise<void>;
  readonly #shareRun: () => RunProcesses;
  /** The processes beside the first; null before there was one. */
  #processes: RunProcesses | null = null;
  #stdin: StdinPump | TerminalPump | null = null;
  #resize: ResizePump | null = null;
  readonly #signals: SignalWatch;
  readonly #soon: (callback: () => void) => void;
  #over = false;
  #deliveryError: ExecutionError | null = null;
  readonly #resolve: (exit: RunExit) => void;
  readonly #reject: (error: ExecutionError) => void;

  /**
   * @param discard ends the worker for good; resolves when it runs no more
   * @param shareRun called when the guest asks for a second process
   */
  constructor(
    worker: GuestWorker,
    request: RunRequest,
    soon: (callback: () => void) => void,
    discard: () => Promise<void>,
    shareRun: ShareRun,
  ) {
    this.#worker = worker;
    this.#request = request;
    this.#discard = discard;
    this.#shareRun = () => shareRun(request, worker.channels, (message) => this.#receive(message));
    const { promise, resolve, reject } = deferred<RunExit>();
    this.exit = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#soon = soon;
    this.#signals = new SignalWatch(worker.channels, (signal) => this.#endBySignal(signal));
    resetChannels(worker.channels);
    this.#output = new OutputReader(worker.channels);
    this.#drain = new OutputDrain(
      this.#output,
      ({ stream, data }) => request.onOutput(stream, data),
      (error) => this.#deliveryFailed(error),
      soon,
    );
  }

  /** Sends the guest off. */
  begin(): void {
    const { files, program, stdin, terminal } = this.#request;
    try {
      if (terminal !== null) this.#attach(terminal);
      else if (stdin !== null) {
        const input = new InputWriter(this.#worker.channels);
        this.#stdin = new StdinPump(stdin, input, (error) => this.abort(error), this.#soon);
      }
      this.#worker.listener = { message: (message) => this.#receive(message), died: (error) => this.#died(error) };
      this.#worker.setBusy(true);
      const held = this.#worker.bringUpToDate(this.#request);
      this.#worker.post(
        {
          version: PROTOCOL_VERSION,
          type: 'run',
          runId: this.#request.runId,
          ...held,
          nextIno: files.nextIno,
          usage: files.usage,
          program: toProgramWire(program),
          argv: this.#request.argv,
          hasInput: stdin !== null,
          hasTerminal: terminal !== null,
        },
        held.sync === null ? [] : [held.sync.buffer],
      );
    } catch (cause) {
      this.abort(
        new ExecutionError('EXECUTION', 'Cannot start the run: the worker could not be told of it', { cause }),
      );
    }
  }

  #attach(size: NonNullable<RunRequest['terminal']>): void {
    const { stdin } = this.#request;
    const terminal = new SharedTerminal(this.#worker.channels);
    const failed = (error: ExecutionError): void => this.abort(error);
    terminal.resize(size);
    terminal.modes = COOKED_MODES;
    if (size.resize) {
      this.#resize = new ResizePump(size.resize, terminal, () => this.#signal(SIGWINCH, false), failed, this.#soon);
    }
    if (stdin === null) return;
    this.#stdin = new TerminalPump({
      stream: stdin,
      writer: new InputWriter(this.#worker.channels),
      terminal,
      echo: (data) => this.#drain.interject({ stream: 'stdout', data }),
      signal: (signal) => this.#signal(signal, true),
      failed,
      soon: this.#soon,
    });
  }

  /** Sends a signal of the terminal to all processes: they are its one foreground group. */
  #signal(signal: number, mustHeed: boolean): void {
    if (this.#over) return;
    this.#processes?.signalAll(signal, mustHeed);
    this.#signals.send(signal, mustHeed);
  }

  /** The first process does not heed a signal: it is ended from outside, and with it what it did to the files. */
  #endBySignal(signal: number): void {
    const { nextIno } = this.#request.files;
    this.#cut(() => this.#resolve({ exitCode: 128 + signal, changes: NO_CHANGES, nextIno, exceeded: null }));
  }

  /** Ends the run and its worker, delivers the output so far, and rejects with `error`. */
  abort(error: ExecutionError): void {
    this.#cut(() => this.#reject(error));
  }

  #cut(conclude: () => void): void {
    if (!this.#end()) return;
    // A write that waits for space goes on, so that the guest sees EPIPE rather than nothing.
    this.#output.close();
    const finish = (): void => {
      this.#drain.finish();
      conclude();
    };
    Promise.all([this.#discard(), this.#processes?.terminate()]).then(finish, finish);
  }

  #receive(message: RunReport): void {
    if (this.#over || message.runId !== this.#request.runId) return;
    switch (message.type) {
      case 'output':
        this.#drain.wake();
        break;
      case 'input':
        this.#stdin?.wanted();
        break;
      case 'slab':
        this.#adopt(message.index, message.slab);
        break;
      case 'spawn':
        this.#processes ??= this.#shareRun();
        this.#processes.start(message.request);
        break;
      case 'signal':
        this.#processes?.watch(message);
        break;
      case 'ended':
        break;
      case 'exit': {
        const { exitCode, changes, nextIno, exceeded } = message;
        this.#guestEnded(() => this.#resolve({ exitCode, changes: changes ?? NO_CHANGES, nextIno, exceeded }));
        break;
      }
      case 'failed':
        this.#guestEnded(() => this.#reject(fromErrorWire(message.error)));
        break;
    }
  }

  #adopt(index: number, slab: SharedArrayBuffer): void {
    try {
      this.#request.files.adoptSlab(index, slab);
      this.#worker.slabs = index + 1;
    } catch (cause) {
      this.abort(new ExecutionError('EXECUTION', 'Cannot take over memory that the run set aside', { cause }));
    }
  }

  /** The worker is idle again, also after a trap: what it wrote is in the ring, and nothing follows. */
  #guestEnded(conclude: () => void): void {
    if (!this.#end()) return;
    const finish = (): void => {
      this.#drain.finish();
      if (this.#deliveryError !== null) this.#reject(this.#deliveryError);
      else conclude();
    };
    if (this.#processes === null) finish();
    else this.#processes.finish().then(finish, finish);
  }

  #deliveryFailed(cause: unknown): void {
    const error = new ExecutionError('EXECUTION', 'Cannot deliver output: the callback threw', { cause });
    if (this.#over) this.#deliveryError = error;
    else this.abort(error);
  }

  #died(error: ExecutionError): void {
    this.abort(error);
  }

  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#worker.listener = null;
    this.#stdin?.stop();
    this.#resize?.stop();
    this.#signals.stop();
    this.#worker.setBusy(false);
    return true;
  }
}
