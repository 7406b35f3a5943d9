import type { Inode } from '../inode.ts';

/** How often each process has each inode open. {@link Inode.opens} is the sum over all processes. */
export class OpenTable {
  readonly #byProcess = new Map<number, Map<Inode, number>>();

  /** Notes a difference; the inode's own count is the caller's. */
  add(process: number, inode: Inode, difference: number): void {
    let counts = this.#byProcess.get(process);
    if (counts === undefined) {
      counts = new Map();
      this.#byProcess.set(process, counts);
    }
    const count = (counts.get(inode) ?? 0) + difference;
    if (count === 0) counts.delete(inode);
    else counts.set(inode, count);
  }

  /** Drops a process; returns what it had open, no longer counted by the inodes. */
  drop(process: number): Inode[] {
    const counts = this.#byProcess.get(process);
    if (counts === undefined) return [];
    this.#byProcess.delete(process);
    for (const [inode, count] of counts) inode.opens -= count;
    return [...counts.keys()];
  }

  /** Drops every process but one. */
  dropOthers(process: number): Inode[] {
    return [...this.#byProcess.keys()].filter((other) => other !== process).flatMap((other) => this.drop(other));
  }

  *entries(): Generator<readonly [process: number, inode: Inode, count: number]> {
    for (const [process, counts] of this.#byProcess) {
      for (const [inode, count] of counts) yield [process, inode, count];
    }
  }
}
