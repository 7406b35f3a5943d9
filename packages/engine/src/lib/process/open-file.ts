import type { Inode } from '@aletheia-works/session-core/vfs';
import { EBADF, EINVAL, ENODEV, ESPIPE } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import type { RunSpace } from '../channels/run-space.ts';
import type { InheritedFile } from './spawn-request.ts';

/** How an open file gets from one process to another. */
export interface HandOver {
  readonly space: RunSpace;
  /** The row of the process that has it. */
  readonly from: number;
  /** The row of the process that gets it. */
  readonly to: number;
}

/** Where {@link OpenFile.seek} counts from. */
export type SeekOrigin = 'start' | 'current' | 'end';

/** What a write is said to take at once (POSIX.1-2024 PIPE_BUF is at least 512, Linux's is this). */
const WRITABLE_BYTES = 4096;

/**
 * An open file description (POSIX.1-2024, 3.242): position and flags, shared by all descriptors that refer to it. Every
 * operation is refused here, with what POSIX says for a file without it; the subclasses say what they add.
 */
export abstract class OpenFile {
  /** Held open, so that its content outlives its last name. */
  readonly inode: Inode;
  /** `fdflags` */
  flags: number;
  /** Descriptors that refer to this. */
  references = 0;
  /** The rights that make sense for this kind of file. */
  abstract readonly possibleRights: number;
  /** Reading or writing may wait; then it looks at no files. */
  get mayWait(): boolean {
    return false;
  }

  constructor(inode: Inode, flags: number) {
    this.inode = inode;
    this.flags = flags;
  }

  /**
   * Reads at the position and moves it. Returns how many bytes there were: 0 at the end, -1 when none are there yet and
   * `wait` is false.
   */
  read(_target: Uint8Array, _offset: number, _length: number, _wait: boolean): number {
    return refuse(EBADF);
  }

  /** Writes at the position, or at the end with `APPEND`, and moves it. Returns how many bytes were taken. */
  write(_source: Uint8Array, _offset: number, _length: number): number {
    return refuse(EBADF);
  }

  readAt(_position: number, _target: Uint8Array, _offset: number, _length: number): number {
    return refuse(ESPIPE);
  }

  writeAt(_position: number, _source: Uint8Array, _offset: number, _length: number): number {
    return refuse(ESPIPE);
  }

  /** Moves the position and returns it. */
  seek(_offset: number, _origin: SeekOrigin): number {
    return refuse(ESPIPE);
  }

  truncate(_size: number): void {
    refuse(EINVAL);
  }

  allocate(_offset: number, _length: number): void {
    refuse(ENODEV);
  }

  /** Bytes that a read would give now (0 at the end); -1 when it would wait. */
  readable(): number {
    return 0;
  }

  /** Bytes that a write would take now; -1 when it would wait. Whoever writes to a slow host waits inside the write. */
  writable(): number {
    return WRITABLE_BYTES;
  }

  /** Tells that the other side is gone and nothing will come any more. */
  hungUp(): boolean {
    return false;
  }

  /** Describes the file to another process, which then holds it too; null when it cannot be handed on. Throws ENFILE. */
  handOver(_to: HandOver): InheritedFile | null {
    return { kind: 'inode', ino: this.inode.ino, flags: this.flags, position: -1, confine: -1 };
  }

  /** Called once, when the last descriptor is closed. */
  close(): void {}
}
