import {
  CONTENT_BLOCKS,
  CONTENT_CELL,
  CONTENT_NONE,
  CONTENT_SYMLINK,
  RECORD_INODE,
  RECORD_LINK,
  RECORD_UNLINK,
} from './journal-format.ts';

/** An inode as a journal describes it. One object serves all records of a reading: copy what must live on. */
export interface InodeRecord {
  flags: number;
  mode: number;
  ino: number;
  size: number;
  atimeSec: number;
  atimeNsec: number;
  mtimeSec: number;
  mtimeNsec: number;
  ctimeSec: number;
  ctimeNsec: number;
  rdev: number;
  /** -1 without a cell. */
  addr: number;
  cap: number;
  /** A fresh array, or null. */
  blocks: number[] | null;
  symlink: string;
}

/** What {@link readJournal} calls for each record, in the journal's order. */
export interface JournalVisitor {
  inode(record: InodeRecord): void;
  unlink(directory: number, name: string): void;
  link(directory: number, ino: number, name: string): void;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Names up to this many bytes are put together by hand when they are ASCII; longer ones pay for a decoder. */
const SHORT_NAME = 24;

/** Reads a journal. Throws a RangeError or TypeError when the bytes are no journal. */
export function readJournal(bytes: Uint8Array, visitor: JournalVisitor): void {
  new JournalReader(bytes).read(0, bytes.length, visitor);
}

/** Reads journals that lie in the same memory. */
export class JournalReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  #at = 0;
  #end = 0;
  readonly #record: InodeRecord = {
    flags: 0,
    mode: 0,
    ino: 0,
    size: 0,
    atimeSec: 0,
    atimeNsec: 0,
    mtimeSec: 0,
    mtimeNsec: 0,
    ctimeSec: 0,
    ctimeNsec: 0,
    rdev: 0,
    addr: -1,
    cap: 0,
    blocks: null,
    symlink: '',
  };

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads the journal from byte `start` to byte `end`. Throws a RangeError or TypeError when it is none. */
  read(start: number, end: number, visitor: JournalVisitor): void {
    const { view } = this;
    this.#at = start;
    this.#end = end;
    while (this.#at < end) {
      const at = this.#at;
      const kind = view.getUint8(at);
      if (kind === RECORD_INODE) {
        this.#inode();
        visitor.inode(this.#record);
      } else if (kind === RECORD_UNLINK) {
        const directory = view.getFloat64(at + 1, true);
        this.#at = at + 9;
        visitor.unlink(directory, this.#text());
      } else if (kind === RECORD_LINK) {
        const directory = view.getFloat64(at + 1, true);
        const ino = view.getFloat64(at + 9, true);
        this.#at = at + 17;
        visitor.link(directory, ino, this.#text());
      } else {
        throw new RangeError(`Cannot read a journal: record kind ${kind}`);
      }
    }
  }

  #text(): string {
    const { bytes } = this;
    const length = this.view.getUint16(this.#at, true);
    const start = this.#at + 2;
    const end = start + length;
    this.#at = end;
    if (end > this.#end) throw new RangeError('Cannot read a journal: a text is cut off');
    if (length <= SHORT_NAME) {
      let name = '';
      let index = start;
      for (; index < end; index++) {
        const unit = bytes[index] ?? 0;
        if (unit > 0x7f) break;
        name += String.fromCharCode(unit);
      }
      if (index === end) return name;
    }
    return decoder.decode(bytes.slice(start, end));
  }

  #inode(): void {
    const view = this.view;
    const record = this.#record;
    const at = this.#at;
    record.flags = view.getUint8(at + 1);
    record.mode = view.getUint32(at + 2, true);
    record.ino = view.getFloat64(at + 6, true);
    record.size = view.getFloat64(at + 14, true);
    record.atimeSec = view.getFloat64(at + 22, true);
    record.atimeNsec = view.getUint32(at + 30, true);
    record.mtimeSec = view.getFloat64(at + 34, true);
    record.mtimeNsec = view.getUint32(at + 42, true);
    record.ctimeSec = view.getFloat64(at + 46, true);
    record.ctimeNsec = view.getUint32(at + 54, true);
    record.rdev = view.getUint32(at + 58, true);
    record.addr = -1;
    record.cap = 0;
    record.blocks = null;
    record.symlink = '';
    const content = view.getUint8(at + 62);
    this.#at = at + 63;
    if (content === CONTENT_CELL) {
      record.addr = view.getUint32(at + 63, true);
      record.cap = view.getUint32(at + 67, true);
      this.#at += 8;
    } else if (content === CONTENT_BLOCKS) {
      record.blocks = this.#blocks();
    } else if (content === CONTENT_SYMLINK) {
      record.symlink = this.#text();
    } else if (content !== CONTENT_NONE) {
      throw new RangeError(`Cannot read a journal: content kind ${content}`);
    }
  }

  #blocks(): number[] {
    const count = this.view.getUint32(this.#at, true);
    this.#at += 4;
    if (count * 4 > this.#end - this.#at) throw new RangeError('Cannot read a journal: a block list is cut off');
    const blocks: number[] = [];
    for (let index = 0; index < count; index++, this.#at += 4) blocks.push(this.view.getInt32(this.#at, true));
    return blocks;
  }
}
