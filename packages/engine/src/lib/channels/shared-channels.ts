import type { InputChannel } from './guest-io.ts';
import type { RunSpace } from './run-space.ts';
import { giveLock, takeLock } from './shared-lock.ts';
import { SPACE_EXCEEDED_WORD, SPACE_INPUT_LOCK_WORD, SPACE_OUTPUT_LOCK_WORD } from './space-layout.ts';

/** Keeps the processes of a run apart while they use its standard streams. */
export class SharedChannels {
  readonly #space: RunSpace;
  readonly #owner: number;

  constructor(space: RunSpace, row: number) {
    this.#space = space;
    this.#owner = row + 1;
  }

  read(input: InputChannel, target: Uint8Array, offset: number, length: number): number {
    const lock = this.#space.header(SPACE_INPUT_LOCK_WORD);
    takeLock(this.#space.words, lock, this.#owner);
    try {
      return input.read(target, offset, length);
    } finally {
      giveLock(this.#space.words, lock);
    }
  }

  /** To be held while the output is written to, also while that waits for the host. */
  lockOutput(): void {
    takeLock(this.#space.words, this.#space.header(SPACE_OUTPUT_LOCK_WORD), this.#owner);
  }

  unlockOutput(): void {
    giveLock(this.#space.words, this.#space.header(SPACE_OUTPUT_LOCK_WORD));
  }

  /** Bytes of output that all processes have written. */
  outputBytes(): number {
    return this.#space.floats[this.#space.outputBytes()] ?? 0;
  }

  addOutput(bytes: number): void {
    this.#space.floats[this.#space.outputBytes()] = this.outputBytes() + bytes;
  }

  /** Some process met the limit of output. */
  noteExceeded(): void {
    Atomics.store(this.#space.words, this.#space.header(SPACE_EXCEEDED_WORD), 1);
  }

  isExceeded(): boolean {
    return Atomics.load(this.#space.words, this.#space.header(SPACE_EXCEEDED_WORD)) === 1;
  }
}
