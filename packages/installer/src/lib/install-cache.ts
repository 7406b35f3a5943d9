/**
 * A store of artifacts by content. Whatever it gives back is hashed again before use, so a cache need not be trusted.
 * A cache that throws counts as one that has nothing: it never fails an installation.
 */
export interface InstallCache {
  /**
   * @param sha256 64 lower-case hexadecimal digits
   * @returns bytes that the caller owns, or null
   */
  get(sha256: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Stores bytes whose digest was checked. An entry becomes visible whole or not at all. `bytes` is only read. */
  put(sha256: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Drops an entry that turned out to be damaged; a missing one is no error. */
  delete(sha256: string): Promise<void>;
}
