import { LOCK_WORD } from './shared-layout.ts';

/** Somebody may sleep on the lock. */
const LOCK_CONTENDED = 1 << 30;
/** Tries before sleeping: an operation takes a microsecond or two, a sleep and a wake ten times that. */
const SPINS = 500;

/** Takes the lock for `process`; blocks. The lock is not recursive. */
export function takeLock(words: Int32Array, process: number): void {
  for (let spin = 0; spin < SPINS; spin++) {
    // Looking is cheap; an exchange takes the cache line away from the holder.
    if (Atomics.load(words, LOCK_WORD) === 0 && Atomics.compareExchange(words, LOCK_WORD, 0, process) === 0) return;
  }
  for (;;) {
    const held = Atomics.load(words, LOCK_WORD);
    if (held === 0) {
      // Others may sleep: who slept takes it as contended, so that its release wakes the next.
      if (Atomics.compareExchange(words, LOCK_WORD, 0, process | LOCK_CONTENDED) === 0) return;
    } else {
      const contended = held | LOCK_CONTENDED;
      if (held === contended || Atomics.compareExchange(words, LOCK_WORD, held, contended) === held) {
        Atomics.wait(words, LOCK_WORD, contended);
      }
    }
  }
}

export function releaseLock(words: Int32Array): void {
  const held = Atomics.exchange(words, LOCK_WORD, 0);
  if ((held & LOCK_CONTENDED) !== 0) Atomics.notify(words, LOCK_WORD, 1);
}

/**
 * Releases the lock for a process that no longer runs. All sleepers are woken in any case: it may have died after it let
 * go of the lock but before it woke the next, or after it was woken but before it took the lock.
 */
export function breakLock(words: Int32Array, process: number): void {
  const held = Atomics.load(words, LOCK_WORD);
  if ((held & ~LOCK_CONTENDED) === process) Atomics.compareExchange(words, LOCK_WORD, held, 0);
  Atomics.notify(words, LOCK_WORD);
}
