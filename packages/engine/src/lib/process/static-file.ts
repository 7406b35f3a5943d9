import type { Inode } from '@aletheia-works/session-core/vfs';
import { FILE_RIGHTS } from '../abi/rights.ts';
import { SeekableFile } from './seekable-file.ts';

/** A read-only file whose content is part of this package, such as `/etc/hosts`; it takes no space in the session. */
export class StaticFile extends SeekableFile {
  override readonly possibleRights = FILE_RIGHTS;
  readonly #content: Uint8Array;

  constructor(inode: Inode, flags: number, content: Uint8Array) {
    super(inode, flags);
    this.#content = content;
  }

  override read(target: Uint8Array, offset: number, length: number): number {
    const count = this.readAt(this.position, target, offset, length);
    this.position += count;
    return count;
  }

  override readAt(position: number, target: Uint8Array, offset: number, length: number): number {
    const piece = this.#content.subarray(position, position + length);
    target.set(piece, offset);
    return piece.length;
  }
}
