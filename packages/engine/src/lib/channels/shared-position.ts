import type { RunSpace } from './run-space.ts';
import { MAX_POSITIONS, POSITION_HOLDERS_WORD } from './space-layout.ts';

/** The position of an open file that several processes hold (POSIX.1-2024, 2.14: they share the file description). */
export class SharedPosition {
  readonly index: number;
  readonly #space: RunSpace;
  readonly #holders: number;
  readonly #float: number;
  readonly #row: number;

  /** @param row the process that looks, which holds it already */
  constructor(space: RunSpace, index: number, row: number) {
    this.index = index;
    this.#space = space;
    this.#row = row;
    this.#holders = space.position(index, POSITION_HOLDERS_WORD);
    this.#float = space.positionValue(index);
  }

  /** Bytes from the start of the file. */
  get value(): number {
    return this.#space.floats[this.#float] ?? 0;
  }

  set value(position: number) {
    this.#space.floats[this.#float] = position;
  }

  join(row: number): void {
    Atomics.or(this.#space.words, this.#holders, 1 << row);
  }

  leave(): void {
    Atomics.and(this.#space.words, this.#holders, ~(1 << this.#row));
  }
}

/** Takes a free position for `row`; null when there is none. */
export function takePosition(space: RunSpace, row: number): SharedPosition | null {
  for (let index = 0; index < MAX_POSITIONS; index++) {
    const holders = space.position(index, POSITION_HOLDERS_WORD);
    if (Atomics.compareExchange(space.words, holders, 0, 1 << row) === 0) return new SharedPosition(space, index, row);
  }
  return null;
}
