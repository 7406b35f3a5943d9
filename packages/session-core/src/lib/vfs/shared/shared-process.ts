import { SLAB_BYTES } from '../extent-layout.ts';
import { fsError } from '../fs-error.ts';
import type { Inode } from '../inode.ts';
import { JournalReader } from '../journal-reader.ts';
import type { Vfs } from '../vfs.ts';
import { FrameReplay } from './frame-replay.ts';
import { FrameWriter } from './frame-writer.ts';
import { OpenTable } from './open-table.ts';
import { RunChanges } from './run-changes.ts';
import {
  EXCEEDED_BYTES,
  EXCEEDED_ENTRIES,
  EXCEEDED_WORD,
  HEADER_BYTES,
  MAX_SHARING_PROCESSES,
  PROCESS_FREE,
  PROCESS_GONE,
  PROCESS_LIVE,
  processAt,
  ROSTER_WORD,
  SLABS_WORD,
  STATE_BITS,
  STATE_MASK,
  STATE_WORDS,
  slotOf,
  stateOf,
} from './shared-layout.ts';
import { releaseLock, takeLock } from './shared-lock.ts';
import { SharedLog } from './shared-log.ts';

/** Room in the log without which no operation begins: more than the frame of any system call. Bytes. */
const RESERVED_BYTES = 256 * 1024;

/** The same for a log too short for that. */
const reservedOf = (segmentBytes: number): number => Math.min(RESERVED_BYTES, segmentBytes / 4);

/** Options of {@link SharedProcess.enter}. */
export interface EnterOptions {
  /** What {@link createSharedFiles} made; no process may still be using it. */
  readonly memory: SharedArrayBuffer;
  /** Every inode that the process has open; one may be listed several times. */
  readonly open: Iterable<Inode>;
  /** Bytes by which the files may at least grow while they are shared; see ADR 0005. */
  readonly growthBytes: number;
}

/** Options of {@link SharedProcess.join}. */
export interface JoinOptions {
  readonly memory: SharedArrayBuffer;
  readonly process: number;
  /** What {@link SharedProcess.addProcess} returned with that number. */
  readonly state: Uint8Array;
}

/** What a new process is started with. */
export interface AddedProcess {
  /** Never given out twice while {@link SharedProcess.active} stays true. */
  readonly process: number;
  /** The files as they are, relative to the state that the run began with; its buffer may be transferred. */
  readonly state: Uint8Array<ArrayBuffer>;
}

/**
 * One process's part in files that several processes of a run share, each on a replica of its own.
 *
 * As long as {@link SharedProcess.active} is false, nothing is shared and the `Vfs` is used as ever. Otherwise every
 * use of the `Vfs`, and of inodes that it gave out, happens between {@link SharedProcess.begin} and
 * {@link SharedProcess.end}: what happens between them is one step for all processes. Nothing in between may wait.
 */
export class SharedProcess {
  readonly #vfs: Vfs;
  #active = false;
  #depth = 0;
  #process = 0;
  #log: SharedLog | null = null;
  #run: RunChanges | null = null;
  #opens = new OpenTable();
  #newOpens: { process: number; inode: Inode; count: number }[] = [];
  #replay: FrameReplay | null = null;
  readonly #writer: FrameWriter;
  readonly #put = (target: Uint8Array, offset: number): void => this.#writer.put(target, offset);
  readonly #visit = (segment: JournalReader, start: number): void => this.#replay?.replay(segment, start);
  /** The roster as this process saw it last. */
  #roster = 0;
  #maxSlabBytes = 0;
  /** Another process is about to come, so that being alone does not end the sharing. */
  #expectsMore = false;

  constructor(vfs: Vfs) {
    this.#vfs = vfs;
    this.#writer = new FrameWriter(vfs);
  }

  /** Others may use the files. It changes only inside of this class's methods. */
  get active(): boolean {
    return this.#active;
  }

  /** This process's number among those that share; 0 when it never shared. */
  get process(): number {
    return this.#process;
  }

