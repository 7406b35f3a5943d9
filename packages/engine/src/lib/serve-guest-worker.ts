import { GuestServer } from './guest-server.ts';
import { PROTOCOL_VERSION, type WorkerPort } from './protocol.ts';

/**
 * Makes the calling thread a worker that runs guests for the host at the other end of `port`. The whole script of a
 * worker is one call of this, with the platform's port.
 */
export function serveGuestWorker(port: WorkerPort): void {
  let server: GuestServer | null = null;
  port.onmessage = (message) => {
    if (message.version !== PROTOCOL_VERSION) {
      throw new RangeError(
        `Cannot serve a host of protocol ${message.version}: this worker speaks ${PROTOCOL_VERSION}`,
      );
    }
    switch (message.type) {
      case 'init':
        server = new GuestServer(port, message.channels);
        port.postMessage({ version: PROTOCOL_VERSION, type: 'ready' });
        break;
      case 'child':
        server?.runChild(message);
        break;
      case 'run':
        server?.run(message);
        break;
    }
  };
}
