import { controlWords, SIGNAL_HANDLER_WORD } from '../channels/channel-layout.ts';
import { RunSpace } from '../channels/run-space.ts';
import {
  PROCESS_DEPTH_WORD,
  PROCESS_PARENT_WORD,
  PROCESS_PID_WORD,
  PROCESS_SIGNALS_WORD,
} from '../channels/space-layout.ts';
import type { SpawnRequest } from './spawn-request.ts';

/** Where a process sits among those of its run, as its worker is told. */
export interface SeatPlan {
  /** The channel buffer of the run's first process. */
  readonly buffer: SharedArrayBuffer;
  /** The row of the table; 0 for the first process. */
  readonly row: number;
  /** Asks the host for a worker; the answer comes in the table. Null: there can be no other processes. */
  readonly spawn: ((request: SpawnRequest) => void) | null;
  /** Asks the host to end a process that does not heed a signal. */
  readonly watchEnd: ((watched: WatchedProcess) => void) | null;
}

/** A process that was sent a signal. */
export interface WatchedProcess {
  readonly row: number;
  readonly pid: number;
  readonly signal: number;
}

/**
 * The place of one process in the table of its run. The first process takes it only when it asks for something that has
 * to do with others, so that most runs never touch the table.
 */
export class Seat {
  readonly row: number;
  readonly spawn: ((request: SpawnRequest) => void) | null;
  readonly watchEnd: ((watched: WatchedProcess) => void) | null;
  readonly #buffer: SharedArrayBuffer | undefined;
  #space: RunSpace | null = null;
  /** Where signals come; null before somebody looks. */
  #signals: Int32Array<SharedArrayBuffer> | null = null;
  #signalWord = 0;

  constructor(plan: SeatPlan | undefined) {
    this.row = plan?.row ?? 0;
    this.spawn = plan?.spawn ?? null;
    this.watchEnd = plan?.watchEnd ?? null;
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

  /** Tells whether signals were sent and not taken yet. The place need not be taken for it. */
  get hasSignals(): boolean {
    return Atomics.load(this.#signalWords(), this.#signalWord) !== 0;
  }

  /** The signals that were sent since the last time, one bit each. */
  takeSignals(): number {
    return Atomics.exchange(this.#signalWords(), this.#signalWord, 0);
  }

  /** Tells the host whether the process has a function of its own for signals. */
  noteHandler(has: boolean): void {
    if (this.row !== 0 || this.#buffer === undefined) return;
    Atomics.store(controlWords(this.#buffer), SIGNAL_HANDLER_WORD, Number(has));
  }

  /** The number of another process. */
  pidOf(row: number): number {
    return Atomics.load(this.space.words, this.space.process(row, PROCESS_PID_WORD));
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

  #signalWords(): Int32Array<SharedArrayBuffer> {
    if (this.#signals === null) {
      const space = this.#buffer === undefined ? this.space : new RunSpace(this.#buffer);
      this.#signals = space.words;
      this.#signalWord = space.process(this.row, PROCESS_SIGNALS_WORD);
    }
    return this.#signals;
  }

  #word(word: number): number {
    return Atomics.load(this.space.words, this.space.process(this.row, word));
  }
}
