import { controlWords, SIGNAL_HANDLER_WORD } from '../channels/channel-layout.ts';
import { RunSpace } from '../channels/run-space.ts';
import { PROCESS_SIGNALS_WORD } from '../channels/space-layout.ts';
import { signalRow } from '../process/process-table.ts';

/** How long a process may go on after a signal without a call, before it is ended. Milliseconds. */
const HEED_MS = 100;
/** The same for one with a function of its own for signals, which ends it in order once it makes a call. Milliseconds. */
const HANDLE_MS = 1000;

/**
 * Sends signals to the first process of a run and sees to it that they are heeded: WebAssembly cannot be interrupted, so
 * a process that computes without a call can only be ended whole. The same signal again, while one is long unheeded, does
 * so at once.
 */
export class SignalWatch {
  readonly #channels: SharedArrayBuffer;
  readonly #ignored: (signal: number) => void;
  #space: RunSpace | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = 0;

  /** @param ignored told of a signal that was not heeded in time */
  constructor(channels: SharedArrayBuffer, ignored: (signal: number) => void) {
    this.#channels = channels;
    this.#ignored = ignored;
  }

  send(signal: number, mustHeed: boolean): void {
    const space = this.#space ?? new RunSpace(this.#channels);
    this.#space = space;
    const isPending = (): boolean =>
      (Atomics.load(space.words, space.process(0, PROCESS_SIGNALS_WORD)) & (1 << signal)) !== 0;
    const now = performance.now();
    if (mustHeed && isPending()) {
      if (now - this.#sentAt >= HEED_MS) this.#ignored(signal);
      return;
    }
    signalRow(space, 0, signal);
    if (!mustHeed) return;
    this.#sentAt = now;
    const hasHandler = Atomics.load(controlWords(this.#channels), SIGNAL_HANDLER_WORD) === 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        if (isPending()) this.#ignored(signal);
      },
      hasHandler ? HANDLE_MS : HEED_MS,
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
