import { HostFiles } from '@aletheia-works/session-core/internal';
import {
  createSharedFiles,
  type Inode,
  type ProgramImage,
  Replica,
  SharedProcess,
  type Vfs,
} from '@aletheia-works/session-core/vfs';
import { VfsPaths } from '@aletheia-works/testkit';

export const limits = { bytes: 2 ** 30, entries: 1_000_000 };
export const roots = ['/work', '/home/guest'];
export const MIB = 1024 * 1024;

/** A process of a run: its replica, its part in the sharing, and its files by path. */
export interface Actor {
  readonly replica: Replica;
  readonly vfs: Vfs;
  readonly shared: SharedProcess;
  readonly paths: VfsPaths;
}

/** A run whose processes all live in this thread, so that a test decides who does what when. */
export class SharingRun {
  readonly host: HostFiles;
  readonly memory: SharedArrayBuffer;
  readonly first: Actor;
  readonly images: ProgramImage[];

  constructor(segmentBytes?: number, prepare: (host: HostFiles) => ProgramImage[] | undefined = () => undefined) {
    this.host = new HostFiles({ roots, limits });
    this.images = prepare(this.host) ?? [];
    this.memory = createSharedFiles(segmentBytes);
    this.first = this.#actor();
  }

  enter(open: Inode[] = []): void {
    this.first.shared.enter({ memory: this.memory, open, growthBytes: 48 * MIB });
  }

  /** A further process, started by `parent`. */
  spawn(parent: Actor = this.first, open: Inode[] = []): Actor {
    const added = parent.shared.addProcess(open);
    if (added === null) throw new Error('no room for a process');
    const child = this.#actor();
    child.shared.join({ memory: this.memory, ...added });
    return child;
  }

  /** Ends the run and commits what it changed. */
  commit(): void {
    this.first.shared.finish();
    const { changes, nextIno } = this.first.replica.endRun();
    this.host.commit(changes, nextIno);
  }

  #actor(): Actor {
    const { host } = this;
    const replica = new Replica({ onSlab: (index, slab) => host.view().adoptSlab(index, slab) });
    host.view().slabs.forEach((slab, index) => {
      replica.addSlab(index, slab);
    });
    replica.sync(host.view().full(), this.images);
    const { usage, nextIno } = host.view();
    replica.beginRun({ limits, usage, nextIno, roots });
    const { vfs } = replica;
    return { replica, vfs, shared: new SharedProcess(vfs), paths: new VfsPaths(vfs, workOf(vfs)) };
  }
}

export function workOf(vfs: Vfs): Inode {
  const inode = vfs.lookup(vfs.root, 'work');
  if (inode === undefined) throw new Error('no root');
  return inode;
}

/** Everything that can be seen of a tree, times included, in an order of its own. */
export function treeOf(paths: VfsPaths, at = '.'): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const name of paths.readdir(at)) {
    const path = `${at}/${name}`;
    const { type, ...stat } = paths.lstat(path);
    const { ino } = paths.inodeOf(path);
    if (type === 'directory') tree[name] = { ino, ...stat, children: treeOf(paths, path) };
    else if (type === 'symlink') tree[name] = { ino, ...stat, target: paths.readlink(path) };
    else tree[name] = { ino, ...stat, content: digest(paths.readFile(path)) };
  }
  return tree;
}

/** Length and a sum that depends on the order; comparing megabytes element by element is slow. */
export function digest(bytes: Uint8Array): string {
  let sum = 17;
  for (const byte of bytes) sum = (Math.imul(sum, 31) + byte) | 0;
  return `${bytes.length}:${sum}`;
}
