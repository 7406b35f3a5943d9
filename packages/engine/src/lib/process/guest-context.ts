import type { Vfs } from '@aletheia-works/session-core/vfs';
import type { DescriptorTable } from './descriptor-table.ts';
import type { GuestMemory } from './guest-memory.ts';
import type { Seat } from './seat.ts';
import type { Stdio } from './stdio.ts';
import type { WorkingDirectory } from './working-directory.ts';

/** What the calls of one process work on. */
export interface GuestContext {
  readonly memory: GuestMemory;
  readonly descriptors: DescriptorTable;
  readonly vfs: Vfs;
  readonly stdio: Stdio;
  readonly cwd: WorkingDirectory;
  /** Its place among the processes of its run. */
  readonly seat: Seat;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** See the import plan. */
  readonly hasWasixLibc: boolean;
  /** `/dev/tty` exists. */
  readonly hasTerminal: boolean;
  /** Ends the process. The first call decides the exit code. */
  exit(exitCode: number): never;
  /** Notes that a call broke off in the middle, so that the run fails even if the guest catches what is thrown. */
  fail(error: unknown): void;
}

/** One call: takes what WebAssembly passes, returns an error number, may throw what `errnoOf` understands. */
export type Call = (...values: never[]) => number;

/** Calls by their names in preview 1. */
export type CallTable = Readonly<Record<string, Call>>;
