import type { ExtentAllocator } from './extent-allocator.ts';
import { BLOCK_BYTES, blockOf, MAX_FILE_BYTES } from './extent-layout.ts';
import { INODE_READ_ONLY, type Inode, isDirectory, MODE_MASK, S_IFDIR, S_IFLNK, S_IFMT, S_IFREG } from './inode.ts';
import type { InodeStore } from './inode-store.ts';
import { type InodeRecord, readJournal } from './journal-reader.ts';
import { MAX_NAME_BYTES } from './walk.ts';

/** What a journal may use. */
export interface JournalBounds {
  readonly allocator: ExtentAllocator;
  /** New inodes are numbered from here … */
  readonly baseIno: number;
  /** … up to here. */
  readonly nextIno: number;
  /** Tells whether a directory that exists already may be changed. */
  isKept(directory: Inode): boolean;
}

/** Throws a RangeError that says what is wrong when applying the journal would not leave a sound tree. */
export function validateJournal(store: InodeStore, bytes: Uint8Array, bounds: JournalBounds): void {
  new JournalCheck(store, bounds).run(bytes);
}

const encoder = new TextEncoder();

class JournalCheck {
  readonly #store: InodeStore;
  readonly #bounds: JournalBounds;
  /** Modes of new inodes. */
  readonly #made = new Map<number, number>();
  readonly #described = new Set<number>();
  readonly #claims = new Set<number>();
  /** Capacity of the cells claimed per block. */
  readonly #blockCaps = new Map<number, number>();
  readonly #gone = new Map<Inode, Set<string>>();
  readonly #came = new Set<string>();
  /** Links per inode, and the directory that a directory moved to. */
  readonly #linked = new Map<number, number>();
  readonly #newParents = new Map<number, number>();

  constructor(store: InodeStore, bounds: JournalBounds) {
    this.#store = store;
    this.#bounds = bounds;
  }

