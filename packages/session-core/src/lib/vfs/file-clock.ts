/** The time of file changes, in parts that stay small integers. */
export class FileClock {
  /** Seconds since the epoch, as of the last {@link FileClock.read}. */
  sec = 0;
  /** Nanoseconds within the second. */
  nsec = 0;
  readonly #originMs: number;
  readonly #nowMs: () => number;

  /**
   * @param originMs milliseconds since the epoch at which `nowMs` was 0
   * @param nowMs a monotonic clock in milliseconds with a fraction
   */
  constructor(originMs: number = performance.timeOrigin, nowMs: () => number = () => performance.now()) {
    this.#originMs = originMs;
    this.#nowMs = nowMs;
  }

  /** Takes the time. */
  read(): void {
    // Seconds are split off first: milliseconds since the epoch as one double would lose the nanoseconds.
    const originSec = Math.floor(this.#originMs / 1000);
    const ms = this.#originMs - originSec * 1000 + this.#nowMs();
    const sec = Math.floor(ms / 1000);
    this.sec = originSec + sec;
    this.nsec = Math.min(999_999_999, Math.floor((ms - sec * 1000) * 1e6));
  }
}
