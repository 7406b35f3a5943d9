import { ExecutionError } from '@aletheia-works/errors';
import type { FileView, ProgramImage } from '../runtime-port.ts';
import { applyJournal } from './apply-journal.ts';
import { collectChanges, collectTree } from './collect-changes.ts';
import { ExtentAllocator, slabBytesFor } from './extent-allocator.ts';
import { BLOCK_BYTES, SLAB_BYTES } from './extent-layout.ts';
import { FileContents } from './file-contents.ts';
import { INODE_MOUNT, INODE_READ_ONLY, type Inode, S_IFDIR, S_IFREG } from './inode.ts';
import { JournalLog } from './journal-log.ts';
import { MemfsStore } from './memfs-store.ts';
import { validateJournal } from './validate-journal.ts';
import { Vfs, type VfsLimits } from './vfs.ts';

/** Options of {@link HostFiles}. */
export interface HostFilesOptions {
  /** The persisted roots: absolute normalised paths, none inside another. */
  readonly roots: readonly string[];
  readonly limits: Readonly<VfsLimits>;
}

/**
 * The authoritative files of a Session, over memfs's core.
 *
 * Changes go through {@link HostFiles.transact}, so that every one of them reaches the workers.
 */
export class HostFiles {
  readonly vfs: Vfs;
  readonly roots: readonly Inode[];
  readonly #allocator = new ExtentAllocator();
  readonly #contents = new FileContents(this.#allocator, false);
  readonly #log = new JournalLog();

  constructor(options: HostFilesOptions) {
    this.vfs = new Vfs(new MemfsStore(), this.#contents);
    this.#allocator.maxBytes = slabBytesFor(options.limits.bytes);
    this.vfs.limits = { ...options.limits };
    this.vfs.root.flags |= INODE_READ_ONLY;
    this.#skeleton('/usr/share');
    this.roots = options.roots.map((path) => this.#root(path));
    this.vfs.attached = [];
    this.vfs.changes.reset();
  }

  /** Grows by one with every change. */
  get generation(): number {
    return this.#log.generation;
  }

  /** Runs `change` and notes what it did for the workers. What it did before a throw stays; check first. */
  transact<T>(change: (vfs: Vfs) => T): T {
    const { vfs } = this;
    const baseIno = vfs.nextIno;
    try {
      return change(vfs);
    } finally {
      this.#log.append(collectChanges(vfs, { baseIno, isKept: () => true }));
      vfs.changes.reset();
    }
  }

  /** Tells whether a directory is a persisted root or lies below one. */
  isKept(directory: Inode): boolean {
    return this.roots.some((root) => this.vfs.isInside(directory, root));
  }

  /** The files as they are now, for a run; nothing may change them until it ended. */
  view(): FileView {
    const { vfs } = this;
    const generation = this.#log.generation;
    return {
      generation,
      nextIno: vfs.nextIno,
      usage: { ...vfs.usage },
      slabs: this.#allocator.slabs,
      full: () => collectTree(vfs.store, vfs.usage.entries),
      since: (from) => this.#log.since(from),
      adoptSlab: (index, slab) => this.#allocator.addSlab(index, slab),
    };
  }

  /**
   * Applies the changes of a run, whole or not at all.
   *
   * @param nextIno the first inode number that the run did not hand out
   * @throws ExecutionError `SNAPSHOT` when they would not leave a sound tree; nothing changed then
   */
  commit(changes: Uint8Array<ArrayBuffer>, nextIno: number): void {
    const { vfs } = this;
    if (changes.length === 0) return;
    try {
      if (!Number.isSafeInteger(nextIno) || nextIno < vfs.nextIno) throw new RangeError(`nextIno is ${nextIno}`);
      validateJournal(vfs.store, changes, {
        allocator: this.#allocator,
        baseIno: vfs.nextIno,
        nextIno,
        isKept: (directory) => this.isKept(directory),
      });
    } catch (cause) {
      throw unsound(cause);
    }
    applyJournal(vfs, changes);
    vfs.nextIno = nextIno;
    this.#log.append(changes);
  }

  /**
   * Keeps a program's bytes in the slabs, once.
   *
   * @param owned the bytes may be given up; a resizable buffer of them is empty afterwards. Otherwise they are copied
   */
  storeImage(bytes: Uint8Array, owned = false): ProgramImage {
    const inode = this.vfs.store.create(this.vfs.nextIno, S_IFREG);
    this.vfs.nextIno += 1;
    this.vfs.store.forget(inode);
    const buffer = owned ? resizableBuffer(bytes) : null;
    try {
      this.#beyondLimits(() => {
        if (buffer === null) this.#contents.write(inode, 0, bytes, 0, bytes.length);
        else this.#moveInto(inode, buffer);
      });
    } catch (error) {
      this.#contents.release(inode);
      throw error;
    }
    return { size: inode.size, addr: inode.addr, cap: inode.cap, blocks: inode.blocks };
  }

