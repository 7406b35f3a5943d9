import { controlWords, DOORBELL_WORD } from './channel-layout.ts';
import type { Doorbell } from './guest-io.ts';

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
}
