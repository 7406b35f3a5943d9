import { CHILDREN_WORD } from '../channels/channel-layout.ts';
import type { RunSpace } from '../channels/run-space.ts';
import {
  MAX_PROCESSES,
  PROCESS_DEPTH_WORD,
  PROCESS_ENDED,
  PROCESS_FREE,
  PROCESS_PARENT_WORD,
  PROCESS_PID_WORD,
  PROCESS_RUNNING,
  PROCESS_SIGNALS_WORD,
  PROCESS_STARTING,
  PROCESS_STATE_WORD,
  PROCESS_STATUS_WORD,
  SPACE_NEXT_PID_WORD,
} from '../channels/space-layout.ts';

/** What the table says of one process. */
export interface ProcessRow {
  readonly row: number;
  readonly pid: number;
  readonly parent: number;
  readonly isEnded: boolean;
}

/** Sets a row aside for a child of `parent`; -1 when `limit` rows, or all, are taken. */
export function takeRow(space: RunSpace, parent: number, depth: number, limit: number): number {
  const { words } = space;
  const rows = Math.min(limit, MAX_PROCESSES);
  // The first row belongs to the first process.
  for (let row = 1; row < rows; row++) {
    const state = space.process(row, PROCESS_STATE_WORD);
    if (Atomics.compareExchange(words, state, PROCESS_FREE, PROCESS_STARTING) !== PROCESS_FREE) continue;
    const pid = Atomics.add(words, space.header(SPACE_NEXT_PID_WORD), 1);
    Atomics.store(words, space.process(row, PROCESS_PARENT_WORD), parent);
    Atomics.store(words, space.process(row, PROCESS_SIGNALS_WORD), 0);
    Atomics.store(words, space.process(row, PROCESS_DEPTH_WORD), depth);
    Atomics.store(words, space.process(row, PROCESS_PID_WORD), pid);
    Atomics.or(words, CHILDREN_WORD, 1 << row);
    Atomics.store(words, state, PROCESS_RUNNING);
    return row;
  }
  return -1;
}

/** Gives back a row that never became a process, and what was handed to it. */
export function dropRow(space: RunSpace, row: number): void {
  space.release(row);
  freeRow(space, row);
}

/** Every process there is, ended ones that nobody has joined included. */
export function* listProcesses(space: RunSpace): Generator<ProcessRow> {
  for (let row = 0; row < MAX_PROCESSES; row++) {
    const state = Atomics.load(space.words, space.process(row, PROCESS_STATE_WORD));
    if (state !== PROCESS_RUNNING && state !== PROCESS_ENDED) continue;
    yield {
      row,
      pid: Atomics.load(space.words, space.process(row, PROCESS_PID_WORD)),
      parent: Atomics.load(space.words, space.process(row, PROCESS_PARENT_WORD)),
      isEnded: state === PROCESS_ENDED,
    };
  }
}

/** Takes the status of an ended process, which is no more then; null when another was quicker. */
export function joinRow(space: RunSpace, row: number): number | null {
  const { words } = space;
  const status = Atomics.load(words, space.process(row, PROCESS_STATUS_WORD));
  const state = space.process(row, PROCESS_STATE_WORD);
  return Atomics.compareExchange(words, state, PROCESS_ENDED, PROCESS_FREE) === PROCESS_ENDED ? status : null;
}

/**
 * Ends a process: its children lose their parent, its own learns of it. What it held must have been given back before.
 * By its own thread, or by the host once that runs no more.
 */
export function endRow(space: RunSpace, row: number, status: number): void {
  const { words } = space;
  Atomics.and(words, CHILDREN_WORD, ~(1 << row));
  const pid = Atomics.load(words, space.process(row, PROCESS_PID_WORD));
  for (const child of listProcesses(space)) {
    if (child.parent !== pid || child.row === row) continue;
    Atomics.store(words, space.process(child.row, PROCESS_PARENT_WORD), 0);
    if (child.isEnded) joinRow(space, child.row);
  }
  const parentPid = Atomics.load(words, space.process(row, PROCESS_PARENT_WORD));
  const parent = [...listProcesses(space)].find((other) => other.pid === parentPid && !other.isEnded);
  Atomics.store(words, space.process(row, PROCESS_STATUS_WORD), status);
  Atomics.store(words, space.process(row, PROCESS_STATE_WORD), PROCESS_ENDED);
  if (parent !== undefined) space.ring(parent.row);
  // The parent may have ended meanwhile, after it looked for children and before this one was seen to have ended.
  const isOrphan = parent === undefined || Atomics.load(words, space.process(row, PROCESS_PARENT_WORD)) === 0;
  if (isOrphan) Atomics.compareExchange(words, space.process(row, PROCESS_STATE_WORD), PROCESS_ENDED, PROCESS_FREE);
}

/** Sends a signal to a process and wakes it. */
export function signalRow(space: RunSpace, row: number, signal: number): void {
  Atomics.or(space.words, space.process(row, PROCESS_SIGNALS_WORD), 1 << signal);
  space.ring(row);
}

function freeRow(space: RunSpace, row: number): void {
  Atomics.store(space.words, space.process(row, PROCESS_STATE_WORD), PROCESS_FREE);
}
