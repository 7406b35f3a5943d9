export type { TerminalSize } from './lib/runtime-port.ts';
export type {
  FsEntry,
  FsEntryType,
  GuestData,
  GuestInfo,
  NetworkOptions,
  OutputChunk,
  RegisterGuestOptions,
  RunIo,
  RunOptions,
  RunResult,
  Session,
  SessionLimits,
  SessionOptions,
  SessionSnapshot,
  SessionState,
  TerminalOptions,
} from './lib/session.ts';
