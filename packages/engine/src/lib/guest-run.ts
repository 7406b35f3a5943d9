import type { GuestProgram, RunLimits } from '@aletheia-works/session-core/internal';
import type { Vfs } from '@aletheia-works/session-core/vfs';
import type { Doorbell, InputChannel, OutputChannel } from './channels/guest-io.ts';
import type { Failure } from './describe-failure.ts';
import type { SeatPlan } from './process/seat.ts';
import type { Inheritance } from './process/spawn-request.ts';
import type { GuestTerminal } from './terminal/guest-terminal.ts';

/** One process, from its module to its exit code. Nothing in it is changed but the files and the channels. */
export interface GuestRun {
  /** The session's files, after `beginRun`. */
  readonly vfs: Vfs;
  readonly module: WebAssembly.Module;
  /** The whole argument vector. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute and normalised; made with its ancestors, mode 0755, when it is missing. */
  readonly cwd: string;
  readonly roots: readonly string[];
  /** Shown as `/usr/bin/<name>`. */
  readonly programs: readonly GuestProgram[];
  /** Null: end of file at once. */
  readonly input: InputChannel | null;
  readonly output: OutputChannel;
  readonly doorbell: Doorbell;
  /** Not null: the three standard streams are a terminal. */
  readonly terminal: GuestTerminal | null;
  readonly limits: RunLimits;
  /** Missing: the process is alone. */
  readonly seat?: SeatPlan | undefined;
  /** What the process gets from the one that spawned it; missing for the first. */
  readonly inherited?: Inheritance | undefined;
}

/** How a process ended. */
export type GuestEnd =
  | {
      readonly kind: 'exit';
      /** 0 to 255. */
      readonly exitCode: number;
      /** The limit on output that the guest met. Limits of files are with `vfs.exceeded`. */
      readonly exceeded: 'outputBytes' | null;
      /** The signal that ended it; the exit code is then 128 more. */
      readonly signal?: number;
    }
  | Failure;
