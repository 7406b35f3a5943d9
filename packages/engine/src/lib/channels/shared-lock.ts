/** Set while somebody may sleep on the lock. */
const CONTENDED = 0x1000;
/** Looks at a lock this often before sleeping: what it guards takes a microsecond or less. */
const SPINS = 100;

/**
 * Takes a lock in shared memory. The word says who holds it, so that the lock of a killed process can be given back.
 *
 * @param owner 1 or more, unique among those who use the lock
 */
export function takeLock(words: Int32Array<SharedArrayBuffer>, index: number, owner: number): void {
  for (let spin = 0; spin < SPINS; spin++) {
    if (Atomics.compareExchange(words, index, 0, owner) === 0) return;
  }
  for (;;) {
    const held = Atomics.load(words, index);
    if (held === 0) {
      // Others may sleep, too, so whoever takes it after a sleep wakes the next.
      if (Atomics.compareExchange(words, index, 0, owner | CONTENDED) === 0) return;
    } else if ((held & CONTENDED) !== 0 || Atomics.compareExchange(words, index, held, held | CONTENDED) === held) {
      Atomics.wait(words, index, held | CONTENDED);
    }
  }
}

export function giveLock(words: Int32Array<SharedArrayBuffer>, index: number): void {
  if ((Atomics.exchange(words, index, 0) & CONTENDED) !== 0) Atomics.notify(words, index, 1);
}

/** Gives back a lock if `owner`, which runs no more, holds it. */
export function breakLock(words: Int32Array<SharedArrayBuffer>, index: number, owner: number): void {
  const held = Atomics.load(words, index);
  if ((held & ~CONTENDED) !== owner) return;
  Atomics.store(words, index, 0);
  Atomics.notify(words, index);
}
