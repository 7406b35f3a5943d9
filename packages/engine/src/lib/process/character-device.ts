import type { Inode } from '@aletheia-works/session-core/vfs';
import { ENOSPC } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { DEVICE_RIGHTS } from '../abi/rights.ts';
import { OpenFile } from './open-file.ts';

/** The memory devices: null(4), zero(4), full(4), random(4) of Linux. */
export type DeviceKind = 'null' | 'zero' | 'full' | 'random';

/** A device without state. */
export class CharacterDevice extends OpenFile {
  override readonly possibleRights = DEVICE_RIGHTS;
  readonly #kind: DeviceKind;

  constructor(inode: Inode, flags: number, kind: DeviceKind) {
    super(inode, flags);
    this.#kind = kind;
  }

  override read(target: Uint8Array, offset: number, length: number): number {
    switch (this.#kind) {
      case 'null':
        return 0;
      case 'random':
        fillRandom(target, offset, length);
        return length;
      default:
        target.fill(0, offset, offset + length);
        return length;
    }
  }

  override write(_source: Uint8Array, _offset: number, length: number): number {
    if (this.#kind === 'full') refuse(ENOSPC);
    return length;
  }

  override readAt(_position: number, target: Uint8Array, offset: number, length: number): number {
    return this.read(target, offset, length);
  }

  override writeAt(_position: number, source: Uint8Array, offset: number, length: number): number {
    return this.write(source, offset, length);
  }

  /** Always at 0, as on Linux. */
  override seek(): number {
    return 0;
  }
}

/** The most that one call of getRandomValues gives (Web Cryptography API, 10.1.1). */
const RANDOM_PIECE_BYTES = 65_536;

/** Fills a range with random bytes; the target may lie in shared memory, which getRandomValues refuses. */
export function fillRandom(target: Uint8Array, offset: number, length: number): void {
  const end = offset + length;
  for (let at = offset; at < end; at += RANDOM_PIECE_BYTES) {
    const size = Math.min(RANDOM_PIECE_BYTES, end - at);
    if (target.buffer instanceof ArrayBuffer) {
      crypto.getRandomValues(new Uint8Array(target.buffer, target.byteOffset + at, size));
    } else {
      target.set(crypto.getRandomValues(new Uint8Array(size)), at);
    }
  }
}
