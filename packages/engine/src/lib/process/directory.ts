import type { Inode, Vfs } from '@aletheia-works/session-core/vfs';
import { EBADF, EISDIR, ENOENT } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { DIRECTORY_RIGHTS } from '../abi/rights.ts';
import { OpenFile, type SeekOrigin } from './open-file.ts';
import type { InheritedFile } from './spawn-request.ts';

/** A name as a listing shows it. */
export type ListedName = readonly [name: string, inode: Inode];

/** An open directory. */
export class Directory extends OpenFile {
  override readonly possibleRights = DIRECTORY_RIGHTS;
  /** The directory that a `..` in a path may not leave. */
  readonly confine: Inode;
  readonly #vfs: Vfs;
  #listing: ListedName[] | null = null;

  constructor(vfs: Vfs, inode: Inode, flags: number, confine: Inode) {
    super(inode, flags);
    this.confine = confine;
    this.#vfs = vfs;
    vfs.open(inode);
  }

  /**
   * The names as they were when the listing was last begun, `.` and `..` first. They stay as they are while entries come
   * and go, so that a cookie, the index of an entry, always means the same one (readdir(3): whether a name that is added
   * or removed meanwhile shows is unspecified; every other shows once).
   *
   * @param restart begin anew
   */
  list(restart: boolean): readonly ListedName[] {
    if (this.#listing === null || restart) {
      const parent = this.#vfs.parentOf(this.inode);
      if (parent === null || this.inode.nlink === 0) refuse(ENOENT);
      this.#listing = this.#vfs.entries(this.inode);
      this.#listing.unshift(['.', this.inode], ['..', parent]);
    }
    return this.#listing;
  }

  override read(): number {
    return refuse(EISDIR);
  }

  override readAt(): number {
    return refuse(EISDIR);
  }

  override writeAt(): number {
    return refuse(EBADF);
  }

  /** WASI directories have no position; cookies stand in for it. */
  override seek(_offset: number, _origin: SeekOrigin): number {
    return refuse(EBADF);
  }

  override allocate(): void {
    refuse(EBADF);
  }

  override handOver(): InheritedFile {
    return { kind: 'inode', ino: this.inode.ino, flags: this.flags, position: -1, confine: this.confine.ino };
  }

  override close(): void {
    this.#listing = null;
    this.#vfs.close(this.inode);
  }
}
