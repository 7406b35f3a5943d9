import type { ProgramImage } from '../runtime-port.ts';
import { attachInode, FIRST_LASTING_INO } from './attach-inode.ts';
import { ChangeTracker } from './change-tracker.ts';
import { FileClock } from './file-clock.ts';
import { COMMITTED_EPOCH, type FileContents } from './file-contents.ts';
import { fsError } from './fs-error.ts';
import {
  chargeOf,
  INODE_BORROWED,
  INODE_MOUNT,
  INODE_READ_ONLY,
  type Inode,
  isDirectory,
  isRegular,
  MODE_MASK,
  S_IFDIR,
  S_IFLNK,
  S_IFMT,
  S_IFREG,
} from './inode.ts';
import { type FileTimes, InodeStamper } from './inode-stamper.ts';
import type { InodeStore } from './inode-store.ts';
import { checkName, type Walked, type WalkOptions, walk } from './walk.ts';

/** Maxima of a file system. */
export interface VfsLimits {
  /** Bytes of file contents. */
  bytes: number;
  /** Names. */
  entries: number;
}

const encoder = new TextEncoder();

/**
 * The rules of POSIX for files, directories and links over an {@link InodeStore}. One code serves the host's store and a
 * worker's replica. Every operation either happens whole or throws an `FsError` and changes nothing; only
 * {@link Vfs.write} may write less than asked, as write(2) does when space runs out.
 *
 * Reads do not update access times.
 */
export class Vfs {
  readonly store: InodeStore;
  readonly contents: FileContents;
  readonly clock: FileClock;
  readonly changes = new ChangeTracker();
  limits: VfsLimits = { bytes: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };
  usage: VfsLimits = { bytes: 0, entries: 0 };
  /** The limit that an operation met last, until somebody clears it. */
  exceeded: 'bytes' | 'entries' | null = null;
  /** What {@link Vfs.attach} made, oldest first, until somebody clears it. */
  attached: [Inode, string][] = [];
  /** What {@link Vfs.attachLasting} made, oldest first. */
  readonly lasting: [Inode, string][] = [];
  /** Told of every open and close, where somebody must know who has what open. */
  onOpens: ((inode: Inode, difference: 1 | -1) => void) | null = null;
  /** The number of the next inode. */
  nextIno = 2;
  readonly #stamps: InodeStamper;

  constructor(store: InodeStore, contents: FileContents, clock: FileClock = new FileClock()) {
    this.store = store;
    this.contents = contents;
    this.clock = clock;
    this.#stamps = new InodeStamper(clock, this.changes);
  }

  /** See {@link InodeStamper.settle}. */
  settleTimes(): void {
    this.#stamps.settle();
  }

  get root(): Inode {
    return this.store.root;
  }

  lookup(directory: Inode, name: string): Inode | undefined {
    return this.store.lookup(directory, name);
  }

  /** See {@link walk}. */
  walk(base: Inode, path: string, options: WalkOptions): Walked {
    return walk(this.store, base, path, options);
  }

  parentOf(directory: Inode): Inode | null {
    return this.store.parentOf(directory);
  }

  /** The names of a directory at this moment, without `.` and `..`. */
  entries(directory: Inode): [string, Inode][] {
    return [...this.store.names(directory)];
  }

  /** Makes an empty regular file. Throws EEXIST, ENOSPC, EROFS, ENOENT in a removed directory. */
  create(parent: Inode, name: string, mode: number): Inode {
    return this.#make(parent, name, S_IFREG | (mode & MODE_MASK));
  }

  mkdir(parent: Inode, name: string, mode: number): Inode {
    return this.#make(parent, name, S_IFDIR | (mode & MODE_MASK));
  }

  symlink(parent: Inode, name: string, target: string): Inode {
    if (target === '') throw fsError('ENOENT');
    const size = encoder.encode(target).length;
    if (size >= 4096) throw fsError('ENAMETOOLONG');
    const inode = this.#make(parent, name, S_IFLNK | 0o777);
    inode.symlink = target;
    inode.size = size;
    return inode;
  }

