/** Journals are kept for warm workers up to this many bytes; a worker further behind takes the whole tree. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;

/** The latest journals of a store, one for each generation. */
export class JournalLog {
  #journals: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;
  #generation = 0;

  /** Grows by one with every change. */
  get generation(): number {
    return this.#generation;
  }

  /** Notes a change; an empty journal is none. */
  append(journal: Uint8Array<ArrayBuffer>): void {
    if (journal.length === 0) return;
    this.#journals.push(journal);
    this.#bytes += journal.length;
    this.#generation += 1;
    if (this.#bytes > MAX_LOG_BYTES) this.#dropOldest();
  }

  /** Forgets all journals, as after a change that none describes. */
  clear(): void {
    this.#journals = [];
    this.#bytes = 0;
    this.#generation += 1;
  }

  /** All journals since a generation as one, or null when some are forgotten. */
  since(generation: number): Uint8Array<ArrayBuffer> | null {
    const behind = this.#generation - generation;
    if (behind < 0 || behind > this.#journals.length) return null;
    const wanted = behind === 0 ? [] : this.#journals.slice(-behind);
    const joined = new Uint8Array(wanted.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const journal of wanted) {
      joined.set(journal, at);
      at += journal.length;
    }
    return joined;
  }

  /** Drops down to half at once: to take one from the front of a long array costs as much. */
  #dropOldest(): void {
    let count = 0;
    while (this.#bytes > MAX_LOG_BYTES / 2) {
      this.#bytes -= this.#journals[count]?.length ?? 0;
      count += 1;
    }
    this.#journals.splice(0, count);
  }
}
