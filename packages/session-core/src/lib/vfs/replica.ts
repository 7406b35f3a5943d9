import type { ProgramImage } from '../runtime-port.ts';
import { applyJournal } from './apply-journal.ts';
import { collectChanges } from './collect-changes.ts';
import { ExtentAllocator, slabBytesFor } from './extent-allocator.ts';
import { BLOCK_BYTES, SLAB_BYTES } from './extent-layout.ts';
import { FileContents } from './file-contents.ts';
import type { Inode } from './inode.ts';
import { ReplicaStore } from './replica-store.ts';
import { Vfs, type VfsLimits } from './vfs.ts';

/** Options of {@link Replica}. */
export interface ReplicaOptions {
  /** Told of every slab that a run made. The host must adopt it at once, also when the run fails later. */
  onSlab(index: number, slab: SharedArrayBuffer): void;
}

/** What a run starts from. */
export interface ReplicaRun {
  readonly limits: Readonly<VfsLimits>;
  /** What the session's files take now. */
  readonly usage: Readonly<VfsLimits>;
  /** The first inode number that the run may hand out. */
  readonly nextIno: number;
  /** Absolute paths of the persisted roots. */
  readonly roots: readonly string[];
}

/** A worker's copy of a session's tree; contents are shared with the host through the slabs. */
export class Replica {
  readonly vfs: Vfs;
  readonly #allocator: ExtentAllocator;
  readonly #contents: FileContents;
  /** The programs' extents that the allocator must not hand out, by their first one. */
  readonly #images = new Map<number, ProgramImage>();
  #listedImages: readonly ProgramImage[] = [];
  #roots: ReadonlySet<Inode> = new Set();
  #baseIno = 2;

  constructor(options: ReplicaOptions) {
    this.#allocator = new ExtentAllocator(options);
    this.#contents = new FileContents(this.#allocator, true);
    this.vfs = new Vfs(new ReplicaStore(), this.#contents);
  }

  /** How many slabs this replica knows. */
  get slabCount(): number {
    return this.#allocator.slabs.length;
  }

  /** Adds a slab that the host made or took from another worker. */
  addSlab(index: number, slab: SharedArrayBuffer): void {
    this.#allocator.addSlab(index, slab);
  }

  /**
   * Brings the tree to the host's state; a fresh replica takes a full journal, later ones what changed since.
   *
   * @param images every registered program's; they lie in the slabs and in no journal. The same array means no change
   */
  sync(journal: Uint8Array, images: readonly ProgramImage[]): void {
    if (images === this.#listedImages) {
      if (journal.length > 0) applyJournal(this.vfs, journal);
      return;
    }
    this.#listedImages = images;
    const listed = new Map(images.map((image) => [firstExtent(image), image]));
    for (const [key, image] of this.#images) {
      if (listed.get(key)?.size === image.size) continue;
      for (const [addr, cap] of extentsOf(image)) this.#allocator.free(addr, cap);
      this.#images.delete(key);
    }
    if (journal.length > 0) applyJournal(this.vfs, journal);
    for (const [key, image] of listed) {
      if (this.#images.has(key)) continue;
      for (const [addr, cap] of extentsOf(image)) this.#allocator.claim(addr, cap);
      this.#images.set(key, image);
    }
  }

  /** Starts a run: from here on every change is noted, and what is committed is copied before it changes. */
  beginRun(run: ReplicaRun): void {
    const { vfs } = this;
    vfs.limits = { ...run.limits };
    // Programs and their data lie in slabs too, and do not count.
    this.#allocator.maxBytes = slabBytesFor(run.limits.bytes) + this.slabCount * SLAB_BYTES;
    vfs.usage = { ...run.usage };
    vfs.exceeded = null;
    vfs.nextIno = run.nextIno;
    vfs.changes.reset();
    vfs.clock.read();
    this.#contents.epoch += 1;
    this.#baseIno = run.nextIno;
    this.#roots = new Set(run.roots.map((path) => directoryAt(vfs, path)));
    vfs.attached = [];
  }

  /** Ends a run whose descriptors are closed: drops the attached world and says what changed below the roots. */
  endRun(): { changes: Uint8Array<ArrayBuffer>; nextIno: number } {
    const { vfs } = this;
    const changes = collectChanges(vfs, { baseIno: this.#baseIno, isKept: (directory) => this.#isKept(directory) });
    for (const [parent, name] of vfs.attached.reverse()) vfs.detach(parent, name);
    vfs.attached = [];
    this.#contents.releaseDeferred();
    vfs.changes.reset();
    return { changes, nextIno: vfs.nextIno };
  }

  #isKept(directory: Inode): boolean {
    for (let at: Inode | null = directory; at !== null; at = this.vfs.parentOf(at)) {
      if (this.#roots.has(at)) return true;
      if (at === this.vfs.root) return false;
    }
    return false;
  }
}

function directoryAt(vfs: Vfs, path: string): Inode {
  let at = vfs.root;
  for (const name of path.split('/')) {
    if (name === '') continue;
    const next = vfs.lookup(at, name);
    if (next === undefined) throw new RangeError(`Cannot start a run: the root ${path} is not in the replica`);
    at = next;
  }
  return at;
}

const firstExtent = (image: ProgramImage): number => image.blocks?.[0] ?? image.addr;

function extentsOf(image: ProgramImage): [addr: number, cap: number][] {
  return image.blocks?.map((addr) => [addr, BLOCK_BYTES]) ?? [[image.addr, image.cap]];
}
