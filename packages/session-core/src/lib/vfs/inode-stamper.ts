import type { ChangeTracker } from './change-tracker.ts';
import type { FileClock } from './file-clock.ts';
import type { Inode } from './inode.ts';

/** What {@link Vfs.setTimes} sets; a missing part stays. */
export interface FileTimes {
  readonly atimeSec?: number;
  readonly atimeNsec?: number;
  readonly mtimeSec?: number;
  readonly mtimeNsec?: number;
}

/** Sets the times of inodes (POSIX.1-2024, 4.12 "File Times Update") and notes them as changed. */
export class InodeStamper {
  readonly #clock: FileClock;
  readonly #changes: ChangeTracker;
  /** The file whose last write is not stamped yet. */
  #written: Inode | null = null;

  constructor(clock: FileClock, changes: ChangeTracker) {
    this.#clock = clock;
    this.#changes = changes;
  }

  /** Takes the time that one operation stamps everything with. */
  tick(): void {
    this.settle();
    this.#clock.read();
  }

  created(inode: Inode): void {
    inode.atimeSec = this.#clock.sec;
    inode.atimeNsec = this.#clock.nsec;
    this.contentChanged(inode);
  }

  contentChanged(inode: Inode): void {
    inode.mtimeSec = this.#clock.sec;
    inode.mtimeNsec = this.#clock.nsec;
    this.changed(inode);
  }

  changed(inode: Inode): void {
    inode.ctimeSec = this.#clock.sec;
    inode.ctimeNsec = this.#clock.nsec;
    this.#changes.touch(inode);
  }

  /** Notes a write. Reading a clock each time would cost more than a short write, so only the last file is remembered. */
  written(inode: Inode): void {
    if (inode === this.#written) return;
    this.settle();
    this.#written = inode;
    this.#changes.touch(inode);
  }

  /**
   * Stamps the file that was written last. Everything that looks at times or lets time pass comes first here: stat, a
   * blocking call, reading a clock.
   */
  settle(): void {
    const inode = this.#written;
    if (inode === null) return;
    this.#written = null;
    this.#clock.read();
    this.contentChanged(inode);
  }

  forget(inode: Inode): void {
    if (inode === this.#written) this.#written = null;
  }
}
