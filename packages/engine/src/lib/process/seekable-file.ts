import { EINVAL, EOVERFLOW } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { OpenFile, type SeekOrigin } from './open-file.ts';

/** A file with a size and a position (lseek(2), POSIX.1-2024). */
export abstract class SeekableFile extends OpenFile {
  protected position = 0;

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
