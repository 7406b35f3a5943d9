import type { GuestProgram } from '@aletheia-works/session-core/internal';
import type { Vfs } from '@aletheia-works/session-core/vfs';
import type { GuestTerminal } from '../terminal/guest-terminal.ts';
import type { DescriptorTable } from './descriptor-table.ts';
import type { FileSharing } from './file-sharing.ts';
import type { GuestMemory } from './guest-memory.ts';
import type { Seat } from './seat.ts';
import type { SignalHandler } from './signal-handler.ts';
import type { Stdio } from './stdio.ts';
import type { WorkingDirectory } from './working-directory.ts';

/** What a process goes on with (exec(3)). */
export interface NextProgram {
  readonly module: WebAssembly.Module;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What the calls of one process work on. */
export interface GuestContext {
  readonly memory: GuestMemory;
  readonly descriptors: DescriptorTable;
  readonly vfs: Vfs;
  /** Where other processes use the files, too, everything about them happens inside of its steps. */
  readonly files: FileSharing;
  readonly stdio: Stdio;
  readonly cwd: WorkingDirectory;
  /** Its place among the processes of its run. */
  readonly seat: Seat;
  /** Processes of the run at most. */
  readonly maxProcesses: number;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** See the import plan. */
  readonly hasWasixLibc: boolean;
  /** Null: `/dev/tty` does not exist. */
  readonly terminal: GuestTerminal | null;
  /** What the program does about signals. */
  readonly signals: SignalHandler;
  /** The registered guests, which `/usr/bin` shows. */
  readonly programs: readonly GuestProgram[];
  /** Ends the process. The first call decides the exit code. */
  exit(exitCode: number): never;
  /** Ends the process by a signal. */
  kill(signal: number): never;
  /** Ends the program, but not the process, which goes on with another. */
  exec(next: NextProgram): never;
  /** Notes that a call broke off in the middle, so that the run fails even if the guest catches what is thrown. */
  fail(error: unknown): void;
}

/** One call: takes what WebAssembly passes, returns an error number, may throw what `errnoOf` understands. */
export type Call = (...values: never[]) => number;

/** Calls by their names in preview 1. */
export type CallTable = Readonly<Record<string, Call>>;
