/**
 * The port between a Session and the runtime that runs its guests. Types only:
 * session-core knows no worker, no network and no DOM.
 *
 * A runtime never touches the Session: it is handed a consistent view of the
 * files, and hands back a change set, which the Session validates and then
 * commits whole or not at all.
 */

/** What a runtime can do; data, so that callers never ask which platform they are on. */
export interface RuntimeCapabilities {
  /** How guests reach TCP: straight from the host, through a WebSocket relay, or not at all. */
  readonly network: 'direct' | 'relay' | 'none';
  /** Tells whether a module may import `module.name`; what it may not is `GUEST_FORMAT` at registration. */
  isImportSupported(module: string, name: string, kind: WebAssembly.ImportExportKind): boolean;
}

/** The files of a Session at one generation, shared with a worker without copying their contents. */
export interface FileView {
  /** Grows by one with every change that the Session commits. */
  readonly generation: number;
  /** The inode number the run may hand out first. */
  readonly nextIno: number;
  /** What the files take at this generation; it counts against the run's limits. */
  readonly usage: { readonly bytes: number; readonly entries: number };
  /** The shared buffers that hold file contents, by slab index. */
  readonly slabs: readonly SharedArrayBuffer[];
  /** A journal that builds the whole tree from nothing; the caller owns the bytes. */
  full(): Uint8Array<ArrayBuffer>;
  /** A journal from `generation` to this one, or null when that is too long ago. The caller owns the bytes. */
  since(generation: number): Uint8Array<ArrayBuffer> | null;
  /**
   * Takes over a slab that the run created. It belongs to the Session from then on, also when the run fails.
   *
   * @param index the slab's index; always the next free one
   */
  adoptSlab(index: number, slab: SharedArrayBuffer): void;
}

/** A registered guest: a program by name. */
export interface GuestProgram {
  readonly name: string;
  readonly module: WebAssembly.Module;
  /** Identity of `module` within the Session: the same id is always the same module. */
  readonly moduleId: number;
  /** Where the module's bytes lie in the Session's slabs, so that a guest can read `/usr/bin/<name>`. */
  readonly image: ProgramImage;
}

/** The bytes of a program inside the slabs, in the form a file's content has there. */
export interface ProgramImage {
  /** Bytes. */
  readonly size: number;
  /** Address of the single extent, or -1 when `blocks` holds the content. */
  readonly addr: number;
  /** Capacity of the single extent in bytes. */
  readonly cap: number;
  /** Addresses of the 1 MiB blocks, or null. */
  readonly blocks: readonly number[] | null;
}

/** The size of a terminal, in character cells, 1 to 65,535 each. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A terminal attached to a run. */
export interface RunTerminal extends TerminalSize {
  /** Later sizes, as the user resizes the window. */
  readonly resize?: ReadableStream<TerminalSize>;
}

/** The limits that hold inside a run; every number is a maximum. */
export interface RunLimits {
  /** Bytes of file contents in the whole file system. */
  readonly bytes: number;
  /** Names in the whole file system. */
  readonly entries: number;
  /** Open descriptors of one process. */
  readonly descriptors: number;
  /** Living processes of one run. */
  readonly processes: number;
  /** Open sockets of one run. */
  readonly sockets: number;
  /** Bytes of captured output of one run, stdout and stderr together. */
  readonly outputBytes: number;
}

/** One run, as the Session asks for it. Everything is checked already. */
export interface RunRequest {
  readonly runId: string;
  readonly files: FileView;
  /** The program to run. */
  readonly program: GuestProgram;
  /** Every registered guest, shown to the run as `/usr/bin/<name>`. */
  readonly programs: readonly GuestProgram[];
  /** The whole argument vector, `argv[0]` included. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute guest path. When it is missing the run creates it with its ancestors, mode 0755. */
  readonly cwd: string;
  /** The two persisted roots: absolute guest paths, not nested. What lies outside them is dropped after the run. */
  readonly roots: readonly string[];
  /** Null: end of file at once. */
  readonly stdin: ReadableStream<Uint8Array> | null;
  readonly terminal: RunTerminal | null;
  readonly limits: RunLimits;
  /**
   * Receives output live and in order. `data` is owned by the callee. A throw fails the run with the thrown error as
   * cause.
   */
  onOutput(stream: 'stdout' | 'stderr', data: Uint8Array<ArrayBuffer>): void;
}

/** How a guest ended by itself. Anything else rejects. */
export interface RunExit {
  /** 0 to 255. */
  readonly exitCode: number;
  /** What the run changed below the persisted roots, as a journal. */
  readonly changes: Uint8Array<ArrayBuffer>;
  /** The first inode number that the run did not hand out. */
  readonly nextIno: number;
  /** The limit that the guest met, when it met one that fails the run. */
  readonly exceeded: 'bytes' | 'entries' | 'outputBytes' | null;
}

/** A run in progress. */
export interface RunHandle {
  /**
   * Resolves when the guest has ended and all of its output was delivered; rejects with an `ExecutionError` when it was
   * aborted, trapped, or could not start.
   */
  readonly exit: Promise<RunExit>;
  /**
   * Tells the runtime what became of the changes; called exactly once after `exit` settled.
   *
   * @param generation the Session's generation that now holds the changes, or null when they were discarded
   */
  settle(generation: number | null): void;
}

/** Runs guests for one Session, one run at a time. */
export interface RuntimePort {
  readonly capabilities: RuntimeCapabilities;
  /**
   * Starts a run. Aborting `signal` ends it and rejects `exit` with `ABORTED`; the Session itself turns that into
   * `TIMEOUT` where its timer was the reason.
   */
  start(request: RunRequest, signal: AbortSignal): RunHandle;
  /** Ends a running guest and frees every worker and stream. Idempotent. */
  dispose(): Promise<void>;
}