  /** Stores a buffer from its end, giving back what was copied, so that the bytes are not there twice. */
  #moveInto(inode: Inode, buffer: ResizableBuffer): void {
    const source = new Uint8Array(buffer);
    for (let end = source.length; end > 0; end = source.length) {
      const start = Math.floor((end - 1) / BLOCK_BYTES) * BLOCK_BYTES;
      this.#contents.write(inode, start, source, start, end - start);
      buffer.resize(start);
    }
  }

  /** Lets the slabs grow for what does not count against the limits, without taking room from what does. */
  #beyondLimits(store: () => void): void {
    const allocator = this.#allocator;
    const { maxBytes } = allocator;
    const before = allocator.slabs.length;
    allocator.maxBytes = Number.POSITIVE_INFINITY;
    try {
      store();
    } finally {
      allocator.maxBytes = maxBytes + (allocator.slabs.length - before) * SLAB_BYTES;
    }
  }

  /** Gives a program's bytes back; no run may be showing it. */
  freeImage(image: ProgramImage): void {
    const inode = this.vfs.store.create(this.vfs.nextIno, S_IFREG);
    this.vfs.store.forget(inode);
    Object.assign(inode, image, { blocks: image.blocks === null ? null : [...image.blocks] });
    this.#contents.release(inode);
  }

  /**
   * Shows a read-only tree below `/usr/share/<name>`, outside of the session's files and limits.
   *
   * @param fill makes the content of the fresh directory it is given
   */
  mountData(name: string, fill: (vfs: Vfs, directory: Inode) => void): void {
    this.unmountData(name);
    const { vfs } = this;
    const share = this.#skeleton('/usr/share');
    const { usage, limits } = vfs;
    // Data comes with a tool, not from a run: it neither counts nor has to fit into what is left.
    vfs.usage = { ...usage };
    vfs.limits = { bytes: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };
    try {
      const directory = vfs.attach(share, name, S_IFDIR | 0o755, INODE_MOUNT);
      this.#beyondLimits(() => fill(vfs, directory));
      this.#seal(directory);
    } finally {
      vfs.usage = usage;
      vfs.limits = limits;
      vfs.attached = [];
      vfs.changes.reset();
      this.forgetLog();
    }
  }

  unmountData(name: string): void {
    const share = this.#skeleton('/usr/share');
    if (this.vfs.lookup(share, name) === undefined) return;
    const { usage } = this.vfs;
    this.vfs.usage = { ...usage };
    this.vfs.detach(share, name);
    this.vfs.usage = usage;
    this.vfs.changes.reset();
    this.forgetLog();
  }

  /** Makes every worker take the whole tree before its next run. */
  forgetLog(): void {
    this.#log.clear();
  }

  /** The directories on the way to `path`, made read-only where they are missing. */
  #skeleton(path: string): Inode {
    let at = this.vfs.root;
    for (const name of path.split('/')) {
      if (name === '') continue;
      at = this.vfs.lookup(at, name) ?? this.vfs.attach(at, name, S_IFDIR | 0o755, INODE_MOUNT | INODE_READ_ONLY);
    }
    return at;
  }

  #root(path: string): Inode {
    const cut = path.lastIndexOf('/');
    return this.vfs.attach(this.#skeleton(path.slice(0, cut)), path.slice(cut + 1), S_IFDIR | 0o755, INODE_MOUNT);
  }

  #seal(inode: Inode): void {
    inode.flags |= INODE_READ_ONLY;
    for (const [, child] of this.vfs.store.names(inode)) this.#seal(child);
  }
}

function unsound(cause: unknown): ExecutionError {
  return new ExecutionError('SNAPSHOT', 'Cannot commit the run: its changes are not sound', { cause });
}

/** What TypeScript's ES2023 does not know of ArrayBuffer. */
interface ResizableBuffer extends ArrayBuffer {
  readonly resizable?: boolean;
  resize(byteLength: number): void;
}

/** The buffer that `bytes` fill, when it can be made shorter. */
function resizableBuffer(bytes: Uint8Array): ResizableBuffer | null {
  const buffer = bytes.buffer as ResizableBuffer;
  return buffer.resizable === true && bytes.length === buffer.byteLength ? buffer : null;
}
