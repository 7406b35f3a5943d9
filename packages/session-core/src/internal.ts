export { checkObject, type KnownKeys } from './lib/check-object.ts';
export { createCoreSession } from './lib/create-core-session.ts';
export { type GuestPath, parseGuestPath } from './lib/guest-path.ts';
export { inspectModule, type ModuleInspection, type ModuleKind } from './lib/guests/inspect-module.ts';
export { type ParsedRun, parseRunOptions } from './lib/parse-run-options.ts';
export type { OperationKind, Reservation } from './lib/reservation.ts';
export type {
  FileView,
  GuestProgram,
  ProgramImage,
  RunExit,
  RunHandle,
  RunLimits,
  RunRequest,
  RunTerminal,
  RuntimeCapabilities,
  RuntimePort,
  TerminalSize,
} from './lib/runtime-port.ts';
export {
  type GuestCandidate,
  type GuestHandover,
  getSessionInternals,
  isSession,
  type SessionInternals,
  type SessionReservation,
} from './lib/session-registry.ts';
export { HostFiles, type HostFilesOptions } from './lib/vfs/host-files.ts';
