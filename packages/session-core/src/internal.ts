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
