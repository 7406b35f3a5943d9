import { COMMITTED_EPOCH } from './file-contents.ts';
import { type Inode, isDirectory, S_IFDIR } from './inode.ts';
import type { InodeStore } from './inode-store.ts';
import { ROOT_INO } from './journal-format.ts';

/** An inode of a worker's replica: no more fields than the rules need, as there may be a million. */
class ReplicaInode implements Inode {
  readonly ino: number;
  mode: number;
  nlink = 0;
  size = 0;
  atimeSec = 0;
  atimeNsec = 0;
  mtimeSec = 0;
  mtimeNsec = 0;
  ctimeSec = 0;
  ctimeNsec = 0;
  addr = -1;
  cap = 0;
  blocks: number[] | null = null;
  symlink = '';
  rdev = 0;
  opens = 0;
  flags = 0;
  contentEpoch = COMMITTED_EPOCH;
  touchedEpoch = 0;
  parent: ReplicaInode | null = null;
  children: Map<string, ReplicaInode> | null = null;

  constructor(ino: number, mode: number) {
    this.ino = ino;
    this.mode = mode;
  }
}

const NOTHING: ReadonlyMap<string, ReplicaInode> = new Map();

/** The store of a worker: a compact table without memfs. */
export class ReplicaStore implements InodeStore {
  readonly root: ReplicaInode;
  readonly #inodes = new Map<number, ReplicaInode>();

  constructor() {
    this.root = this.create(ROOT_INO, S_IFDIR | 0o755);
    this.root.nlink = 2;
    this.root.parent = this.root;
  }

  create(ino: number, mode: number): ReplicaInode {
    const inode = new ReplicaInode(ino, mode);
    this.#inodes.set(ino, inode);
    return inode;
  }

  byIno(ino: number): ReplicaInode | undefined {
    return this.#inodes.get(ino);
  }

  forget(inode: Inode): void {
    this.#inodes.delete(inode.ino);
  }

  lookup(directory: ReplicaInode, name: string): ReplicaInode | undefined {
    return directory.children?.get(name);
  }

  enter(directory: ReplicaInode, name: string, inode: ReplicaInode): void {
    directory.children ??= new Map();
    directory.children.set(name, inode);
    if (isDirectory(inode)) inode.parent = directory;
  }

  remove(directory: ReplicaInode, name: string): void {
    const inode = directory.children?.get(name);
    directory.children?.delete(name);
    if (inode !== undefined && isDirectory(inode)) inode.parent = null;
  }

  names(directory: ReplicaInode): Iterable<[string, ReplicaInode]> {
    return directory.children ?? NOTHING;
  }

  count(directory: ReplicaInode): number {
    return directory.children?.size ?? 0;
  }

  parentOf(directory: ReplicaInode): ReplicaInode | null {
    return directory.parent;
  }
}
