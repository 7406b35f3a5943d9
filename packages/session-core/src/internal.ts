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
export { HostFiles, type HostFilesOptions } from './lib/vfs/host-files.ts';
