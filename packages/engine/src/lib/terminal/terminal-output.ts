import type { OutputChannel } from '../channels/guest-io.ts';
import type { GuestTerminal } from './guest-terminal.ts';
import { MODE_LINE_FEEDS } from './terminal-modes.ts';

const LF = 0x0a;
const CR = 0x0d;
/** Bytes of the guest's that are changed at once; twice as many may come of them. */
const PIECE_BYTES = 4096;

/** Output to a terminal: line feeds get a carriage return before them while the terminal's modes say so (ONLCR). */
export class TerminalOutput implements OutputChannel {
  readonly #output: OutputChannel;
  readonly #terminal: GuestTerminal;
  readonly #piece = new Uint8Array(2 * PIECE_BYTES);

  constructor(output: OutputChannel, terminal: GuestTerminal) {
    this.#output = output;
    this.#terminal = terminal;
  }

  /** Counts the guest's own bytes. */
  write(stream: 1 | 2, source: Uint8Array, offset: number, length: number): number {
    if ((this.#terminal.modes & MODE_LINE_FEEDS) === 0) return this.#output.write(stream, source, offset, length);
    const piece = this.#piece;
    for (let done = 0; ; ) {
      const end = Math.min(length, done + PIECE_BYTES);
      let size = 0;
      for (let at = done; at < end; at++) {
        const byte = source[offset + at] ?? 0;
        if (byte === LF) piece[size++] = CR;
        piece[size++] = byte;
      }
      const taken = this.#output.write(stream, piece, 0, size);
      if (taken < size) return done > 0 ? done : -1;
      done = end;
      if (done === length) return done;
    }
  }

  resume(): void {
    this.#output.resume?.();
  }
}
