import { type Inode, isSymlink } from './inode.ts';
import {
  CONTENT_BLOCKS,
  CONTENT_CELL,
  CONTENT_NONE,
  CONTENT_SYMLINK,
  RECORD_INODE,
  RECORD_LINK,
  RECORD_UNLINK,
} from './journal-format.ts';

const encoder = new TextEncoder();
/** Bytes of an inode record without its content. */
const INODE_BYTES = 63;

/** Writes a journal; see `journal-format.ts`. */
export class JournalWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #at = 0;

  /** @param expectedBytes room to begin with; it grows when that was too little */
  constructor(expectedBytes = 1024) {
    this.#bytes = new Uint8Array(expectedBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** @param flagsMask the flags that travel; the others belong to the writer's side alone */
  inode(inode: Inode, flagsMask: number): void {
    this.#room(INODE_BYTES + 16);
    const view = this.#view;
    let at = this.#at;
    view.setUint8(at, RECORD_INODE);
    view.setUint8(at + 1, inode.flags & flagsMask);
    view.setUint32(at + 2, inode.mode, true);
    view.setFloat64(at + 6, inode.ino, true);
    view.setFloat64(at + 14, inode.size, true);
    at = this.#time(at + 22, inode.atimeSec, inode.atimeNsec);
    at = this.#time(at, inode.mtimeSec, inode.mtimeNsec);
    at = this.#time(at, inode.ctimeSec, inode.ctimeNsec);
    view.setUint32(at, inode.rdev, true);
    this.#at = at + 4;
    this.#content(inode);
  }

  unlink(directory: number, name: string): void {
    this.#room(9);
    this.#view.setUint8(this.#at, RECORD_UNLINK);
    this.#view.setFloat64(this.#at + 1, directory, true);
    this.#at += 9;
    this.#text(name);
  }

  link(directory: number, ino: number, name: string): void {
    this.#room(17);
    this.#view.setUint8(this.#at, RECORD_LINK);
    this.#view.setFloat64(this.#at + 1, directory, true);
    this.#view.setFloat64(this.#at + 9, ino, true);
    this.#at += 17;
    this.#text(name);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#at;
  }

  /** Begins anew, on the same memory, behind `bytes` that are the caller's to fill through {@link JournalWriter.view}. */
  reset(bytes: number): void {
    this.#at = 0;
    this.#room(bytes);
    this.#at = bytes;
  }

  /** The memory; another one once more is written. */
  get view(): DataView {
    return this.#view;
  }

  copyTo(target: Uint8Array, at: number): void {
    target.set(this.#bytes.subarray(0, this.#at), at);
  }

  /** The bytes written so far, the caller's own. The writer is used up. */
  finish(): Uint8Array<ArrayBuffer> {
    const isTight = this.#at > this.#bytes.length / 2;
    return isTight ? this.#bytes.subarray(0, this.#at) : this.#bytes.slice(0, this.#at);
  }

  #time(at: number, sec: number, nsec: number): number {
    this.#view.setFloat64(at, sec, true);
    this.#view.setUint32(at + 8, nsec, true);
    return at + 12;
  }

  #content(inode: Inode): void {
    const view = this.#view;
    if (isSymlink(inode)) {
      view.setUint8(this.#at, CONTENT_SYMLINK);
      this.#at += 1;
      this.#text(inode.symlink);
    } else if (inode.blocks !== null) {
      this.#room(5 + 4 * inode.blocks.length);
      this.#view.setUint8(this.#at, CONTENT_BLOCKS);
      this.#view.setUint32(this.#at + 1, inode.blocks.length, true);
      this.#at += 5;
      for (const addr of inode.blocks) {
        this.#view.setInt32(this.#at, addr, true);
        this.#at += 4;
      }
    } else if (inode.addr >= 0) {
      view.setUint8(this.#at, CONTENT_CELL);
      view.setUint32(this.#at + 1, inode.addr, true);
      view.setUint32(this.#at + 5, inode.cap, true);
      this.#at += 9;
    } else {
      view.setUint8(this.#at, CONTENT_NONE);
      this.#at += 1;
    }
  }

  #text(text: string): void {
    this.#room(2 + text.length * 3);
    const start = this.#at + 2;
    let length = 0;
    for (; length < text.length; length++) {
      const unit = text.charCodeAt(length);
      if (unit > 0x7f) break;
      this.#bytes[start + length] = unit;
    }
    if (length < text.length) {
      length += encoder.encodeInto(text.slice(length), this.#bytes.subarray(start + length)).written;
    }
    this.#view.setUint16(this.#at, length, true);
    this.#at = start + length;
  }

  #room(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
