import { parentPort } from 'node:worker_threads';
import { type HostMessage, serveGuestWorker, type WorkerPort } from '@aletheia-works/engine/worker';

if (parentPort === null) throw new Error('Cannot serve guests: this file is the script of a worker thread');

const thread = parentPort;
const port: WorkerPort = {
  onmessage: null,
  postMessage: (message, transfer = []) => thread.postMessage(message, [...transfer]),
};
serveGuestWorker(port);
thread.on('message', (message: HostMessage) => port.onmessage?.(message));
