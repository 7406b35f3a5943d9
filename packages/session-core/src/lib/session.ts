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
 * A second operation while one is active rejects `BUSY`; after {@link Session.dispose} every one rejects `DISPOSED`.
 * File operations finish in the tick in which they start.
 */
export interface Session {
  readonly cwd: string;
  readonly home: string;
  readonly state: SessionState;
  run(options: RunOptions): Promise<RunResult>;
  /** Lists a directory, or names a single file or symlink. Default: the working directory. No `data`. */
  listEntries(path?: string): Promise<FsEntry[]>;
  /** The entry itself; a symlink is not followed. No `data`. */
  stat(path: string): Promise<FsEntry>;
  /** The bytes of a file; symlinks are followed inside the roots. One copy, the caller's. */
  readFile(path: string): Promise<Uint8Array>;
  /** Creates a file or replaces its content, keeping inode and mode. `data` is copied. */
  writeFile(path: string, data: Uint8Array | string, options?: { readonly mode?: number }): Promise<void>;
  makeDirectory(path: string, options?: { readonly recursive?: boolean; readonly mode?: number }): Promise<void>;
  /** Removes an entry; a directory with content only when `recursive`. A missing path succeeds when `force`. */
  remove(path: string, options?: { readonly recursive?: boolean; readonly force?: boolean }): Promise<void>;
  copy(source: string, target: string, options?: { readonly recursive?: boolean }): Promise<void>;
  move(source: string, target: string): Promise<void>;
  setCwd(path: string): Promise<void>;
  snapshot(): Promise<SessionSnapshot>;
  /** Replaces all files and the cwd by those of a snapshot; checked whole first. Registered guests stay. */
  restore(snapshot: SessionSnapshot): Promise<void>;
  /** Back to the files and cwd that the Session was created with. Registered guests stay. */
  reset(): Promise<void>;
  registerGuest(options: RegisterGuestOptions): Promise<GuestInfo>;
  /** Resolves false when no such guest is registered. */
  unregisterGuest(name: string): Promise<boolean>;
  listGuests(): Promise<GuestInfo[]>;
  /** Ends a running guest and frees workers, streams and memory. Idempotent. */
  dispose(): Promise<void>;
}
