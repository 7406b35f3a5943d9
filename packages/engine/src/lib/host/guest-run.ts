import { ExecutionError, fromErrorWire } from '@aletheia-works/errors';
import type { RunExit, RunRequest } from '@aletheia-works/session-core/internal';
import { controlWords, resetChannels, TERMINAL_COLUMNS_WORD, TERMINAL_ROWS_WORD } from '../channels/channel-layout.ts';
import { InputWriter } from '../channels/input-writer.ts';
import { OutputReader } from '../channels/output-reader.ts';
import { PROTOCOL_VERSION, type RunReport } from '../protocol.ts';
import { deferred } from './deferred.ts';
import { type GuestWorker, toProgramWire } from './guest-worker.ts';
import { OutputDrain } from './output-drain.ts';
import { ResizePump } from './resize-pump.ts';
import { StdinPump } from './stdin-pump.ts';

const NO_CHANGES = new Uint8Array(0);

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
  #stdin: StdinPump | null = null;
  #resize: ResizePump | null = null;
  #over = false;
  #deliveryError: ExecutionError | null = null;
  readonly #resolve: (exit: RunExit) => void;
  readonly #reject: (error: ExecutionError) => void;

  /** @param discard ends the worker for good; resolves when it runs no more */
  constructor(
    worker: GuestWorker,
    request: RunRequest,
    soon: (callback: () => void) => void,
    discard: () => Promise<void>,
  ) {
    this.#worker = worker;
    this.#request = request;
    this.#discard = discard;
    const { promise, resolve, reject } = deferred<RunExit>();
    this.exit = promise;
    this.#resolve = resolve;
    this.#reject = reject;
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
    const control = controlWords(this.#worker.channels);
    try {
      if (stdin !== null) {
        const input = new InputWriter(this.#worker.channels);
        this.#stdin = new StdinPump(stdin, input, terminal !== null, (error) => this.abort(error));
      }
      if (terminal !== null) {
        Atomics.store(control, TERMINAL_COLUMNS_WORD, terminal.columns);
        Atomics.store(control, TERMINAL_ROWS_WORD, terminal.rows);
        if (terminal.resize) this.#resize = new ResizePump(terminal.resize, control, (error) => this.abort(error));
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

  /** Ends the run and its worker, delivers the output so far, and rejects with `error`. */
  abort(error: ExecutionError): void {
    if (!this.#end()) return;
    // A write that waits for space goes on, so that the guest sees EPIPE rather than nothing.
    this.#output.close();
    const fail = (): void => {
      this.#drain.finish();
      this.#reject(error);
    };
    this.#discard().then(fail, fail);
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
    this.#drain.finish();
    if (this.#deliveryError !== null) this.#reject(this.#deliveryError);
    else conclude();
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
    this.#worker.setBusy(false);
    return true;
  }
}