  /** Gives a file one more name (link(2)). Throws EPERM for directories and devices. */
  link(parent: Inode, name: string, inode: Inode): void {
    if (isDirectory(inode) || (inode.mode & S_IFMT) === 0o020000) throw fsError('EPERM');
    this.#checkNewName(parent, name);
    if (inode.nlink === 0) throw fsError('ENOENT');
    this.#stamps.tick();
    this.#enter(parent, name, inode);
    inode.nlink += 1;
    this.#stamps.changed(inode);
  }

  /** Takes away a name that is no directory. Throws ENOENT, EISDIR, EROFS, EBUSY. */
  unlink(parent: Inode, name: string): void {
    const inode = this.#existing(parent, name);
    if (isDirectory(inode)) throw fsError('EISDIR');
    this.#checkRemovable(parent, inode);
    this.#stamps.tick();
    this.#leave(parent, name);
    this.#unlinked(inode);
  }

  /** Removes an empty directory. Throws ENOENT, ENOTDIR, ENOTEMPTY, EROFS, EBUSY. */
  rmdir(parent: Inode, name: string): void {
    const inode = this.#existing(parent, name);
    if (!isDirectory(inode)) throw fsError('ENOTDIR');
    this.#checkRemovable(parent, inode);
    if (this.store.count(inode) > 0) throw fsError('ENOTEMPTY');
    this.#stamps.tick();
    this.#leave(parent, name);
    this.#removedDirectory(parent, inode);
  }

  /** rename(2): replaces a file by a file, an empty directory by a directory. Two names of one file: nothing happens. */
  rename(oldParent: Inode, oldName: string, newParent: Inode, newName: string): void {
    const inode = this.#existing(oldParent, oldName);
    const target = this.store.lookup(newParent, newName);
    this.#checkDirectory(newParent);
    checkName(newName);
    if (newName === '' || newName === '.' || newName === '..') throw fsError('EINVAL');
    this.#checkRemovable(oldParent, inode);
    if ((newParent.flags & INODE_READ_ONLY) !== 0) throw fsError('EROFS');
    if (target === inode) return;
    if (isDirectory(inode) && this.isInside(newParent, inode)) throw fsError('EINVAL');
    if (target !== undefined) this.#checkReplaceable(inode, target);
    this.#stamps.tick();
    if (target !== undefined) {
      this.#leave(newParent, newName);
      if (isDirectory(target)) this.#removedDirectory(newParent, target);
      else this.#unlinked(target);
    }
    this.#leave(oldParent, oldName);
    this.#enter(newParent, newName, inode);
    if (isDirectory(inode) && oldParent !== newParent) {
      oldParent.nlink -= 1;
      newParent.nlink += 1;
    }
    this.#stamps.changed(inode);
  }

  /** Tells whether `directory` is `ancestor` or lies below it. */
  isInside(directory: Inode, ancestor: Inode): boolean {
    for (let at: Inode | null = directory; at !== null; at = this.store.parentOf(at)) {
      if (at === ancestor) return true;
      if (at === this.store.root) return false;
    }
    return false;
  }

  /** Reads up to `length` bytes at `position` into `target`; returns how many there were, 0 at the end. */
  read(inode: Inode, position: number, target: Uint8Array, offset: number, length: number): number {
    return this.contents.read(inode, position, target, offset, length);
  }

  /** Writes at `position` and returns how many bytes fitted. Throws ENOSPC when none did, EFBIG, EROFS. */
  write(inode: Inode, position: number, source: Uint8Array, offset: number, length: number): number {
    if (length === 0) return 0;
    if ((inode.flags & INODE_READ_ONLY) !== 0) throw fsError('EROFS');
    if ((inode.flags & INODE_BORROWED) !== 0) this.own(inode);
    const before = chargeOf(inode);
    const count = this.#fitting(inode, position, length, before);
    try {
      this.contents.write(inode, position, source, offset, count);
    } finally {
      // Slabs may run out in the middle; what was set aside until then is the file's.
      this.usage.bytes += chargeOf(inode) - before;
      this.#stamps.written(inode);
    }
    return count;
  }

