/**
 * What a guest's descriptors talk to inside the worker. Types only; the shared-memory rings behind them lie beside this
 * file, and tests may put anything else in their place.
 */

/** The word that every event of a process rings: input, space in a pipe, a signal, the end of the run. */
export interface Doorbell {
  /** The current count of events. Read it before looking at any channel, then wait on it. */
  count(): number;
  /**
   * Sleeps until the count differs from `seen`, or the time is over. Returns at once when it already differs.
   *
   * @param timeoutMs milliseconds, Infinity for no limit
   */
  wait(seen: number, timeoutMs: number): void;
}

/** Bytes on their way to the guest. */
export interface InputChannel {
  /** Takes up to `length` bytes into `target` at `offset`. Returns how many, 0 at end of file, -1 when none are there yet. */
  read(target: Uint8Array, offset: number, length: number): number;
  /** How many bytes are there; -1 at end of file. */
  available(): number;
}

/** Bytes on their way from the guest. */
export interface OutputChannel {
  /**
   * Writes all bytes, blocking while the host is behind. Returns how many were taken; -1 when nobody reads any more.
   *
   * @param stream 1 for stdout, 2 for stderr
   */
  write(stream: 1 | 2, source: Uint8Array, offset: number, length: number): number;
  /** Looks anew at where the channel stands, after another process may have written to it. */
  resume?(): void;
}
