import type { World } from './resolve-entry.ts';
import { actionOn, toExecutionError } from './to-execution-error.ts';
import { HostFiles } from './vfs/host-files.ts';
import type { Inode } from './vfs/inode.ts';
import type { Vfs, VfsLimits } from './vfs/vfs.ts';

/** The files of a Session and where it stands in them. */
export class SessionWorld implements World {
  readonly files: HostFiles;
  readonly home: string;
  /** The directory given at creation, and home. */
  readonly rootPaths: readonly [string, string];
  readonly roots: ReadonlyMap<string, Inode>;
  /** Absolute path without symbolic links; it need not exist. */
  cwd: string;

  constructor(cwd: string, home: string, limits: Readonly<VfsLimits>) {
    this.cwd = cwd;
    this.home = home;
    this.rootPaths = [cwd, home];
    this.files = new HostFiles({ roots: this.rootPaths, limits });
    const [work, own] = this.files.roots;
    if (work === undefined || own === undefined) throw new RangeError('Cannot open the session: its roots are missing');
    this.roots = new Map([
      [cwd, work],
      [home, own],
    ]);
  }

  get vfs(): Vfs {
    return this.files.vfs;
  }

  /** Runs a file operation, turning what it throws into what a caller gets. */
  attempt<T>(verb: string, paths: readonly unknown[], operation: () => T): T {
    try {
      return operation();
    } catch (error) {
      throw toExecutionError(error, actionOn(verb, ...paths), this.rootPaths);
    }
  }
}
