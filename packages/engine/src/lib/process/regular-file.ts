import type { Inode, Vfs } from '@aletheia-works/session-core/vfs';
import { EFBIG } from '../abi/errno.ts';
import { FDFLAG_APPEND } from '../abi/flags.ts';
import { refuse } from '../abi/refusal.ts';
import { FILE_RIGHTS } from '../abi/rights.ts';
import { SeekableFile } from './seekable-file.ts';

/** A regular file of the session's file system. */
export class RegularFile extends SeekableFile {
  override readonly possibleRights = FILE_RIGHTS;
  readonly #vfs: Vfs;

  constructor(vfs: Vfs, inode: Inode, flags: number) {
    super(inode, flags);
    this.#vfs = vfs;
    vfs.open(inode);
  }

  override read(target: Uint8Array, offset: number, length: number): number {
    const count = this.#vfs.read(this.inode, this.position, target, offset, length);
    this.position += count;
    return count;
  }

  override write(source: Uint8Array, offset: number, length: number): number {
    if (length === 0) return 0;
    // The end of this moment: another descriptor may have moved it (write(2), O_APPEND).
    const position = (this.flags & FDFLAG_APPEND) === 0 ? this.position : this.inode.size;
    const count = this.#vfs.write(this.inode, position, source, offset, length);
    this.position = position + count;
    return count;
  }

  override readAt(position: number, target: Uint8Array, offset: number, length: number): number {
    return this.#vfs.read(this.inode, position, target, offset, length);
  }

  override writeAt(position: number, source: Uint8Array, offset: number, length: number): number {
    // POSIX: pwrite writes at its offset even with O_APPEND.
    return this.#vfs.write(this.inode, position, source, offset, length);
  }

  override truncate(size: number): void {
    this.#vfs.truncate(this.inode, size);
  }

  /** posix_fallocate(3): afterwards the file is at least `offset + length` long; nothing else changes. */
  override allocate(offset: number, length: number): void {
    const end = offset + length;
    if (end > Number.MAX_SAFE_INTEGER) refuse(EFBIG);
    if (end > this.inode.size) this.#vfs.truncate(this.inode, end);
  }

  override close(): void {
    super.close();
    this.#vfs.close(this.inode);
  }
}
