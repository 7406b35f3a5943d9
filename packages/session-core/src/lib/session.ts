import type { TerminalSize } from './runtime-port.ts';

/** What an entry of the file system is. */
export type FsEntryType = 'file' | 'directory' | 'symlink';

/**
 * One entry of a Session's file system as it crosses the API. Bytes are copied on the way in and on the way out.
 */
export interface FsEntry {
  /** Absolute normalised guest path inside the persisted roots. */
  readonly path: string;
  readonly type: FsEntryType;
  /** Permission bits, 0 to 0o7777. Default on the way in: 0o755 for a directory, 0o777 for a symlink, else 0o644. */
  readonly mode?: number;
  /** Content of a file; absent for the other types and in listings. Default: empty. */
  readonly data?: Uint8Array;
  /** Target of a symlink. */
  readonly target?: string;
  /** Entries of the same file with the same `inodeId` are hard links of one file. */
  readonly inodeId?: number;
  /** Time of the last modification in milliseconds since the epoch, with a fraction. */
  readonly mtimeMs?: number;
  /** The same time exact to the nanosecond; wins over `mtimeMs`. */
  readonly mtimeNs?: bigint;
  /** Bytes of a file, or of a symlink's target in UTF-8. Ignored on the way in. */
  readonly size?: number;
}

/** A whole Session's files and cwd, detached from it. */
export interface SessionSnapshot {
  readonly version: 1;
  readonly cwd: string;
  /** Sorted so that a directory comes before what it holds. The roots themselves are among them. */
  readonly entries: readonly FsEntry[];
}

/** Maxima of one Session; a missing one takes its default. */
export interface SessionLimits {
  /** Bytes of file contents. Default 2 GiB. */
  readonly bytes?: number;
  /** Names in the file system. Default 1,000,000. */
  readonly entries?: number;
  /** Open descriptors of one guest process. Default 1,024. */
  readonly descriptors?: number;
  /** Living processes of one run. Default 32. */
  readonly processes?: number;
  /** Open sockets of one run. Default 256. */
  readonly sockets?: number;
  /** Bytes of stdout and stderr of one run together. Default 256 MiB. */
  readonly outputBytes?: number;
}

/** Options of `createSession`. */
export interface SessionOptions {
  /** First persisted root and first working directory. Default `/work`. */
  readonly cwd?: string;
  /** Second persisted root. Default `/home/guest`. */
  readonly home?: string;
  /** Files to begin with; checked whole before anything is made. */
  readonly entries?: readonly FsEntry[];
  /** Environment of every run, over the built-in one. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: SessionLimits;
}

/** A terminal for a guest run. */
export interface TerminalOptions extends TerminalSize {
  /** Later sizes; unlocked. */
  readonly resize?: ReadableStream<TerminalSize>;
}

/** Where a guest may connect to. */
export interface NetworkOptions {
  /** Destinations such as `github.com:443`. */
  readonly allow: readonly string[];
  /** The WebSocket relay that connects for a browser's guests. */
  readonly relay?: string | { readonly url: string; readonly token?: string };
  /** Lets listed names resolve to private addresses. Default false. */
  readonly allowPrivate?: boolean;
}

/** A piece of a run's output. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  /** A copy that the receiver owns. */
  readonly data: Uint8Array;
  readonly runId: string;
  /** 0, 1, 2, … over both streams of a run. */
  readonly sequence: number;
}

/** Options of {@link Session.run} that the command API passes on unchanged. */
export interface RunIo {
  readonly stdin?: ReadableStream<Uint8Array>;
  readonly terminal?: TerminalOptions;
  readonly network?: NetworkOptions;
  readonly signal?: AbortSignal;
  readonly onOutput?: (chunk: OutputChunk) => void;
}

/** Options of {@link Session.run}: exactly one of `tool` and `guest`. */
export interface RunOptions extends RunIo {
  /** Name of a registered guest. */
  readonly tool?: string;
  /** A WebAssembly module to run once, unregistered; copied. */
  readonly guest?: Uint8Array;
  /** Arguments after `argv[0]`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds, worker start included. Default 600,000, or none when `stdin` is given; 0 is refused. */
  readonly timeoutMs?: number;
}

