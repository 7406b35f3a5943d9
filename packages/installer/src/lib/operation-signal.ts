import { ExecutionError } from '@aletheia-works/errors';
import type { InstallClock } from './install-clock.ts';

/** A signal that also aborts when time is up. */
export interface TimedSignal {
  /** Its reason is always an `ExecutionError`. */
  readonly signal: AbortSignal;
  /** Stops the timer and lets go of the parent. */
  end(): void;
}

/**
 * A child of `parent` that aborts with `TIMEOUT` after `limitMs`.
 *
 * @param what names what takes too long, as in `Cannot <what>: …`
 * @param onTimeout runs before anyone learns of the time-out
 */
export function createTimedSignal(
  parent: AbortSignal,
  limitMs: number,
  clock: InstallClock,
  what: string,
  onTimeout?: () => void,
): TimedSignal {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent.reason);
  const stopTimer = clock.setTimer(() => {
    onTimeout?.();
    controller.abort(new ExecutionError('TIMEOUT', `Cannot ${what}: it took longer than ${limitMs} ms`));
  }, limitMs);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    end: () => {
      stopTimer();
      parent.removeEventListener('abort', follow);
    },
  };
}

/** Settles like `promise`, or rejects with the signal's reason as soon as it aborts. A late rejection is swallowed. */
export function raceSignal<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort);
        reject(error);
      },
    );
  });
}
