import type { InstallerOptions, InstallResult, Progress } from '@aletheia-works/installer';
import type { RunIo } from '@aletheia-works/session-core';

/** Options of `createCommandSession`: for the installer, to which they are handed unchanged. */
export type CommandSessionOptions = Pick<InstallerOptions, 'catalog' | 'cache' | 'fetch'>;

/**
 * Options of {@link CommandSession.execute}. All are checked for every line; `stdin`, `terminal`, `network` and
 * `onOutput` reach guests only, `onProgress` reaches `install` only.
 */
export interface CommandOptions extends RunIo {
  /** Told how an install goes on. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The commands that work on the Session's files. */
export type BuiltinName = 'ls' | 'cat' | 'cd' | 'rm' | 'cp' | 'mv';

interface Output {
  /** Exact bytes, the caller's own: fresh for every call, never cut or decoded. */
  readonly stdout: Uint8Array;
  /** As `stdout`. */
  readonly stderr: Uint8Array;
}

/** The line held nothing but spaces and tabs. */
export interface EmptyResult extends Output {
  readonly kind: 'empty';
  readonly exitCode: 0;
}

/** A command on the Session's files succeeded. */
export interface BuiltinResult extends Output {
  readonly kind: 'builtin';
  readonly name: BuiltinName;
  readonly exitCode: 0;
}

/** A tool was installed. */
export interface InstallCommandResult extends Output {
  readonly kind: 'install';
  readonly exitCode: 0;
  readonly installation: InstallResult;
}

/** A guest ended by itself; any exit code is a result. */
export interface GuestResult extends Output {
  readonly kind: 'guest';
  /** The guest's name, the first word of the line. */
  readonly tool: string;
  /** 0 to 255. */
  readonly exitCode: number;
  readonly runId: string;
}

/** What became of a line. */
export type CommandResult = EmptyResult | BuiltinResult | InstallCommandResult | GuestResult;

/** One line of text becomes one operation on a Session. */
export interface CommandSession {
  /**
   * Executes one line: a builtin (`ls cat cd rm cp mv`), `install`, or a registered guest.
   *
   * Nothing is retried, queued or replaced. What is refused has changed nothing. The checks come in this order:
   * `INVALID_INPUT` for options, line, form of the command, paths and selection; `ABORTED` when the signal has fired
   * already; `DISPOSED`, `BUSY`; then what the operation itself finds.
   *
   * @param input one line, at most 65,536 bytes of UTF-8; see `tokenize` for its syntax
   * @throws ExecutionError as a rejection: the codes above; for builtins `NOT_FOUND`, `NOT_FILE`, `QUOTA` and
   *   `INVALID_INPUT`; for `install` those of the installer; for guests those of `Session.run`
   */
  execute(input: string, options?: CommandOptions): Promise<CommandResult>;
}
