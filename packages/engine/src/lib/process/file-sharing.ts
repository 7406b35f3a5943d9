import { createSharedFiles, type Inode, SharedProcess, type Vfs } from '@aletheia-works/session-core/vfs';

/**
 * Bytes by which a run's files can grow while several processes share them, beyond what is free already: memory that one
 * process made would be unknown to the others, so it is set aside before.
 */
const GROWTH_BYTES = 256 * 1024 * 1024;

/** What a new process needs to share its files. */
export interface SharedFilesTicket {
  readonly memory: SharedArrayBuffer;
  /** The number among those that share. */
  readonly process: number;
  readonly state: Uint8Array<ArrayBuffer>;
}

/** One for all runs of a worker: engines are slow to collect shared buffers. */
let memory: SharedArrayBuffer | null = null;

/** A process's use of the files together with others. While it is alone nothing here does anything. */
export class FileSharing {
  readonly #vfs: Vfs;
  #memory: SharedArrayBuffer | null = null;
  #process: SharedProcess | null = null;
  #whenShared: (() => void)[] = [];

  constructor(vfs: Vfs) {
    this.#vfs = vfs;
  }

  /** Calls `action` once the files are shared for the first time; at once when they were. */
  whenShared(action: () => void): void {
    if (this.#process === null) this.#whenShared.push(action);
    else action();
  }

  /** Other processes use the files, too. */
  get active(): boolean {
    return this.#process?.active === true;
  }

  /** Runs something that looks at files as one step. It must not wait. */
  run<T>(operation: () => T): T {
    return this.#process === null ? operation() : this.#process.run(operation);
  }

  /**
   * Makes room for one more process; null when there is none.
   *
   * @param open every inode that this process has open
   * @param handed what the new process has open from the start
   */
  addProcess(open: Iterable<Inode>, handed: Iterable<Inode>): SharedFilesTicket | null {
    const sharing = this.#start();
    if (!sharing.active) {
      memory ??= createSharedFiles();
      this.#memory = memory;
      sharing.enter({ memory, open, growthBytes: GROWTH_BYTES });
    }
    const added = sharing.addProcess(handed);
    return added === null || this.#memory === null ? null : { memory: this.#memory, ...added };
  }

  /** Takes part as the process that a ticket was made for. */
  join(ticket: SharedFilesTicket): void {
    this.#memory = ticket.memory;
    this.#start().join(ticket);
  }

  #start(): SharedProcess {
    if (this.#process !== null) return this.#process;
    this.#process = new SharedProcess(this.#vfs);
    for (const action of this.#whenShared.splice(0)) action();
    return this.#process;
  }

  /** Ends this process's part, with all it has open. Its replica is of no use afterwards. */
  leave(): void {
    this.#process?.leave();
  }

  /** Ends the sharing: the others wait from here on until they are ended. */
  finish(): void {
    this.#process?.finish();
  }
}
