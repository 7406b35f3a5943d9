import { EDQUOT, EPIPE } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import type { Doorbell, InputChannel, OutputChannel } from '../channels/guest-io.ts';
import type { SharedChannels } from '../channels/shared-channels.ts';

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
  /** Called around every sleep; what it throws ends the call, or the guest. */
  heedSignals: (() => void) | null = null;
  /** Tells that a write of this process met the limit of output bytes. */
  exceeded = false;
  readonly #input: InputChannel | null;
  readonly #output: OutputChannel;
  #remainingBytes: number;
  readonly #maxOutputBytes: number;
  /** Not null while other processes use the channels, too. */
  #shared: SharedChannels | null = null;

  constructor({ input, output, doorbell, maxOutputBytes, beforeWait }: StdioOptions) {
    this.#input = input;
    this.#output = output;
    this.doorbell = doorbell;
    this.#remainingBytes = maxOutputBytes;
    this.#maxOutputBytes = maxOutputBytes;
    this.#beforeWait = beforeWait;
  }

  /** From here on other processes may use the channels; idempotent. */
  share(shared: SharedChannels): void {
    if (this.#shared !== null) return;
    this.#shared = shared;
    shared.addOutput(this.#maxOutputBytes - this.#remainingBytes);
  }

  /** Tells that a write of any process met the limit of output bytes. */
  get anyExceeded(): boolean {
    return this.exceeded || this.#shared?.isExceeded() === true;
  }

  /** Reads what is there; waits for the first byte or the end where `wait` says so, else -1. */
  read(target: Uint8Array, offset: number, length: number, wait: boolean): number {
    if (this.#input === null || length === 0) return 0;
    for (;;) {
      const seen = this.doorbell.count();
      const count =
        this.#shared === null
          ? this.#input.read(target, offset, length)
          : this.#shared.read(this.#input, target, offset, length);
      if (count >= 0 || !wait) return count;
      this.sleep(seen);
    }
  }

  /** Sleeps until the doorbell's count differs from `seen`, or the time is over. */
  sleep(seen: number, timeoutMs = Number.POSITIVE_INFINITY): void {
    this.#beforeWait();
    // A signal that came before `seen` was read rings no more.
    this.heedSignals?.();
    this.doorbell.wait(seen, timeoutMs);
    this.heedSignals?.();
  }

  /** Writes as many bytes as the limit leaves. Throws EDQUOT when it leaves none, EPIPE when nobody reads. */
  write(stream: 1 | 2, source: Uint8Array, offset: number, length: number): number {
    const shared = this.#shared;
    if (shared === null) return this.#write(stream, source, offset, length);
    shared.lockOutput();
    try {
      this.#remainingBytes = Math.max(0, this.#maxOutputBytes - shared.outputBytes());
      this.#output.resume?.();
      const count = this.#write(stream, source, offset, length);
      shared.addOutput(count);
      return count;
    } finally {
      if (this.exceeded) shared.noteExceeded();
      shared.unlockOutput();
    }
  }

  #write(stream: 1 | 2, source: Uint8Array, offset: number, length: number): number {
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
