import { type Inode, isDirectory } from '@aletheia-works/session-core/vfs';
import { EAGAIN, EBADF, ENOENT, ENOTDIR } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import { absolutePath } from './absolute-path.ts';
import { isCounted } from './accept-inheritance.ts';
import type { Descriptor } from './descriptor-table.ts';
import { Directory } from './directory.ts';
import type { GuestContext } from './guest-context.ts';
import type { HandOver, OpenFile } from './open-file.ts';
import type { Inheritance, InheritedDescriptor, InheritedFile } from './spawn-request.ts';

/** A descriptor of a process to be. */
type Planned = Pick<Descriptor, 'file' | 'rights' | 'inheriting' | 'preopen' | 'closeOnExec'>;

const decoder = new TextDecoder();

/**
 * The descriptors and the working directory of a process that is about to be spawned: those of the spawning one, changed
 * step by step as posix_spawn(3) says, without touching the spawning one.
 */
export class ChildPlan {
  readonly #context: GuestContext;
  readonly #descriptors: Map<number, Planned>;
  /** What was opened for the new process alone; closed here when it has it, or will never be. */
  readonly #opened: OpenFile[] = [];
  cwd: Inode;

  constructor(context: GuestContext) {
    this.#context = context;
    this.#descriptors = new Map(context.descriptors.entries());
    this.cwd = context.cwd.inode;
  }

  /** Closing what is not open is no error, as in other systems. */
  close(fd: number): void {
    this.#descriptors.delete(fd);
  }

  /** Throws EBADF. */
  duplicate(from: number, to: number): void {
    const planned = this.#descriptors.get(from);
    if (planned === undefined) refuse(EBADF);
    const { file, rights, inheriting } = planned;
    this.#descriptors.set(to, { file, rights, inheriting, preopen: null, closeOnExec: false });
  }

  open(fd: number, file: OpenFile, rights: number, inheriting: number, closeOnExec: boolean): void {
    this.#opened.push(file);
    this.#descriptors.set(fd, { file, rights, inheriting, preopen: null, closeOnExec });
  }

  /** Throws ENOENT, ENOTDIR. */
  enter(path: string): void {
    const inode = this.resolve(path);
    if (inode === null) refuse(ENOENT);
    if (!isDirectory(inode)) refuse(ENOTDIR);
    this.cwd = inode;
  }

  /** Throws EBADF, ENOTDIR. */
  enterDescriptor(fd: number): void {
    const planned = this.#descriptors.get(fd);
    if (planned === undefined) refuse(EBADF);
    if (!(planned.file instanceof Directory)) refuse(ENOTDIR);
    this.cwd = planned.file.inode;
  }

  /** What a path leads to from the new process's working directory; null when its last name is missing. */
  resolve(path: string): Inode | null {
    if (path === '') refuse(ENOENT);
    const start = this.startOf(path);
    if (start.path === '') return start.inode;
    return this.#context.vfs.walk(start.inode, start.path, { follow: true, confine: start.confine }).inode;
  }

  /** The absolute path of the working directory. Throws ENOENT when it was removed. */
  path(): string {
    return absolutePath(this.#context.vfs, this.cwd);
  }

  /** Where a path starts, and what of it is left from there. */
  startOf(path: string): { inode: Inode; confine: Inode; path: string } {
    const { root } = this.#context.vfs;
    if (!path.startsWith('/')) return { inode: this.cwd, confine: root, path };
    return { inode: root, confine: root, path: path.replace(/^\/+/, '') };
  }

  /** Describes the descriptors to the new process, which holds the files from here on. Throws ENFILE, EAGAIN. */
  handOver(to: HandOver): Inheritance {
    const { files: sharing, descriptors: own, cwd } = this.#context;
    const indices = new Map<OpenFile, number>();
    const files: InheritedFile[] = [];
    const descriptors: InheritedDescriptor[] = [];
    for (const [fd, { file, rights, inheriting, preopen, closeOnExec }] of this.#descriptors) {
      if (closeOnExec) continue;
      let index = indices.get(file);
      if (index === undefined) {
        const described = file.handOver(to);
        if (described === null) continue;
        index = files.push(described) - 1;
        indices.set(file, index);
      }
      const name = preopen === null ? null : decoder.decode(preopen);
      descriptors.push({ fd, file: index, rights, inheriting, preopen: name });
    }
    const open = [...own.entries()].map(([, { file }]) => file).concat(this.#opened);
    const ticket = sharing.addProcess(
      [...open.filter(isCounted).map(({ inode }) => inode), cwd.inode],
      [...indices.keys()].filter(isCounted).map(({ inode }) => inode),
    );
    if (ticket === null) refuse(EAGAIN);
    return { ticket, files, descriptors };
  }

  /** Closes what was opened on the way. */
  end(): void {
    for (const file of this.#opened) file.close();
  }
}
