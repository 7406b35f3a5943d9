import { copyMetadata } from '../copy-metadata.ts';
import { type Inode, isDirectory, isRegular } from '../inode.ts';
import type { InodeRecord, JournalReader, JournalVisitor } from '../journal-reader.ts';
import type { Vfs } from '../vfs.ts';
import type { OpenTable } from './open-table.ts';
import type { RunChanges } from './run-changes.ts';
import { FRAME_BYTES, FRAME_GONE, FRAME_STATE, OPEN_BYTES } from './shared-layout.ts';

/** Content that a frame gave an inode and that is set aside once everything given up is free. */
interface NewContent {
  readonly inode: Inode;
  readonly flags: number;
  readonly addr: number;
  readonly cap: number;
  readonly blocks: number[] | null;
}

/** A name that a frame gave an inode. */
interface NewName {
  readonly directory: Inode;
  readonly name: string;
  readonly inode: Inode;
}

/** Brings a replica to the state that another process of the run described in a frame. */
export class FrameReplay implements JournalVisitor {
  readonly #vfs: Vfs;
  readonly #run: RunChanges;
  readonly #opens: OpenTable;
  #contents: NewContent[] = [];
  #names: NewName[] = [];
  /** What may have lost its last name or its last open. */
  #doubtful: Inode[] = [];

  constructor(vfs: Vfs, run: RunChanges, opens: OpenTable) {
    this.#vfs = vfs;
    this.#run = run;
    this.#opens = opens;
  }

  /** @param start where the frame begins in the reader's memory */
  replay(reader: JournalReader, start: number): void {
    const vfs = this.#vfs;
    const { view } = reader;
    const kind = view.getUint32(start + 4, true);
    const opensAt = start + FRAME_BYTES;
    const journalAt = opensAt + view.getUint32(start + 36, true) * OPEN_BYTES;
    reader.read(journalAt, journalAt + view.getUint32(start + 40, true), this);
    for (const { directory, name, inode } of this.#names) this.#enter(directory, name, inode);
    if (kind === FRAME_GONE) this.#doubtful.push(...this.#opens.drop(view.getUint32(start + 32, true)));
    if (kind === FRAME_STATE) this.#doubtful.push(...this.#opens.dropOthers(0));
    for (let at = opensAt; at < journalAt; at += OPEN_BYTES) {
      this.#open(view.getFloat64(at, true), view.getUint32(at + 8, true), view.getInt32(at + 12, true));
    }
    for (const inode of this.#doubtful) this.#dropIfUnused(inode);
    for (const { inode, flags, addr, cap, blocks } of this.#contents) {
      vfs.contents.adopt(inode, flags, addr, cap, blocks);
    }
    vfs.nextIno = Math.max(vfs.nextIno, view.getFloat64(start + 8, true));
    if (kind !== FRAME_GONE) {
      vfs.usage.bytes = view.getFloat64(start + 16, true);
      vfs.usage.entries = view.getFloat64(start + 24, true);
    }
    if (this.#contents.length > 0) this.#contents = [];
    if (this.#names.length > 0) this.#names = [];
    if (this.#doubtful.length > 0) this.#doubtful = [];
  }

  inode(record: InodeRecord): void {
    const { store, contents } = this.#vfs;
    let inode = store.byIno(record.ino);
    if (inode === undefined) {
      inode = store.create(record.ino, record.mode);
      if (isDirectory(inode)) {
        inode.nlink = 2;
        this.#doubtful.push(inode);
      }
    }
    this.#run.inodes.add(inode);
    copyMetadata(record, inode);
    const { flags, addr, cap, blocks } = record;
    if (!isRegular(inode)) {
      inode.flags = flags;
      return;
    }
    // Mostly a write in place, or no content at all.
    if (addr === inode.addr && cap === inode.cap && flags === inode.flags && blocks === null && inode.blocks === null) {
      return;
    }
    contents.giveUp(inode, addr, cap, blocks);
    this.#contents.push({ inode, flags, addr, cap, blocks });
  }

  unlink(directoryIno: number, name: string): void {
    const directory = this.#vfs.store.byIno(directoryIno);
    // A directory that came and went between two looks.
    if (directory === undefined) return;
    this.#run.addName(directory, name);
    const inode = this.#vfs.store.lookup(directory, name);
    if (inode !== undefined) this.#remove(directory, name, inode);
  }

  link(directoryIno: number, ino: number, name: string): void {
    const { store } = this.#vfs;
    const directory = store.byIno(directoryIno);
    const inode = store.byIno(ino);
    if (directory === undefined || inode === undefined) {
      throw new RangeError(`Cannot follow another process: inode ${directoryIno} or ${ino} is unknown`);
    }
    this.#run.addName(directory, name);
    const present = store.lookup(directory, name);
    if (present === inode) return;
    if (present !== undefined) this.#remove(directory, name, present);
    this.#names.push({ directory, name, inode });
  }

  #enter(directory: Inode, name: string, inode: Inode): void {
    this.#vfs.store.enter(directory, name, inode);
    if (isDirectory(inode)) directory.nlink += 1;
    else inode.nlink += 1;
  }

  #remove(directory: Inode, name: string, inode: Inode): void {
    this.#vfs.store.remove(directory, name);
    if (isDirectory(inode)) directory.nlink -= 1;
    else inode.nlink -= 1;
    this.#doubtful.push(inode);
  }

  #open(ino: number, process: number, count: number): void {
    const inode = this.#vfs.store.byIno(ino);
    // A file that came and went within one operation.
    if (inode === undefined) return;
    inode.opens += count;
    this.#opens.add(process, inode, count);
    if (count < 0) this.#doubtful.push(inode);
  }

  #dropIfUnused(inode: Inode): void {
    const { store } = this.#vfs;
    if (isDirectory(inode)) {
      if (store.parentOf(inode) !== null) return;
      inode.nlink = 0;
    }
    if (inode.nlink > 0 || inode.opens > 0 || store.byIno(inode.ino) !== inode) return;
    // Names that came and went with a directory are in no frame: what still hangs there went too.
    for (const [name, child] of [...store.names(inode)]) {
      this.#remove(inode, name, child);
      this.#dropIfUnused(child);
    }
    this.#vfs.forget(inode);
  }
}
