import { subscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';

let alive = 0;

// https://nodejs.org/api/diagnostics_channel.html#worker-thread: told of every worker of this process.
subscribe('worker_threads', (message) => {
  const { worker } = message as { readonly worker: Worker };
  alive += 1;
  worker.once('exit', () => {
    alive -= 1;
  });
});

/** Worker threads of this process that have not ended. */
export const countWorkers = (): number => alive;
