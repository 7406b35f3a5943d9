/** The export that takes signals, in the C library of WASIX. */
const BLOCKED = '__wasm_signal_blocked';

/** What a program does about signals: the function that it named (`callback_signal`), if any. */
export class SignalHandler {
  #exports: WebAssembly.Exports = {};
  #name = '';

  /** Where the named functions are. */
  bind(exports: WebAssembly.Exports): void {
    this.#exports = exports;
  }

  /** Names the function; a name without one means none. */
  register(name: string): void {
    this.#name = name;
  }

  /** Signals wait until another name is given. */
  get isBlocked(): boolean {
    return this.#name === BLOCKED && this.function === null;
  }

  /** The function; null when there is none, and the default action counts. */
  get function(): ((signal: number) => void) | null {
    const named = this.#name === '' ? undefined : this.#exports[this.#name];
    return typeof named === 'function' ? (named as (signal: number) => void) : null;
  }
}
