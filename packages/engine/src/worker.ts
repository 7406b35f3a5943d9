export type { HostMessage, WorkerMessage, WorkerPort } from './lib/protocol.ts';
export { serveGuestWorker } from './lib/serve-guest-worker.ts';
