import { COMMITTED_EPOCH } from './file-contents.ts';
import { type Inode, isDirectory, S_IFDIR } from './inode.ts';
import type { InodeStore } from './inode-store.ts';
import { ROOT_INO } from './journal-format.ts';
import { type MemfsLink, MemfsLinkBase, MemfsNodeBase } from './memfs-core.ts';

// Every node and link of memfs carries four dates, an event bus and a path of its own, which take most of its memory.
// Times and paths are ours, nobody listens to the buses, and so all of them share one of each.
const EPOCH = new Date(0);
const NO_LISTENERS = Object.freeze({ emit() {}, listen: () => () => {} });
const NO_STEPS: string[] = [];
const NO_CHILDREN = new Map<string, MemfsLink>();

class HostInode extends MemfsNodeBase implements Inode {
  nlink = 0;
  atimeSec = 0;
  atimeNsec = 0;
  mtimeSec = 0;
  mtimeNsec = 0;
  ctimeSec = 0;
  ctimeNsec = 0;
  addr = -1;
  cap = 0;
  blocks: number[] | null = null;
  opens = 0;
  flags = 0;
  contentEpoch = COMMITTED_EPOCH;
  touchedEpoch = 0;
  /** A directory's only name, which outlives its being there; null for everything else. */
  link: HostLink | null = null;

  constructor(ino: number, mode: number) {
    super(ino, mode, 0, 0);
    this.changes = NO_LISTENERS;
    this._atime = EPOCH;
    this._mtime = EPOCH;
    this._ctime = EPOCH;
    this._btime = EPOCH;
    // memfs writes `undefined` nowhere, yet leaves the field out for files.
    this.symlink = '';
  }
}

type HostLink = MemfsLink & { node: HostInode; parent: HostLink | undefined; children: Map<string, HostLink> };

/** The host's store: the tree of inodes and links of memfs's core. */
export class MemfsStore implements InodeStore {
  readonly root: HostInode;
  readonly #inodes = new Map<number, HostInode>();

  constructor() {
    this.root = this.create(ROOT_INO, S_IFDIR | 0o755);
    this.root.nlink = 2;
  }

  create(ino: number, mode: number): HostInode {
    const inode = new HostInode(ino, mode);
    this.#inodes.set(ino, inode);
    if (isDirectory(inode)) inode.link = this.#newLink('', inode);
    return inode;
  }

  byIno(ino: number): HostInode | undefined {
    return this.#inodes.get(ino);
  }

  forget(inode: Inode): void {
    this.#inodes.delete(inode.ino);
  }

  lookup(directory: HostInode, name: string): HostInode | undefined {
    return directory.link?.children.get(name)?.node as HostInode | undefined;
  }

  enter(directory: HostInode, name: string, inode: HostInode): void {
    const parent = linkOf(directory);
    const link = inode.link ?? this.#newLink(name, inode);
    link.name = name;
    link.parent = parent;
    parent.children.set(name, link);
    parent.length += 1;
  }

  remove(directory: HostInode, name: string): void {
    const parent = linkOf(directory);
    const link = parent.children.get(name);
    if (link === undefined) return;
    parent.children.delete(name);
    parent.length -= 1;
    link.parent = undefined;
  }

  *names(directory: HostInode): Iterable<[string, HostInode]> {
    for (const [name, link] of directory.link?.children ?? NO_CHILDREN) yield [name, link.node as HostInode];
  }

  count(directory: HostInode): number {
    return directory.link?.children.size ?? 0;
  }

  parentOf(directory: HostInode): HostInode | null {
    if (directory === this.root) return directory;
    return directory.link?.parent?.node ?? null;
  }

  #newLink(name: string, inode: HostInode): HostLink {
    const link = new MemfsLinkBase(undefined, undefined, name) as HostLink;
    link.changes = NO_LISTENERS;
    link._steps = NO_STEPS;
    link.node = inode;
    link.ino = inode.ino;
    if (!isDirectory(inode)) link.children = NO_CHILDREN as Map<string, HostLink>;
    return link;
  }
}

function linkOf(directory: HostInode): HostLink {
  if (directory.link === null) throw new RangeError(`Cannot reach the names of inode ${directory.ino}: no directory`);
  return directory.link;
}
