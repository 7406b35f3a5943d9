import { ExecutionError } from '@aletheia-works/errors';
import type { InputWriter } from '../channels/input-writer.ts';
import type { GuestTerminal } from '../terminal/guest-terminal.ts';
import { LineDiscipline } from '../terminal/line-discipline.ts';

/** What is typed ahead at most before the stream has to wait. Bytes. */
const MAX_AHEAD_BYTES = 1024 * 1024;
/** After so many bytes other events get their turn: a stream that always has more would keep them all off. */
const TURN_BYTES = 64 * 1024;

/** What a {@link TerminalPump} does things with. */
export interface TerminalLine {
  readonly stream: ReadableStream<Uint8Array>;
  readonly writer: InputWriter;
  readonly terminal: GuestTerminal;
  /** Shows bytes. */
  echo(bytes: Uint8Array<ArrayBuffer>): void;
  signal(signal: number): void;
  /** Told when the stream errors or yields something that is no `Uint8Array`. */
  failed(error: ExecutionError): void;
  soon(callback: () => void): void;
}

/**
 * Feeds a terminal's keys through the line discipline to the guest. The stream is read ahead: keys are echoed, and an
 * interrupt key is seen, while the guest computes. Lines are handed over one by one, since a read gives one at most.
 */
export class TerminalPump {
  readonly #line: TerminalLine;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #discipline = new LineDiscipline();
  /** Of the piece that did not fit into the ring whole. */
  #rest: Uint8Array | null = null;
  #restOffset = 0;
  #isReading = false;
  #hasEnded = false;
  #stopped = false;

  /** @throws TypeError when the stream is locked */
  constructor(line: TerminalLine) {
    this.#line = line;
    this.#reader = line.stream.getReader();
    void this.#fetch();
  }

  /** The guest asked for input. */
  wanted(): void {
    if (this.#stopped || !this.#line.writer.isWanted()) return;
    this.#discipline.settle(this.#line.terminal.modes);
    this.#offer();
    if (!this.#isReading && !this.#hasEnded && this.#hasRoom()) void this.#fetch();
  }

  /** Unlocks the stream, which is not cancelled. What was typed ahead is lost with the run. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#reader.releaseLock();
  }

  #hasRoom(): boolean {
    return this.#discipline.waitingBytes < MAX_AHEAD_BYTES;
  }

  async #fetch(): Promise<void> {
    const { terminal, echo, signal, failed, soon } = this.#line;
    this.#isReading = true;
    try {
      for (let turn = 0; this.#hasRoom(); ) {
        const { done, value } = await this.#reader.read();
        if (this.#stopped) return;
        if (done) {
          this.#hasEnded = true;
          this.#discipline.end();
          this.#offer();
          break;
        }
        if (!(value instanceof Uint8Array)) {
          throw new ExecutionError('EXECUTION', 'Cannot read stdin: a chunk of the stream is no Uint8Array');
        }
        const effects = this.#discipline.feed(value, terminal.modes);
        if (effects.echo.length > 0) echo(effects.echo);
        for (const number of effects.signals) signal(number);
        if (this.#stopped) return;
        this.#offer();
        turn += value.byteLength + 1;
        if (turn < TURN_BYTES) continue;
        turn = 0;
        await new Promise<void>((resolve) => soon(resolve));
        if (this.#stopped) return;
      }
      this.#isReading = false;
    } catch (error) {
      // A read that was pending when the lock was released rejects; the run is over by then.
      if (this.#stopped) return;
      failed(
        error instanceof ExecutionError
          ? error
          : new ExecutionError('EXECUTION', 'Cannot read stdin: its stream failed', { cause: error }),
      );
    }
  }

  /** Puts into the ring what a read may see now. */
  #offer(): void {
    const { writer } = this.#line;
    for (;;) {
      if (this.#rest === null) {
        const piece = this.#discipline.first;
        if (piece === undefined) {
          if (this.#hasEnded) writer.end();
          return;
        }
        if (writer.isAtEnd || (piece.kind !== 'bytes' && !writer.isEmpty)) return;
        this.#discipline.shift();
        if (piece.kind === 'end') {
          writer.endOnce();
          return;
        }
        this.#rest = piece.bytes;
        this.#restOffset = 0;
      }
      this.#restOffset += writer.put(this.#rest, this.#restOffset);
      if (this.#restOffset < this.#rest.length) return;
      this.#rest = null;
    }
  }
}
