import type { Inode } from '@aletheia-works/session-core/vfs';
import { EAGAIN, EINVAL } from '../abi/errno.ts';
import { FDFLAG_NONBLOCK } from '../abi/flags.ts';
import { refuse } from '../abi/refusal.ts';
import { STREAM_RIGHTS } from '../abi/rights.ts';
import { OpenFile } from './open-file.ts';
import type { Stdio } from './stdio.ts';

/** The largest value that a counter holds (eventfd(2)). */
const MAX_COUNT = 0xffff_ffff_ffff_fffen;
const VALUE_BYTES = 8;

/** A counter that is read and written in eight bytes (eventfd(2)). It belongs to one process; a child finds it closed. */
export class EventCounter extends OpenFile {
  override readonly possibleRights = STREAM_RIGHTS;
  readonly #stdio: Stdio;
  readonly #isSemaphore: boolean;
  #count: bigint;

  constructor(inode: Inode, stdio: Stdio, initial: bigint, isSemaphore: boolean) {
    super(inode, 0);
    this.#stdio = stdio;
    this.#count = initial;
    this.#isSemaphore = isSemaphore;
  }

  override get mayWait(): boolean {
    return true;
  }

  override read(target: Uint8Array, offset: number, length: number, wait: boolean): number {
    if (length < VALUE_BYTES) refuse(EINVAL);
    while (this.#count === 0n) {
      if (!wait) return -1;
      this.#stdio.sleep(this.#stdio.doorbell.count());
    }
    const value = this.#isSemaphore ? 1n : this.#count;
    this.#count -= value;
    new DataView(target.buffer, target.byteOffset + offset, VALUE_BYTES).setBigUint64(0, value, true);
    return VALUE_BYTES;
  }

  override write(source: Uint8Array, offset: number, length: number): number {
    if (length < VALUE_BYTES) refuse(EINVAL);
    const value = new DataView(source.buffer, source.byteOffset + offset, VALUE_BYTES).getBigUint64(0, true);
    if (value > MAX_COUNT) refuse(EINVAL);
    while (this.#count + value > MAX_COUNT) {
      if ((this.flags & FDFLAG_NONBLOCK) !== 0) refuse(EAGAIN);
      this.#stdio.sleep(this.#stdio.doorbell.count());
    }
    this.#count += value;
    return VALUE_BYTES;
  }

  override handOver(): null {
    return null;
  }

  override readable(): number {
    return this.#count === 0n ? -1 : VALUE_BYTES;
  }

  override writable(): number {
    return this.#count < MAX_COUNT ? VALUE_BYTES : -1;
  }
}