/** How a guest ended. */
export interface RunResult {
  readonly runId: string;
  /** 0 to 255. */
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** A registered guest. */
export interface GuestInfo {
  readonly name: string;
  /** SHA-256 of the module, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Bytes of the module. */
  readonly size: number;
}

/** Read-only files that come with a guest, shown below `/usr/share/<name>` in every run. */
export interface GuestData {
  /** `/usr/share/<name>`. */
  readonly mount: string;
  /** Paths are relative to `mount`. */
  readonly entries: readonly FsEntry[];
}

/** Options of {@link Session.registerGuest}. */
export interface RegisterGuestOptions {
  /** `[a-z0-9][a-z0-9._+-]{0,63}`. */
  readonly name: string;
  /** The module; copied. */
  readonly bytes: Uint8Array;
  readonly data?: GuestData;
}

/** What a Session is doing. */
export type SessionState = 'idle' | 'busy' | 'disposed';

/**
 * One small world: a file system, a working directory, a home, registered guests, and at most one operation at a time.
 *
 * Every method rejects with an `ExecutionError`, and its checks come in this order: `INVALID_INPUT` for the arguments,
 * `ABORTED` for a signal, then `DISPOSED` or `BUSY` for the state. There is no queue. An operation that fails changes
 * nothing. File operations finish in the tick in which they start.
 *
 * Paths are guest paths, relative ones taken from {@link Session.cwd}. `INVALID_INPUT`: an empty path, NUL, a lone
 * surrogate, a `..` component, a name of more than 255 bytes, and whatever lies, or is led by a symbolic link, outside
 * the persisted roots. A path that ends in `/` names a directory (POSIX.1-2024, 4.16).
 */
export interface Session {
  /** Absolute path without symbolic links. The directory may have been removed; the next run makes it again. */
  readonly cwd: string;
  readonly home: string;
  readonly state: SessionState;
  /**
   * Runs a guest. What it changed below the persisted roots is committed whole when it ends by itself, whatever its exit
   * code; everything else leaves the Session as it was and rejects with the run's id and the output so far.
   *
   * @throws ExecutionError `NOT_FOUND` for a tool that is not registered, `UNSUPPORTED_ENV` for a network that the runtime
   *   does not have, `GUEST_FORMAT`, `INVALID_INPUT` also when a file is in the way of the cwd, `TIMEOUT`, `ABORTED`,
   *   `DISPOSED` when the Session is disposed meanwhile, `QUOTA` when the run passed a limit, `EXECUTION` for a trap and
   *   for an `onOutput` that throws, `CORE_INIT` and `ASSET_LOAD` when the runtime cannot start, `SNAPSHOT` when the
   *   changes cannot be committed
   */
  run(options: RunOptions): Promise<RunResult>;
  /**
   * Lists a directory, sorted by UTF-16 code unit, or names a single file or symlink. Default: the working directory. No
   * `data`.
   *
   * @throws ExecutionError `NOT_FOUND`
   */
  listEntries(path?: string): Promise<FsEntry[]>;
  /**
   * The entry itself; a symlink is not followed. No `data`.
   *
   * @throws ExecutionError `NOT_FOUND`
   */
  stat(path: string): Promise<FsEntry>;
  /**
   * The bytes of a file; symlinks are followed inside the roots. One copy, the caller's.
   *
   * @throws ExecutionError `NOT_FOUND`, `NOT_FILE` for a directory
   */
  readFile(path: string): Promise<Uint8Array>;
  /**
   * Creates a file or replaces its content, keeping inode and mode; symlinks are followed. `data` is copied, a string
   * becomes UTF-8. `mode` is that of a new file, default 0o644.
   *
   * @throws ExecutionError `NOT_FOUND` for a missing directory, `NOT_FILE` for a directory, `QUOTA`
   */
  writeFile(path: string, data: Uint8Array | string, options?: { readonly mode?: number }): Promise<void>;
  /**
   * Makes a directory, default mode 0o755. With `recursive` also its missing ancestors (0o755), and an existing directory
   * is fine.
   *
   * @throws ExecutionError `INVALID_INPUT` for what exists, `NOT_FOUND` for a missing ancestor, `QUOTA`
   */
  makeDirectory(path: string, options?: { readonly recursive?: boolean; readonly mode?: number }): Promise<void>;
  /**
   * Removes an entry, a symlink itself; a directory with content only when `recursive`. A missing path succeeds when
   * `force`.
   *
   * @throws ExecutionError `NOT_FOUND`, `INVALID_INPUT` for a root, a directory with content, and `link/` or `file/`
   */
  remove(path: string, options?: { readonly recursive?: boolean; readonly force?: boolean }): Promise<void>;
  /**
   * Copies as cp(1) without `-p` does (POSIX.1-2024, cp): one regular file, or with `recursive` whatever it is, symlinks as
   * symlinks, hard links as files of their own. A new file gets the source's mode, an existing one keeps mode and inode. An
   * existing directory as `target` takes the copy under the source's name; a symlink as `target` is not followed.
   *
   * @throws ExecutionError `NOT_FOUND`, `NOT_FILE` for a directory or symlink without `recursive`, `QUOTA`, and
   *   `INVALID_INPUT` for anything over a directory or symlink, a directory over anything, an entry into itself or over
   *   another name of it, and a symlink whose target would lie outside the roots
   */
  copy(source: string, target: string, options?: { readonly recursive?: boolean }): Promise<void>;
  /**
   * Renames as mv(1) does (POSIX.1-2024, mv): the whole tree, keeping inodes. Files and symlinks replace files and symlinks.
   * A working directory inside moves along.
   *
   * @throws ExecutionError as {@link Session.copy}, and `INVALID_INPUT` for a root
   */
  move(source: string, target: string): Promise<void>;
  /**
   * Changes the working directory; symlinks are followed.
   *
   * @throws ExecutionError `NOT_FOUND` for what is missing or no directory
   */
  setCwd(path: string): Promise<void>;
  /** All files and the cwd, detached. Equal files give equal snapshots, whatever their inode numbers were. */
  snapshot(): Promise<SessionSnapshot>;
  /**
   * Replaces all files and the cwd by those of a snapshot; checked whole first. Registered guests stay. Unlike the entries
   * of `createSession`, symlinks may lead anywhere below `/`, since guests may make such ones.
   *
   * @throws ExecutionError `INVALID_INPUT` for the first entry that breaks a rule, `QUOTA`
   */
  restore(snapshot: SessionSnapshot): Promise<void>;
  /** Back to the files and cwd that the Session was created with. Registered guests stay. */
  reset(): Promise<void>;
  /**
   * Registers a command module, in place of what had its name, whole or not at all.
   *
   * @throws ExecutionError `GUEST_FORMAT` that says what was found instead of a module that the engine can run,
   *   `UNSUPPORTED_ENV` where digests cannot be computed, `QUOTA` when memory runs out
   */
  registerGuest(options: RegisterGuestOptions): Promise<GuestInfo>;
  /** Resolves false when no such guest is registered. */
  unregisterGuest(name: string): Promise<boolean>;
  /** Sorted by name. */
  listGuests(): Promise<GuestInfo[]>;
  /** Ends a running guest and frees workers, streams and memory. Idempotent. */
  dispose(): Promise<void>;
}
