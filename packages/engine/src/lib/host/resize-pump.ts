import { ExecutionError } from '@aletheia-works/errors';
import type { TerminalSize } from '@aletheia-works/session-core/internal';
import type { SharedTerminal } from '../terminal/guest-terminal.ts';

const MAX_CELLS = 65_535;

/** Carries the sizes of a terminal to the guest as they change. */
export class ResizePump {
  readonly #reader: ReadableStreamDefaultReader<TerminalSize>;
  #stopped = false;

  /**
   * @param resized told after each change
   * @param soon calls back after the host's other work
   * @throws TypeError when the stream is locked
   */
  constructor(
    sizes: ReadableStream<TerminalSize>,
    terminal: SharedTerminal,
    resized: () => void,
    failed: (error: ExecutionError) => void,
    soon: (callback: () => void) => void,
  ) {
    this.#reader = sizes.getReader();
    this.#pump(terminal, resized, soon).catch((cause: unknown) => {
      if (this.#stopped) return;
      failed(new ExecutionError('EXECUTION', 'Cannot resize the terminal: its stream failed', { cause }));
    });
  }

  /** Unlocks the stream. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#reader.releaseLock();
  }

  async #pump(terminal: SharedTerminal, resized: () => void, soon: (callback: () => void) => void): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (this.#stopped) return;
      if (done) return this.stop();
      const { columns, rows } = value;
      if (!isCells(columns) || !isCells(rows)) {
        throw new RangeError('Cannot resize the terminal: columns and rows are whole numbers from 1 to 65535');
      }
      terminal.resize(value);
      resized();
      // A stream that always has a size at hand would let no timer fire.
      await new Promise<void>((resolve) => soon(resolve));
      if (this.#stopped) return;
    }
  }
}

const isCells = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_CELLS;
