import type { ReadStream } from 'node:tty';

/**
 * Lets the user's terminal hand on every key, and gives it back as it was. When the process ends without {@link
 * KeyMode.leave}, by an exception or a signal such as SIGTERM, Node.js gives it back.
 */
export class KeyMode {
  readonly #terminal: ReadStream;
  #isOn = false;

  constructor(terminal: ReadStream) {
    this.#terminal = terminal;
  }

  /** Idempotent. */
  enter(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#terminal.setRawMode(true);
  }

  /** Idempotent. */
  leave(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#terminal.setRawMode(false);
  }
}
