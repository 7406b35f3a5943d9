import type { TerminalSize } from '@aletheia-works/session-core/internal';
import {
  controlWords,
  TERMINAL_COLUMNS_WORD,
  TERMINAL_MODES_WORD,
  TERMINAL_ROWS_WORD,
} from '../channels/channel-layout.ts';

/** A terminal as the guest has it: a size that the host sets, and modes that the guest sets. */
export interface GuestTerminal extends TerminalSize {
  /** See terminal-modes.ts. */
  modes: number;
}

/** The terminal of a run, as it is at the moment. Both sides make one. */
export class SharedTerminal implements GuestTerminal {
  readonly #control: Int32Array<SharedArrayBuffer>;

  constructor(channels: SharedArrayBuffer) {
    this.#control = controlWords(channels);
  }

  get columns(): number {
    return Atomics.load(this.#control, TERMINAL_COLUMNS_WORD);
  }

  get rows(): number {
    return Atomics.load(this.#control, TERMINAL_ROWS_WORD);
  }

  get modes(): number {
    return Atomics.load(this.#control, TERMINAL_MODES_WORD);
  }

  set modes(modes: number) {
    Atomics.store(this.#control, TERMINAL_MODES_WORD, modes);
  }

  resize({ columns, rows }: TerminalSize): void {
    Atomics.store(this.#control, TERMINAL_COLUMNS_WORD, columns);
    Atomics.store(this.#control, TERMINAL_ROWS_WORD, rows);
  }
}
