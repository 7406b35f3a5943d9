import { EINVAL, ENFILE, EOVERFLOW } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { type SharedPosition, takePosition } from '../channels/shared-position.ts';
import { type HandOver, OpenFile, type SeekOrigin } from './open-file.ts';
import type { InheritedFile } from './spawn-request.ts';

/** A file with a size and a position (lseek(2), POSIX.1-2024). */
export abstract class SeekableFile extends OpenFile {
  #position = 0;
  #shared: SharedPosition | null = null;

  protected get position(): number {
    return this.#shared === null ? this.#position : this.#shared.value;
  }

  protected set position(value: number) {
    if (this.#shared === null) this.#position = value;
    else this.#shared.value = value;
  }

  /** Goes on at a position that other processes move, too. */
  sharePosition(position: SharedPosition): void {
    this.#shared = position;
  }

  override handOver({ space, from, to }: HandOver): InheritedFile {
    if (this.#shared === null) {
      const shared = takePosition(space, from);
      if (shared === null) refuse(ENFILE);
      shared.value = this.#position;
      this.#shared = shared;
    }
    this.#shared.join(to);
    return {
      kind: 'inode',
      ino: this.inode.ino,
      flags: this.flags,
      position: this.#shared.index,
      confine: -1,
    };
  }

  override close(): void {
    this.#shared?.leave();
  }

  override seek(offset: number, origin: SeekOrigin): number {
    let base = 0;
    if (origin === 'current') base = this.position;
    else if (origin === 'end') base = this.inode.size;
    const position = base + offset;
    if (position < 0) refuse(EINVAL);
    if (position > Number.MAX_SAFE_INTEGER) refuse(EOVERFLOW);
    this.position = position;
    return position;
  }

  override readable(): number {
    return Math.max(0, this.inode.size - this.position);
  }
}
