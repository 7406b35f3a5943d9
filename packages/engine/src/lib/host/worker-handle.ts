import type { RuntimeCapabilities } from '@aletheia-works/session-core/internal';
import type { HostMessage } from '../protocol.ts';

/** A worker as the host sees it, whatever the platform calls it. */
export interface WorkerHandle {
  post(message: HostMessage, transfer: readonly ArrayBuffer[]): void;
  /** Ends the worker wherever it is, also in a busy loop. Resolves when it runs no more. Idempotent. */
  terminate(): Promise<void>;
  /** Lets the worker keep the host's process alive, or not. */
  setBusy(busy: boolean): void;
}

/** What a worker tells its host. */
export interface WorkerEvents {
  /** Anything it posted; checked by the receiver. */
  message(value: unknown): void;
  /**
   * It died, or never lived.
   *
   * @param kind `missing` when its script could not be loaded
   */
  failed(kind: 'missing' | 'crashed', cause: unknown): void;
}

/** What a platform must offer for guests to run on it. */
export interface WorkerHost {
  readonly capabilities: RuntimeCapabilities;
  /** Starts a worker whose script calls `serveGuestWorker`. May throw. */
  spawn(events: WorkerEvents): WorkerHandle;
  /** Calls back in a later turn, as soon as waiting events were served. */
  soon(callback: () => void): void;
}
