import { type Inode, isDirectory, type Vfs } from '@aletheia-works/session-core/vfs';
import { ENOENT, ENOTDIR } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { absolutePath } from './absolute-path.ts';

/** The working directory of a process, for guests that ask for it (chdir(2), getcwd(3)). */
export class WorkingDirectory {
  readonly #vfs: Vfs;
  #inode: Inode;

  constructor(vfs: Vfs, inode: Inode) {
    this.#vfs = vfs;
    this.#inode = inode;
    vfs.open(inode);
  }

  get inode(): Inode {
    return this.#inode;
  }

  /** Throws ENOENT, ENOTDIR and what a walk throws. */
  change(path: string): void {
    const inode = this.resolve(path);
    if (inode === null) refuse(ENOENT);
    this.enter(inode);
  }

  /** Throws ENOTDIR. */
  enter(inode: Inode): void {
    if (!isDirectory(inode)) refuse(ENOTDIR);
    this.#vfs.open(inode);
    this.#vfs.close(this.#inode);
    this.#inode = inode;
  }

  /** What a path leads to, from here when it is relative; null when its last name is missing. */
  resolve(path: string): Inode | null {
    const { root } = this.#vfs;
    if (path === '') refuse(ENOENT);
    const relative = path.replace(/^\/+/, '');
    if (relative === '') return root;
    return this.#vfs.walk(path.startsWith('/') ? root : this.#inode, relative, { follow: true, confine: root }).inode;
  }

  /** Its absolute path. Throws ENOENT when it was removed. */
  path(): string {
    return absolutePath(this.#vfs, this.#inode);
  }

  close(): void {
    this.#vfs.close(this.#inode);
  }
}
