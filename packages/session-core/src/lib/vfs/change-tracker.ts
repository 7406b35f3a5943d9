import type { Inode } from './inode.ts';

/** Remembers which inodes and names changed since the last {@link ChangeTracker.reset}: what, not how often. */
export class ChangeTracker {
  /** Grows with every reset; an inode whose `touchedEpoch` equals it is noted already. */
  epoch = 1;
  inodes: Inode[] = [];
  names = new Map<Inode, Set<string>>();

  touch(inode: Inode): void {
    if (inode.touchedEpoch === this.epoch) return;
    inode.touchedEpoch = this.epoch;
    this.inodes.push(inode);
  }

  touchName(directory: Inode, name: string): void {
    const names = this.names.get(directory);
    if (names === undefined) this.names.set(directory, new Set([name]));
    else names.add(name);
  }

  get isEmpty(): boolean {
    return this.inodes.length === 0 && this.names.size === 0;
  }

  reset(): void {
    this.epoch += 1;
    if (this.inodes.length > 0) this.inodes = [];
    if (this.names.size > 0) this.names = new Map();
  }
}
