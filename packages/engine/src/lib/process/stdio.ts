import { EDQUOT, EPIPE } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import type { Doorbell, InputChannel, OutputChannel } from '../channels/guest-io.ts';

/** Options of {@link Stdio}. */
export interface StdioOptions {
  /** Null: end of file from the start. */
  readonly input: InputChannel | null;
  readonly output: OutputChannel;
  readonly doorbell: Doorbell;
  /** Bytes of stdout and stderr together. */
  readonly maxOutputBytes: number;
  beforeWait(): void;
}

/** The channels behind a process's standard streams. */
export class Stdio {
  readonly doorbell: Doorbell;
  /** Called before a read waits: time passes then. */
  readonly #beforeWait: () => void;
  /** Tells that a write met the limit of output bytes. */
  exceeded = false;
  readonly #input: InputChannel | null;
  readonly #output: OutputChannel;
  #remainingBytes: number;

  constructor({ input, output, doorbell, maxOutputBytes, beforeWait }: StdioOptions) {
    this.#input = input;
    this.#output = output;
    this.doorbell = doorbell;
    this.#remainingBytes = maxOutputBytes;
    this.#beforeWait = beforeWait;
  }

  /** Reads what is there; waits for the first byte or the end where `wait` says so, else -1. */
  read(target: Uint8Array, offset: number, length: number, wait: boolean): number {
    if (this.#input === null || length === 0) return 0;
    for (;;) {
      const seen = this.doorbell.count();
      const count = this.#input.read(target, offset, length);
      if (count >= 0 || !wait) return count;
      this.sleep(seen);
    }
  }

  /** Sleeps until the doorbell's count differs from `seen`. */
  sleep(seen: number): void {
    this.#beforeWait();
    this.doorbell.wait(seen, Number.POSITIVE_INFINITY);
  }

  /** Writes as many bytes as the limit leaves. Throws EDQUOT when it leaves none, EPIPE when nobody reads. */
  write(stream: 1 | 2, source: Uint8Array, offset: number, length: number): number {
    let allowed = length;
    if (length > this.#remainingBytes) {
      this.exceeded = true;
      allowed = this.#remainingBytes;
      if (allowed === 0) refuse(EDQUOT);
    }
    const count = this.#output.write(stream, source, offset, allowed);
    if (count < 0) refuse(EPIPE);
    this.#remainingBytes -= count;
    return count;
  }

  /** Bytes of input there are now, 0 at the end, -1 when none are there yet. */
  readable(): number {
    if (this.#input === null) return 0;
    const count = this.#input.available();
    if (count === 0) return -1;
    return Math.max(0, count);
  }

  /** Tells that the input has ended and all of it was read. */
  ended(): boolean {
    return this.#input === null || this.#input.available() < 0;
  }
}
