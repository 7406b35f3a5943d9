import type { ReadStream } from 'node:tty';

/** Signals that end the process before Node.js has given the terminal back; it does for SIGINT and SIGTERM. */
const END_SIGNALS = ['SIGHUP', 'SIGQUIT'] as const;

/**
 * Lets the user's terminal hand on every key, and gives it back as it was, whatever ends the process: Node.js itself sees
 * to it at an exit and after an exception.
 */
export class KeyMode {
  readonly #terminal: ReadStream;
  #isOn = false;
  readonly #endBySignal = (signal: NodeJS.Signals): void => {
    this.leave();
    process.kill(process.pid, signal);
  };

  constructor(terminal: ReadStream) {
    this.#terminal = terminal;
  }

  /** Idempotent. */
  enter(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#terminal.setRawMode(true);
    for (const signal of END_SIGNALS) process.on(signal, this.#endBySignal);
  }

  /** Idempotent. */
  leave(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    for (const signal of END_SIGNALS) process.off(signal, this.#endBySignal);
    this.#terminal.setRawMode(false);
  }
}