  /** Sets the size (ftruncate(2)); a longer file ends in zeros. Throws ENOSPC, EFBIG, EROFS. */
  truncate(inode: Inode, size: number): void {
    if ((inode.flags & INODE_READ_ONLY) !== 0) throw fsError('EROFS');
    if ((inode.flags & INODE_BORROWED) !== 0) this.own(inode);
    const before = chargeOf(inode);
    const more = Math.min(size, inode.cap) - before;
    if (this.usage.bytes + more > this.limits.bytes && more > 0) this.#full('bytes');
    this.contents.setSize(inode, size);
    this.usage.bytes += chargeOf(inode) - before;
    this.#stamps.written(inode);
  }

  /** Counts an open file description; the content lives until the last one is closed. */
  open(inode: Inode): void {
    inode.opens += 1;
    if (this.onOpens !== null) this.onOpens(inode, 1);
  }

  close(inode: Inode): void {
    inode.opens -= 1;
    if (this.onOpens !== null) this.onOpens(inode, -1);
    if (inode.opens === 0 && inode.nlink === 0) this.forget(inode);
  }

  chmod(inode: Inode, mode: number): void {
    if ((inode.flags & INODE_READ_ONLY) !== 0) throw fsError('EROFS');
    inode.mode = (inode.mode & S_IFMT) | (mode & MODE_MASK);
    this.#stamps.tick();
    this.#stamps.changed(inode);
  }

  setTimes(inode: Inode, times: FileTimes): void {
    if ((inode.flags & INODE_READ_ONLY) !== 0) throw fsError('EROFS');
    this.#stamps.tick();
    Object.assign(inode, times);
    this.#stamps.changed(inode);
  }

  /** Makes a directory or device that belongs to the world rather than to the session: uncounted, read-only parents allowed. */
  attach(parent: Inode, name: string, mode: number, flags = 0, rdev = 0): Inode {
    const inode = attachInode(this.store, this.clock, parent, name, { ino: this.nextIno, mode, flags, rdev });
    this.nextIno += 1;
    this.attached.push([parent, name]);
    return inode;
  }

  /**
   * Makes something of the world that is the same in every run, and so stays when a run ends. It is read-only and has an
   * inode number that no session reaches.
   */
  attachLasting(parent: Inode, name: string, mode: number, flags = 0, rdev = 0): Inode {
    const ino = FIRST_LASTING_INO + this.lasting.length;
    this.lasting.push([parent, name]);
    return attachInode(this.store, this.clock, parent, name, { ino, mode, flags: flags | INODE_READ_ONLY, rdev });
  }

  /** Shows a program's bytes as a file; they are lent, so that writing to it copies them first. */
  attachProgram(parent: Inode, name: string, image: ProgramImage): Inode {
    const inode = this.attach(parent, name, S_IFREG | 0o755, INODE_BORROWED);
    Object.assign(inode, image, { blocks: image.blocks === null ? null : [...image.blocks] });
    inode.contentEpoch = COMMITTED_EPOCH;
    return inode;
  }

  /** Makes a file that {@link Vfs.attachProgram} lent a file of its own, charged as such. Throws ENOSPC. */
  own(inode: Inode): void {
    if (this.usage.bytes + chargeOf(inode) > this.limits.bytes) this.#full('bytes');
    this.contents.own(inode);
    this.usage.bytes += chargeOf(inode);
  }

  /** Takes away what {@link Vfs.attach} made, the newest first, whatever it holds by now. Files with other names or open descriptors live on. */
  detach(parent: Inode, name: string): void {
    const inode = this.store.lookup(parent, name);
    if (inode === undefined) return;
    this.store.remove(parent, name);
    if (isDirectory(inode)) parent.nlink -= 1;
    this.#dropTree(inode);
  }

