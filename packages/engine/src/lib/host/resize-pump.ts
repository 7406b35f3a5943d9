import { ExecutionError } from '@aletheia-works/errors';
import type { TerminalSize } from '@aletheia-works/session-core/internal';
import { TERMINAL_COLUMNS_WORD, TERMINAL_ROWS_WORD } from '../channels/channel-layout.ts';
import { ringDoorbell } from '../channels/doorbell.ts';

const MAX_CELLS = 65_535;

/** Carries the sizes of a terminal to the guest as they change. */
export class ResizePump {
  readonly #reader: ReadableStreamDefaultReader<TerminalSize>;
  #stopped = false;

  /** @throws TypeError when the stream is locked */
  constructor(
    sizes: ReadableStream<TerminalSize>,
    control: Int32Array<SharedArrayBuffer>,
    failed: (error: ExecutionError) => void,
  ) {
    this.#reader = sizes.getReader();
    this.#pump(control).catch((cause: unknown) => {
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

  async #pump(control: Int32Array<SharedArrayBuffer>): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (this.#stopped) return;
      if (done) return this.stop();
      const { columns, rows } = value;
      if (!isCells(columns) || !isCells(rows)) {
        throw new RangeError('Cannot resize the terminal: columns and rows are whole numbers from 1 to 65535');
      }
      Atomics.store(control, TERMINAL_COLUMNS_WORD, columns);
      Atomics.store(control, TERMINAL_ROWS_WORD, rows);
      ringDoorbell(control);
    }
  }
}

const isCells = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_CELLS;