  run(bytes: Uint8Array): void {
    readJournal(bytes, {
      inode: (record) => this.#inode(record),
      unlink: (directory, name) => this.#unlink(directory, name),
      link: (directory, ino, name) => this.#link(directory, ino, name),
    });
    for (const ino of this.#made.keys()) {
      if (!this.#linked.has(ino)) refuse(`new inode ${ino} has no name`);
    }
    for (const ino of this.#newParents.keys()) this.#climb(ino);
  }

  #inode(record: InodeRecord): void {
    const { ino, mode } = record;
    if (this.#described.has(ino)) refuse(`inode ${ino} is described twice`);
    this.#described.add(ino);
    const known = this.#store.byIno(ino);
    if ((mode & ~(S_IFMT | MODE_MASK)) !== 0) refuse(`inode ${ino} has mode ${mode}`);
    if (known === undefined) {
      if (!Number.isSafeInteger(ino) || ino < this.#bounds.baseIno || ino >= this.#bounds.nextIno) {
        refuse(`inode ${ino} is outside the range handed out`);
      }
      if (record.flags !== 0) refuse(`new inode ${ino} has flags ${record.flags}`);
      this.#made.set(ino, mode);
    } else if ((known.mode & S_IFMT) !== (mode & S_IFMT) || known.flags !== record.flags) {
      refuse(`inode ${ino} changed its type or flags`);
    } else if ((known.flags & INODE_READ_ONLY) !== 0) {
      refuse(`inode ${ino} is read-only`);
    }
    const type = mode & S_IFMT;
    if (type !== S_IFREG && type !== S_IFDIR && type !== S_IFLNK) refuse(`inode ${ino} is of type ${type}`);
    if ((type === S_IFLNK) !== (record.symlink !== '')) refuse(`inode ${ino} has the wrong kind of content`);
    if (!Number.isSafeInteger(record.size) || record.size < 0 || record.size > MAX_FILE_BYTES) {
      refuse(`inode ${ino} has size ${record.size}`);
    }
    if (type !== S_IFREG && (record.addr >= 0 || record.blocks !== null)) refuse(`inode ${ino} holds extents`);
    if (record.addr >= 0) this.#claim(known, record.addr, record.cap);
    for (const addr of record.blocks ?? []) if (addr !== -1) this.#claim(known, addr, BLOCK_BYTES);
  }

  #claim(holder: Inode | undefined, addr: number, cap: number): void {
    if (this.#claims.has(addr)) refuse(`extent ${addr} is claimed twice`);
    this.#claims.add(addr);
    const block = blockOf(addr);
    if ((this.#blockCaps.get(block) ?? cap) !== cap) refuse(`block ${block} is cut in two ways`);
    this.#blockCaps.set(block, cap);
    const held =
      holder !== undefined &&
      ((holder.addr === addr && holder.cap === cap) || (holder.blocks?.includes(addr) === true && cap === BLOCK_BYTES));
    if (!held && !this.#bounds.allocator.isClaimable(addr, cap)) refuse(`${cap} bytes at ${addr} are not free`);
  }

  #unlink(directoryIno: number, name: string): void {
    const directory = this.#store.byIno(directoryIno);
    if (directory === undefined || !isDirectory(directory)) refuse(`inode ${directoryIno} is no directory`);
    if (!this.#bounds.isKept(directory)) refuse(`directory ${directoryIno} is outside the roots`);
    const names = this.#gone.get(directory);
    if (names === undefined) this.#gone.set(directory, new Set([name]));
    else names.add(name);
  }

  #link(directoryIno: number, ino: number, name: string): void {
    const directory = this.#store.byIno(directoryIno);
    if (directory === undefined) {
      if (((this.#made.get(directoryIno) ?? 0) & S_IFMT) !== S_IFDIR) refuse(`inode ${directoryIno} is no directory`);
    } else {
      if (!isDirectory(directory) || !this.#bounds.isKept(directory))
        refuse(`directory ${directoryIno} is outside the roots`);
      const present = this.#store.lookup(directory, name) !== undefined;
      if (present && this.#gone.get(directory)?.has(name) !== true) refuse(`the name ${name} is taken`);
    }
    if (!isName(name)) refuse(`${JSON.stringify(name)} is no name`);
    const key = `${directoryIno}/${name}`;
    if (this.#came.has(key)) refuse(`the name ${name} came twice`);
    this.#came.add(key);
    const known = this.#store.byIno(ino);
    const mode = known?.mode ?? this.#made.get(ino);
    if (mode === undefined) refuse(`inode ${ino} is unknown`);
    this.#linked.set(ino, (this.#linked.get(ino) ?? 0) + 1);
    if ((mode & S_IFMT) === S_IFDIR) this.#linkDirectory(directoryIno, ino, known);
  }

  #linkDirectory(directoryIno: number, ino: number, known: Inode | undefined): void {
    if (this.#newParents.has(ino)) refuse(`directory ${ino} has two names`);
    this.#newParents.set(ino, directoryIno);
    if (known !== undefined && !this.#isGone(known)) refuse(`directory ${ino} has two names`);
  }

  /** Tells whether the present name of a directory is among those that went. */
  #isGone(directory: Inode): boolean {
    const parent = this.#store.parentOf(directory);
    if (parent === null) return true;
    for (const name of this.#gone.get(parent) ?? []) {
      if (this.#store.lookup(parent, name) === directory) return true;
    }
    return false;
  }

  /** Follows the parents of a directory that got a name up to one that stays where it is. */
  #climb(start: number): void {
    const seen = new Set<number>();
    for (let ino = start; ; ) {
      if (seen.has(ino)) refuse(`directory ${start} would lie in itself`);
      seen.add(ino);
      const moved = this.#newParents.get(ino);
      if (moved !== undefined) {
        ino = moved;
        continue;
      }
      const directory = this.#store.byIno(ino);
      const parent = directory === undefined ? null : this.#store.parentOf(directory);
      if (directory === undefined || parent === null || this.#isGone(directory))
        refuse(`directory ${start} would be lost`);
      if (parent === directory) return;
      ino = parent.ino;
    }
  }
}

function isName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[/\0]/.test(name) &&
    (name.length * 3 <= MAX_NAME_BYTES || encoder.encode(name).length <= MAX_NAME_BYTES)
  );
}

function refuse(reason: string): never {
  throw new RangeError(`Cannot commit the changes of a run: ${reason}`);
}
