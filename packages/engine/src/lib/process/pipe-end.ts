import type { Inode } from '@aletheia-works/session-core/vfs';
import { EAGAIN, EBADF, EPIPE } from '../abi/errno.ts';
import { FDFLAG_NONBLOCK } from '../abi/flags.ts';
import { refuse } from '../abi/refusal.ts';
import { RIGHT_FD_READ, RIGHT_FD_WRITE, STREAM_RIGHTS } from '../abi/rights.ts';
import type { PipeRing, PipeSide } from '../channels/pipe-ring.ts';
import { PIPE_ATOMIC_BYTES } from '../channels/space-layout.ts';
import { type HandOver, OpenFile } from './open-file.ts';
import type { InheritedFile } from './spawn-request.ts';
import type { Stdio } from './stdio.ts';

/** One end of a pipe (pipe(2), read(2), write(2), POSIX.1-2024). */
export class PipeEnd extends OpenFile {
  override readonly possibleRights: number;
  readonly ring: PipeRing;
  readonly side: PipeSide;
  readonly #stdio: Stdio;
  readonly #row: number;

  /** @param row the process that holds the end; it is given up by {@link PipeEnd.close} */
  constructor(inode: Inode, flags: number, ring: PipeRing, side: PipeSide, row: number, stdio: Stdio) {
    super(inode, flags);
    this.possibleRights = STREAM_RIGHTS & ~(side === 'read' ? RIGHT_FD_WRITE : RIGHT_FD_READ);
    this.ring = ring;
    this.side = side;
    this.#row = row;
    this.#stdio = stdio;
  }

  override get mayWait(): boolean {
    return true;
  }

  override read(target: Uint8Array, offset: number, length: number, wait: boolean): number {
    if (this.side !== 'read') refuse(EBADF);
    if (length === 0) return 0;
    for (;;) {
      let count = this.ring.read(target, offset, length);
      if (count >= 0 || !wait) return count;
      const seen = this.#stdio.doorbell.count();
      this.ring.expectBytes();
      count = this.ring.readable();
      if (count < 0) this.#stdio.sleep(seen);
    }
  }

  /** Waits until all is written, unless NONBLOCK; throws EAGAIN when that leaves no byte written, EPIPE. */
  override write(source: Uint8Array, offset: number, length: number): number {
    if (this.side !== 'write') refuse(EBADF);
    for (let done = 0; ; ) {
      const count = this.ring.write(source, offset + done, length - done, length);
      if (count < 0) {
        if (done > 0) return done;
        refuse(EPIPE);
      }
      done += count;
      if (done === length) return done;
      if ((this.flags & FDFLAG_NONBLOCK) !== 0) {
        if (done > 0) return done;
        refuse(EAGAIN);
      }
      const seen = this.#stdio.doorbell.count();
      this.ring.expectRoom();
      const room = this.ring.writable();
      if (room >= 0 && room < Math.min(length - done, PIPE_ATOMIC_BYTES)) this.#stdio.sleep(seen);
    }
  }

  override readable(): number {
    if (this.side !== 'read') return 0;
    this.ring.expectBytes();
    return this.ring.readable();
  }

  override writable(): number {
    if (this.side !== 'write') return 0;
    this.ring.expectRoom();
    const room = this.ring.writable();
    if (room < 0) return 0;
    return room < PIPE_ATOMIC_BYTES ? -1 : room;
  }

  override hungUp(): boolean {
    return this.side === 'read' ? this.ring.readable() === 0 : this.ring.writable() < 0;
  }

  override handOver({ to }: HandOver): InheritedFile {
    this.ring.join(this.side, to);
    return { kind: 'pipe', side: this.side, index: this.ring.index, flags: this.flags };
  }

  override close(): void {
    this.ring.leave(this.side, this.#row);
  }
}
