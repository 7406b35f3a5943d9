import type { Inode } from '@aletheia-works/session-core/vfs';
import { RIGHT_FD_READ, RIGHT_FD_WRITE, STREAM_RIGHTS } from '../abi/rights.ts';
import { OpenFile } from './open-file.ts';
import type { InheritedFile } from './spawn-request.ts';
import type { Stdio } from './stdio.ts';

/** Which way a stream goes; a terminal goes both. */
export type StreamDirection = 'in' | 'out' | 'both';

const RIGHTS: Readonly<Record<StreamDirection, number>> = {
  in: STREAM_RIGHTS & ~RIGHT_FD_WRITE,
  out: STREAM_RIGHTS & ~RIGHT_FD_READ,
  both: STREAM_RIGHTS,
};

/** stdin, stdout, stderr, and the devices that stand for them. */
export class StdioStream extends OpenFile {
  override readonly possibleRights: number;
  readonly #stdio: Stdio;
  readonly #output: 1 | 2;
  readonly #direction: StreamDirection;

  /** @param output where writes go */
  constructor(inode: Inode, flags: number, stdio: Stdio, direction: StreamDirection, output: 1 | 2) {
    super(inode, flags);
    this.possibleRights = RIGHTS[direction];
    this.#stdio = stdio;
    this.#output = output;
    this.#direction = direction;
  }

  override get mayWait(): boolean {
    return true;
  }

  override read(target: Uint8Array, offset: number, length: number, wait: boolean): number {
    return this.#stdio.read(target, offset, length, wait);
  }

  override write(source: Uint8Array, offset: number, length: number): number {
    return this.#stdio.write(this.#output, source, offset, length);
  }

  override handOver(): InheritedFile {
    const out = this.#output === 1 ? 'stdout' : 'stderr';
    const kind = this.#direction === 'in' ? 'stdin' : this.#direction === 'both' ? 'tty' : out;
    return { kind, flags: this.flags };
  }

  override readable(): number {
    return (this.possibleRights & RIGHT_FD_READ) === 0 ? 0 : this.#stdio.readable();
  }

  override hungUp(): boolean {
    return (this.possibleRights & RIGHT_FD_READ) !== 0 && this.#stdio.ended();
  }
}
