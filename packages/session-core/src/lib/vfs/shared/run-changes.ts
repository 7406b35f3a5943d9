import type { ChangeTracker } from '../change-tracker.ts';
import type { Inode } from '../inode.ts';

/** All that changed since a run began, whoever of its processes did it. */
export class RunChanges {
  readonly inodes: Set<Inode>;
  readonly names: Map<Inode, Set<string>>;

  /** Takes over what a tracker noted so far, and leaves it empty. */
  constructor(tracker: ChangeTracker) {
    this.inodes = new Set(tracker.inodes);
    this.names = tracker.names;
    tracker.names = new Map();
    tracker.reset();
  }

  addName(directory: Inode, name: string): void {
    const names = this.names.get(directory);
    if (names === undefined) this.names.set(directory, new Set([name]));
    else names.add(name);
  }

  /** Adds what one operation changed. */
  add(tracker: ChangeTracker): void {
    for (const inode of tracker.inodes) this.inodes.add(inode);
    for (const [directory, names] of tracker.names) for (const name of names) this.addName(directory, name);
  }

  /** Hands everything back to a tracker, as if one process had done it all. */
  giveTo(tracker: ChangeTracker): void {
    tracker.reset();
    tracker.names = this.names;
    for (const inode of this.inodes) tracker.touch(inode);
  }
}
