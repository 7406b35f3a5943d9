import { RunSpace } from '../channels/run-space.ts';
import { PROCESS_DEPTH_WORD, PROCESS_PARENT_WORD, PROCESS_PID_WORD } from '../channels/space-layout.ts';
import type { SpawnRequest } from './spawn-request.ts';

/** Where a process sits among those of its run, as its worker is told. */
export interface SeatPlan {
  /** The channel buffer of the run's first process. */
  readonly buffer: SharedArrayBuffer;
  /** The row of the table; 0 for the first process. */
  readonly row: number;
  /** Asks the host for a worker; the answer comes in the table. Null: there can be no other processes. */
  readonly spawn: ((request: SpawnRequest) => void) | null;
}

/**
 * The place of one process in the table of its run. The first process takes it only when it asks for something that has
 * to do with others, so that most runs never touch the table.
 */
export class Seat {
  readonly row: number;
  readonly spawn: ((request: SpawnRequest) => void) | null;
  readonly #buffer: SharedArrayBuffer | undefined;
  #space: RunSpace | null = null;

  constructor(plan: SeatPlan | undefined) {
    this.row = plan?.row ?? 0;
    this.spawn = plan?.spawn ?? null;
    this.#buffer = plan?.buffer;
  }

  /** The shared memory of the run. */
  get space(): RunSpace {
    if (this.#space === null) {
      this.#space = new RunSpace(this.#buffer);
      if (this.row === 0) this.#space.use();
    }
    return this.#space;
  }

  /** Tells whether the shared memory was asked for. */
  get isTaken(): boolean {
    return this.#space !== null;
  }

  get pid(): number {
    return this.row === 0 ? 1 : this.#word(PROCESS_PID_WORD);
  }

  /** 0 when it has none, or none any more. */
  get parentPid(): number {
    return this.row === 0 ? 0 : this.#word(PROCESS_PARENT_WORD);
  }

  get depth(): number {
    return this.row === 0 ? 0 : this.#word(PROCESS_DEPTH_WORD);
  }

  #word(word: number): number {
    return Atomics.load(this.space.words, this.space.process(this.row, word));
  }
}
