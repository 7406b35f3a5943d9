import { Worker } from 'node:worker_threads';
import type { WorkerEvents, WorkerHandle } from '@aletheia-works/engine/host';

/**
 * Megabytes of JavaScript heap: the replica of a million entries and a guest's own modules. Contents and guest memories
 * lie outside it.
 */
const MAX_HEAP_MB = 2048;
/** Megabytes of stack. Deep recursion in a guest (parsers, CPython) costs native stack; the pages are only used on demand. */
const STACK_MB = 8;

/** What Node.js calls a module that is not there, or not readable as one. */
const MISSING = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ENOENT', 'ERR_UNSUPPORTED_ESM_URL_SCHEME']);

/**
 * Starts a worker thread that sees nothing of its host: no environment variables, no arguments, no loader flags, and
 * nothing it prints comes out. While it is idle it does not keep the process alive.
 */
export function spawnWorker(script: URL | string, events: WorkerEvents): WorkerHandle {
  const worker = new Worker(script, {
    name: 'formicarium',
    argv: [],
    env: {},
    execArgv: [],
    stdin: false,
    // Kept apart and never read: reading them would keep the process alive.
    stdout: true,
    stderr: true,
    trackUnmanagedFds: false,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, stackSizeMb: STACK_MB },
  });
  worker.on('message', (value: unknown) => events.message(value));
  worker.on('messageerror', (cause) => events.failed('crashed', cause));
  worker.on('error', (cause) => events.failed(isMissing(cause) ? 'missing' : 'crashed', cause));
  worker.on('exit', (code) => events.failed('crashed', new Error(`The worker ended with code ${code}`)));
  worker.unref();
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    terminate: async () => {
      await worker.terminate();
    },
    setBusy: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && MISSING.has(cause.code);
}
