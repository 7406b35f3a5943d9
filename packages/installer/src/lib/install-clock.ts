/** Time as the installer sees it; injectable, so that limits can be tested without waiting. */
export interface InstallClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once after `delayMs` milliseconds; the returned function takes that back. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

/** The clock and timers of the platform. */
export const systemClock: InstallClock = Object.freeze({
  now: () => Date.now(),
  setTimer: (callback: () => void, delayMs: number) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
});

/** ISO 8601 in UTC with a numeric offset, such as `2026-01-31T12:00:00.000+00:00`. */
export function formatTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '+00:00');
}
