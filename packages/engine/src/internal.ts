export { SNAPSHOT_PREVIEW1, UNSTABLE } from './lib/abi/layouts.ts';
export { createCalls } from './lib/calls/create-calls.ts';
export { createWasixCalls } from './lib/calls/create-wasix-calls.ts';
export type { Import } from './lib/calls/guard-call.ts';
export {
  CHANNEL_BYTES,
  createChannelBuffer,
  INPUT_BYTES,
  OUTPUT_BYTES,
  resetChannels,
} from './lib/channels/channel-layout.ts';
export { createDoorbell } from './lib/channels/doorbell.ts';
export type { Doorbell, InputChannel, OutputChannel } from './lib/channels/guest-io.ts';
export { InputReader } from './lib/channels/input-reader.ts';
export { InputWriter } from './lib/channels/input-writer.ts';
export { type OutputPiece, OutputReader } from './lib/channels/output-reader.ts';
export { OutputWriter } from './lib/channels/output-writer.ts';
export { makePipe, PipeRing } from './lib/channels/pipe-ring.ts';
export { RunSpace } from './lib/channels/run-space.ts';
export { breakLock, giveLock, takeLock } from './lib/channels/shared-lock.ts';
export { MAX_PIPES, PIPE_BYTES } from './lib/channels/space-layout.ts';
export { parseWorkerMessage } from './lib/parse-worker-message.ts';
export { signalRow } from './lib/process/process-table.ts';
export { type Process, startProcess } from './lib/process/start-process.ts';
export { type HostMessage, PROTOCOL_VERSION, type RunMessage, type WorkerMessage } from './lib/protocol.ts';
export { type GuestEnd, type GuestRun, runGuest } from './lib/run-guest.ts';
export { isImportSupported, PREVIEW1_NAMES } from './lib/supported-imports.ts';
export { LineDiscipline } from './lib/terminal/line-discipline.ts';
export {
  COOKED_MODES,
  MODE_ECHO,
  MODE_LINE_FEEDS,
  MODE_LINES,
  MODE_RETURNS,
  MODE_SIGNALS,
} from './lib/terminal/terminal-modes.ts';
export { WASIX_MODULE, WASIX_SIGNATURES } from './lib/wasix-signatures.ts';