  /** Makes the files of the only process ready to be shared, as number 1. */
  enter(options: EnterOptions): void {
    if (this.#active) throw new Error('Cannot share the files: they are shared already');
    const { allocator } = this.#vfs.contents;
    allocator.reserve(options.growthBytes);
    clearHeader(options.memory);
    const words = this.#start(options.memory, 1);
    Atomics.store(words, SLABS_WORD, allocator.slabs.length);
    this.#setState(words, 1, PROCESS_LIVE);
    this.#roster = Atomics.load(words, ROSTER_WORD);
    for (const inode of new Set(options.open)) this.#opens.add(1, inode, inode.opens);
  }

  /**
   * Makes room for one more process.
   *
   * @param open what the new process has open from its first moment, once for each of its descriptions
   * @returns null when {@link MAX_SHARING_PROCESSES} share the files already
   */
  addProcess(open: Iterable<Inode>): AddedProcess | null {
    this.#expectsMore = true;
    try {
      return this.run(() => this.#addProcess(open));
    } finally {
      this.#expectsMore = false;
    }
  }
  /** Takes part, on a replica that was just begun on the state that the run began with and that knows the same slabs. */
  join(options: JoinOptions): void {
    const { allocator } = this.#vfs.contents;
    const words = this.#start(options.memory, options.process);
    const slabs = Atomics.load(words, SLABS_WORD);
    if (allocator.slabs.length !== slabs) {
      throw new RangeError(`Cannot join: there are ${slabs} slabs, ${allocator.slabs.length} are known here`);
    }
    this.#replay?.replay(new JournalReader(options.state), 0);
  }

  /** Runs one file operation as one step. It must not wait for anything. */
  run<T>(operation: () => T): T {
    if (!this.#active) return operation();
    this.begin();
    try {
      return operation();
    } finally {
      this.end();
    }
  }

  /**
   * Waits for the others' operations to end and takes over what they did. May be nested. Throws ENOSPC when the log is
   * full because a process lags behind too far.
   */
  begin(): void {
    if (this.#depth > 0) {
      this.#depth += 1;
      return;
    }
    if (!this.#active) return;
    const { log } = this.#shared();
    this.#takeOver(log);
    if (this.#active && log.room < reservedOf(log.segmentBytes) && !this.#makeRoom(false)) {
      releaseLock(log.words);
      throw fsError('ENOSPC');
    }
    this.#depth = 1;
  }

  /** Shows the others what was done since {@link SharedProcess.begin}. */
  end(): void {
    if (this.#depth === 0) return;
    this.#depth -= 1;
    if (this.#depth > 0 || !this.#active) return;
    const { log } = this.#shared();
    try {
      this.#publish();
      if (this.#vfs.exceeded !== null) this.#noteExceeded(log.words);
    } finally {
      releaseLock(log.words);
    }
  }

  /** Ends this process's part. Whatever it still has open is closed for it. Its replica cannot be used any more. */
  leave(): void {
    if (!this.#active) return;
    const { log } = this.#shared();
    this.#takeOver(log);
    if (this.#active) {
      this.#retire(this.#process);
      releaseLock(log.words);
      this.#stop();
    }
  }

  /**
   * Ends the sharing for good, for the process that collects the run's changes: the lock is kept, so that no other
   * process changes anything any more. They wait until they are terminated.
   */
  finish(): void {
    if (!this.#active) return;
    this.#takeOver(this.#shared().log);
    if (this.#active) this.#becomeSingle();
  }

  #start(memory: SharedArrayBuffer, process: number): Int32Array {
    const { changes, contents } = this.#vfs;
    const { allocator } = contents;
    this.#vfs.settleTimes();
    this.#process = process;
    this.#log = new SharedLog(memory, process);
    this.#run = new RunChanges(changes);
    this.#opens = new OpenTable();
    this.#replay = new FrameReplay(this.#vfs, this.#run, this.#opens);
    this.#maxSlabBytes = allocator.maxBytes;
    // A slab that one process made would be unknown to the others, which cannot be told while they run.
    allocator.maxBytes = allocator.slabs.length * SLAB_BYTES;
    this.#vfs.onOpens = (inode, count) => {
      this.#opens.add(process, inode, count);
      this.#newOpens.push({ process, inode, count });
    };
    this.#roster = Atomics.load(this.#log.words, ROSTER_WORD);
    this.#active = true;
    return this.#log.words;
  }

  #addProcess(open: Iterable<Inode>): AddedProcess | null {
    const { log, run } = this.#shared();
    const process = freeProcess(log.words);
    if (process === 0) return null;
    for (const inode of open) {
      inode.opens += 1;
      this.#opens.add(process, inode, 1);
      this.#newOpens.push({ process, inode, count: 1 });
    }
    this.#publish();
    this.#writer.state(run, this.#opens);
    const state = new Uint8Array(this.#writer.length);
    this.#writer.put(state);
    log.placeAt(slotOf(process));
    this.#setState(log.words, process, PROCESS_LIVE);
    return { process, state };
  }

  #setState(words: Int32Array, process: number, state: number): void {
    Atomics.store(words, STATE_WORDS + slotOf(process), stateOf(process, state));
    Atomics.add(words, ROSTER_WORD, 1);
  }

  /** Takes the lock, unless this process turns out to be alone, and catches up with the others. */
  #takeOver(log: SharedLog): void {
    takeLock(log.words, this.#process);
    try {
      log.read(this.#visit);
      if (Atomics.load(log.words, ROSTER_WORD) !== this.#roster) this.#readRoster(log);
    } catch (error) {
      if (this.#active) releaseLock(log.words);
      throw error;
    }
  }

  #readRoster({ words }: SharedLog): void {
    this.#roster = Atomics.load(words, ROSTER_WORD);
    let live = 0;
    for (let slot = 1; slot <= MAX_SHARING_PROCESSES; slot++) {
      const word = Atomics.load(words, STATE_WORDS + slot);
      const state = word & STATE_MASK;
      if (state === PROCESS_GONE) this.#retire(processAt(slot, word >>> STATE_BITS));
      else if (state === PROCESS_LIVE) live += 1;
    }
    if (live > 1 || this.#expectsMore) return;
    this.#becomeSingle();
    releaseLock(words);
  }

  /** Takes a process off the roster, and closes its files for everybody. */
  #retire(process: number): void {
    const { log, replay } = this.#shared();
    this.#writer.gone(process);
    const frame = new Uint8Array(this.#writer.length);
    this.#writer.put(frame);
    replay.replay(new JournalReader(frame), 0);
    // Again, as the usage may have changed.
    this.#append();
    this.#setState(log.words, process, PROCESS_FREE);
  }

  #publish(): void {
    const { run } = this.#shared();
    const { changes } = this.#vfs;
    if (changes.isEmpty && this.#newOpens.length === 0) return;
    this.#vfs.settleTimes();
    this.#writer.changes(this.#newOpens);
    run.add(changes);
    this.#append();
    changes.reset();
    this.#newOpens = [];
  }

  #append(): void {
    const { log } = this.#shared();
    const { length } = this.#writer;
    if (length <= log.room) log.append(length, this.#put);
    else if (!this.#makeRoom(true))
      throw new RangeError(`Cannot share an operation of ${length} bytes: the log is full`);
  }

  /**
   * Goes over to the other segment of the log. False when what the run changed is too much for one.
   *
   * @param unpublished what this process did last is not in the log
   */
  #makeRoom(unpublished: boolean): boolean {
    const { log, run } = this.#shared();
    if (!unpublished && log.isReadByAll()) {
      log.switch(null, false);
      return true;
    }
    this.#writer.state(run, this.#opens);
    const { length } = this.#writer;
    if (length > log.segmentBytes - reservedOf(log.segmentBytes)) return false;
    log.switch({ length, put: this.#put }, unpublished);
    return true;
  }

  /** Goes on alone; the lock is still held. */
  #becomeSingle(): void {
    const { log, run } = this.#shared();
    for (const inode of this.#opens.dropOthers(this.#process)) {
      if (inode.opens === 0 && inode.nlink === 0) this.#vfs.forget(inode);
    }
    run.giveTo(this.#vfs.changes);
    const met = Atomics.load(log.words, EXCEEDED_WORD);
    if ((met & EXCEEDED_BYTES) !== 0) this.#vfs.exceeded ??= 'bytes';
    if ((met & EXCEEDED_ENTRIES) !== 0) this.#vfs.exceeded ??= 'entries';
    this.#stop();
  }

  #stop(): void {
    this.#vfs.contents.allocator.maxBytes = this.#maxSlabBytes;
    this.#vfs.onOpens = null;
    this.#newOpens = [];
    this.#log = null;
    this.#run = null;
    this.#replay = null;
    this.#opens = new OpenTable();
    this.#active = false;
  }

  #noteExceeded(words: Int32Array): void {
    Atomics.or(words, EXCEEDED_WORD, this.#vfs.exceeded === 'bytes' ? EXCEEDED_BYTES : EXCEEDED_ENTRIES);
  }

  #shared(): { log: SharedLog; run: RunChanges; replay: FrameReplay } {
    const log = this.#log;
    const run = this.#run;
    const replay = this.#replay;
    if (log === null || run === null || replay === null)
      throw new Error('Cannot use shared files: they are not shared');
    return { log, run, replay };
  }
}

/** As if nobody had ever used the memory, except that numbers go on where they were. */
function clearHeader(memory: SharedArrayBuffer): void {
  const words = new Int32Array(memory, 0, HEADER_BYTES / 4);
  words.fill(0, 0, STATE_WORDS);
  words.fill(0, STATE_WORDS + MAX_SHARING_PROCESSES + 1);
  for (let slot = 0; slot <= MAX_SHARING_PROCESSES; slot++) {
    words[STATE_WORDS + slot] = (words[STATE_WORDS + slot] ?? 0) & ~STATE_MASK;
  }
}

/** A number that was not used before, or 0 when all slots are taken. */
function freeProcess(words: Int32Array): number {
  for (let slot = 2; slot <= MAX_SHARING_PROCESSES; slot++) {
    const word = Atomics.load(words, STATE_WORDS + slot);
    if ((word & STATE_MASK) === PROCESS_FREE) return processAt(slot, (word >>> STATE_BITS) + 1);
  }
  return 0;
}
