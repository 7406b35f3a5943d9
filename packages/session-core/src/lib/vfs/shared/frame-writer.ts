import { INODE_BORROWED, INODE_MOUNT, INODE_READ_ONLY, type Inode } from '../inode.ts';
import { JournalWriter } from '../journal-writer.ts';
import type { Vfs } from '../vfs.ts';
import type { OpenTable } from './open-table.ts';
import type { RunChanges } from './run-changes.ts';
import { FRAME_BYTES, FRAME_CHANGES, FRAME_GONE, FRAME_STATE, OPEN_BYTES } from './shared-layout.ts';

const ALL_FLAGS = INODE_READ_ONLY | INODE_MOUNT | INODE_BORROWED;

/** An open or a close: how often a process has an inode open. */
interface OpenNote {
  readonly process: number;
  readonly inode: Inode;
  readonly count: number;
}

/** Puts a frame together, then writes it where it belongs. */
export class FrameWriter {
  readonly #vfs: Vfs;
  readonly #journal = new JournalWriter();
  #opens: OpenNote[] = [];
  #kind = FRAME_CHANGES;
  #gone = 0;

  constructor(vfs: Vfs) {
    this.#vfs = vfs;
  }

  /** Bytes of the frame. */
  get length(): number {
    return (this.#journal.length + 7) & ~7;
  }

  /** What the tracker of `vfs` noted, and the opens of one operation. */
  changes(opens: OpenNote[]): void {
    const { inodes, names } = this.#vfs.changes;
    this.#begin(FRAME_CHANGES, opens);
    this.#inodes(inodes);
    if (names.size > 0) this.#names(names);
  }

  /** All that makes a replica of the state the run began with equal to this one. */
  state(run: RunChanges, opens: OpenTable): void {
    const { attached, lasting } = this.#vfs;
    const notes: OpenNote[] = [];
    for (const [process, inode, count] of opens.entries()) notes.push({ process, inode, count });
    this.#begin(FRAME_STATE, notes);
    const names = new Map(run.names);
    const inodes = new Set(run.inodes);
    for (const [directory, name] of [...lasting, ...attached]) {
      const inode = this.#vfs.lookup(directory, name);
      if (inode === undefined) continue;
      inodes.add(inode);
      names.set(directory, new Set(names.get(directory)).add(name));
    }
    this.#inodes(inodes);
    this.#names(names);
  }

  gone(process: number): void {
    this.#begin(FRAME_GONE, []);
    this.#gone = process;
  }

  /** Writes the frame at a byte of `target`. */
  put(target: Uint8Array, offset = 0): void {
    const { usage, nextIno } = this.#vfs;
    const { view } = this.#journal;
    view.setUint32(0, this.length, true);
    view.setUint32(4, this.#kind, true);
    view.setFloat64(8, nextIno, true);
    view.setFloat64(16, usage.bytes, true);
    view.setFloat64(24, usage.entries, true);
    view.setUint32(32, this.#gone, true);
    view.setUint32(36, this.#opens.length, true);
    view.setUint32(40, this.#journal.length - FRAME_BYTES - this.#opens.length * OPEN_BYTES, true);
    let at = FRAME_BYTES;
    for (const { process, inode, count } of this.#opens) {
      view.setFloat64(at, inode.ino, true);
      view.setUint32(at + 8, process, true);
      view.setInt32(at + 12, count, true);
      at += OPEN_BYTES;
    }
    this.#journal.copyTo(target, offset);
  }

  #begin(kind: number, opens: OpenNote[]): void {
    this.#kind = kind;
    this.#opens = opens;
    this.#gone = 0;
    this.#journal.reset(FRAME_BYTES + opens.length * OPEN_BYTES);
  }

  #inodes(inodes: Iterable<Inode>): void {
    const { store } = this.#vfs;
    for (const inode of inodes) if (store.byIno(inode.ino) === inode) this.#journal.inode(inode, ALL_FLAGS);
  }

  /** Names that went come before names that are: a directory may have moved from one to the other. */
  #names(names: ReadonlyMap<Inode, ReadonlySet<string>>): void {
    const { store } = this.#vfs;
    for (const [directory, changed] of names) {
      for (const name of changed) {
        if (store.lookup(directory, name) === undefined) this.#journal.unlink(directory.ino, name);
      }
    }
    for (const [directory, changed] of names) {
      for (const name of changed) {
        const inode = store.lookup(directory, name);
        if (inode !== undefined) this.#journal.link(directory.ino, inode.ino, name);
      }
    }
  }
}