  #dropTree(inode: Inode): void {
    if (isDirectory(inode)) {
      for (const [name, child] of this.entries(inode)) {
        this.store.remove(inode, name);
        this.usage.entries -= 1;
        this.#dropTree(child);
      }
      inode.nlink = 0;
    } else {
      inode.nlink -= 1;
    }
    if (inode.nlink === 0 && inode.opens === 0) this.forget(inode);
  }

  #make(parent: Inode, name: string, mode: number): Inode {
    this.#checkNewName(parent, name);
    if (this.usage.entries >= this.limits.entries) this.#full('entries');
    const inode = this.store.create(this.nextIno, mode);
    this.nextIno += 1;
    inode.nlink = 1;
    this.#stamps.tick();
    this.#enter(parent, name, inode);
    if ((mode & S_IFMT) === S_IFDIR) {
      inode.nlink = 2;
      parent.nlink += 1;
    }
    this.#stamps.created(inode);
    return inode;
  }

  #checkDirectory(directory: Inode): void {
    if (!isDirectory(directory)) throw fsError('ENOTDIR');
    if (directory.nlink === 0) throw fsError('ENOENT');
  }

  #checkNewName(parent: Inode, name: string): void {
    this.#checkDirectory(parent);
    if (name === '' || name === '.' || name === '..') throw fsError('EEXIST');
    checkName(name);
    if (this.store.lookup(parent, name) !== undefined) throw fsError('EEXIST');
    if ((parent.flags & INODE_READ_ONLY) !== 0) throw fsError('EROFS');
    if (this.usage.entries >= this.limits.entries) this.#full('entries');
  }

  #existing(parent: Inode, name: string): Inode {
    this.#checkDirectory(parent);
    if (name === '' || name === '.' || name === '..') throw fsError('EINVAL');
    const inode = this.store.lookup(parent, name);
    if (inode === undefined) throw fsError('ENOENT');
    return inode;
  }

  #checkRemovable(parent: Inode, inode: Inode): void {
    if ((inode.flags & INODE_MOUNT) !== 0) throw fsError('EBUSY');
    if ((parent.flags & INODE_READ_ONLY) !== 0) throw fsError('EROFS');
  }

  #checkReplaceable(inode: Inode, target: Inode): void {
    if (isDirectory(inode)) {
      if (!isDirectory(target)) throw fsError('ENOTDIR');
      if ((target.flags & INODE_MOUNT) !== 0) throw fsError('EBUSY');
      if (this.store.count(target) > 0) throw fsError('ENOTEMPTY');
    } else if (isDirectory(target)) {
      throw fsError('EISDIR');
    }
  }

  #enter(parent: Inode, name: string, inode: Inode): void {
    this.store.enter(parent, name, inode);
    this.usage.entries += 1;
    this.#namesChanged(parent, name);
  }

  #leave(parent: Inode, name: string): void {
    this.store.remove(parent, name);
    this.usage.entries -= 1;
    this.#namesChanged(parent, name);
  }

  #namesChanged(parent: Inode, name: string): void {
    this.changes.touchName(parent, name);
    this.#stamps.contentChanged(parent);
  }

  #unlinked(inode: Inode): void {
    inode.nlink -= 1;
    if (inode.nlink > 0) this.#stamps.changed(inode);
    else if (inode.opens === 0) this.forget(inode);
  }

  #removedDirectory(parent: Inode, directory: Inode): void {
    parent.nlink -= 1;
    directory.nlink = 0;
    if (directory.opens === 0) this.forget(directory);
  }

  /** Lets go of an inode that has no names and no open descriptions any more. */
  forget(inode: Inode): void {
    this.#stamps.forget(inode);
    if (isRegular(inode)) {
      if ((inode.flags & INODE_BORROWED) === 0) this.usage.bytes -= chargeOf(inode);
      this.contents.release(inode);
    }
    this.store.forget(inode);
  }

  /** How many of `length` bytes fit; throws ENOSPC when none do. */
  #fitting(inode: Inode, position: number, length: number, before: number): number {
    if (this.usage.bytes + length <= this.limits.bytes && inode.blocks === null && position + length <= inode.cap) {
      return length;
    }
    const more = this.contents.chargeAfterWrite(inode, position, length) - before;
    const over = this.usage.bytes + more - this.limits.bytes;
    if (over <= 0) return length;
    this.exceeded = 'bytes';
    if (over >= length || position < inode.size) throw fsError('ENOSPC');
    return length - over;
  }

  #full(limit: 'bytes' | 'entries'): never {
    this.exceeded = limit;
    throw fsError('ENOSPC');
  }
}
