export { createWorkerRuntime } from './lib/host/create-worker-runtime.ts';
export type { WorkerEvents, WorkerHandle, WorkerHost } from './lib/host/worker-handle.ts';
export type { HostMessage, WorkerMessage } from './lib/protocol.ts';
export { isImportSupported } from './lib/supported-imports.ts';
