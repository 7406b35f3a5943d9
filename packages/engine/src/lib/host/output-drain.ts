import { OUTPUT_BYTES } from '../channels/channel-layout.ts';
import type { OutputPiece, OutputReader } from '../channels/output-reader.ts';

/** How long one turn may deliver before other events get theirs. Milliseconds. */
const TURN_BUDGET_MS = 8;
/** After output was found the ring is looked at again that much later, without a message for each write. Milliseconds. */
const RECHECK_MS = 1;
/** A turn that found more than this looks again at once. Bytes. */
const BUSY_BYTES = OUTPUT_BYTES / 8;

/**
 * Carries output from the ring to its receiver: at once for the first bytes after a pause, then in chunks of what has
 * gathered. When the ring stays empty it goes back to sleep, to be woken by a message.
 */
export class OutputDrain {
  readonly #reader: OutputReader;
  readonly #deliver: (piece: OutputPiece) => void;
  readonly #soon: (callback: () => void) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scheduled = false;
  #stopped = false;
  #failed: ((error: unknown) => void) | null;

  /** @param failed told once of an error that `deliver` threw, or of a ring that holds nonsense; nothing comes after it */
  constructor(
    reader: OutputReader,
    deliver: (piece: OutputPiece) => void,
    failed: (error: unknown) => void,
    soon: (callback: () => void) => void,
  ) {
    this.#reader = reader;
    this.#deliver = deliver;
    this.#failed = failed;
    this.#soon = soon;
  }

  /** The worker wrote something while the ring was armed. */
  wake(): void {
    if (!this.#scheduled) this.#turn();
  }

  /** Delivers something of the host's own, after what is in the ring. */
  interject(piece: OutputPiece): void {
    if (this.#stopped) return;
    this.#guard(() => {
      const end = performance.now() + TURN_BUDGET_MS;
      while (performance.now() < end) {
        const written = this.#reader.take();
        if (written === null) break;
        this.#deliver(written);
        if (this.#stopped) return;
      }
      this.#deliver(piece);
    });
  }

  /** Delivers what is left and stops. Only when nothing is written any more. */
  finish(): void {
    this.#stop();
    this.#guard(() => {
      for (let piece = this.#reader.take(); piece !== null; piece = this.#reader.take()) this.#deliver(piece);
    });
    this.#failed = null;
  }

  #stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #turn(): void {
    this.#scheduled = false;
    if (this.#stopped) return;
    let found = 0;
    const ok = this.#guard(() => {
      const end = performance.now() + TURN_BUDGET_MS;
      do {
        const piece = this.#reader.take();
        if (piece === null) break;
        found += piece.data.byteLength;
        this.#deliver(piece);
      } while (!this.#stopped && performance.now() < end);
    });
    if (!ok || this.#stopped) return;
    if (found === 0 && this.#reader.arm()) return;
    this.#scheduled = true;
    if (found === 0 || found > BUSY_BYTES) this.#soon(() => this.#turn());
    else this.#timer = setTimeout(() => this.#turn(), RECHECK_MS);
  }

  #guard(action: () => void): boolean {
    if (this.#failed === null) return false;
    try {
      action();
      return true;
    } catch (error) {
      const failed = this.#failed;
      this.#failed = null;
      this.#stop();
      failed?.(error);
      return false;
    }
  }
}
