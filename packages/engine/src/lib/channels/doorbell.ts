import { CHILDREN_WORD, controlWords, DOORBELL_WORD } from './channel-layout.ts';
import type { Doorbell } from './guest-io.ts';
import { RunSpace } from './run-space.ts';

/** The worker's side of the doorbell. */
export function createDoorbell(buffer: SharedArrayBuffer): Doorbell {
  const control = controlWords(buffer);
  return {
    count: () => Atomics.load(control, DOORBELL_WORD),
    wait(seen, timeoutMs) {
      Atomics.wait(control, DOORBELL_WORD, seen, timeoutMs);
    },
  };
}

/** Rings: whoever waits on this doorbell looks at its channels again. From any thread. */
export function ringDoorbell(control: Int32Array<SharedArrayBuffer>): void {
  Atomics.add(control, DOORBELL_WORD, 1);
  Atomics.notify(control, DOORBELL_WORD);
  const children = Atomics.load(control, CHILDREN_WORD);
  if (children !== 0) new RunSpace(control.buffer).ringAll(children);
}

/** The doorbell of a process of a run. */
export function createProcessDoorbell(space: RunSpace, row: number): Doorbell {
  const index = space.doorbell(row);
  return {
    count: () => Atomics.load(space.words, index),
    wait(seen, timeoutMs) {
      Atomics.wait(space.words, index, seen, timeoutMs);
    },
  };
}
