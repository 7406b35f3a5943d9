import type { GuestProgram } from '@aletheia-works/session-core/internal';
import {
  INODE_MOUNT,
  INODE_READ_ONLY,
  type Inode,
  isDirectory,
  S_IFCHR,
  S_IFDIR,
  S_IFREG,
  type Vfs,
} from '@aletheia-works/session-core/vfs';
import {
  DEVICE_FULL,
  DEVICE_NULL,
  DEVICE_RANDOM,
  DEVICE_STDERR,
  DEVICE_STDIN,
  DEVICE_STDOUT,
  DEVICE_TTY,
  DEVICE_URANDOM,
  DEVICE_ZERO,
  STATIC_FILE,
} from './device-numbers.ts';
import { ETC_FILES } from './static-files.ts';

const S_IFIFO = 0o010000;

/** What a run adds to the session's files. Dropped by the replica when the run ends. */
export interface World {
  readonly stdin: Inode;
  readonly stdout: Inode;
  readonly stderr: Inode;
  readonly cwd: Inode;
  /** Names and directories in the order of their descriptors. */
  readonly preopens: readonly Preopen[];
}

/** A directory that the guest finds open. */
export interface Preopen {
  readonly name: string;
  readonly directory: Inode;
  /** What a `..` in a path may not leave. */
  readonly confine: Inode;
}

/** What decides a world. */
export interface WorldPlan {
  /** Absolute and normalised; created with its ancestors when it is missing. */
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly programs: readonly GuestProgram[];
  /** Standard streams are a terminal; otherwise they look like pipes, for which WASI has no file type. */
  readonly terminal: boolean;
}

/** The working directory cannot be made: a file, a link or a read-only directory is in the way. */
export class NoWorkingDirectory extends Error {}

/** Directories of every world that guests find open beside those of the persisted roots. */
const OWN_DIRECTORIES = ['tmp', 'usr', 'dev', 'etc'] as const;

/**
 * Builds what a guest sees beside the session's files: `/tmp`, `/dev`, `/etc` and `/usr/bin`.
 *
 * @throws NoWorkingDirectory
 */
export function buildWorld(vfs: Vfs, plan: WorldPlan): World {
  const { root } = vfs;
  attachDirectory(vfs, root, 'tmp', 0o1777, INODE_MOUNT);
  const streams = openStreams(vfs.lookup(root, 'dev') ?? attachLastingWorld(vfs), vfs, plan.terminal);
  const usr = attachDirectory(vfs, root, 'usr', 0o755, INODE_MOUNT | INODE_READ_ONLY);
  const bin = attachDirectory(vfs, usr, 'bin', 0o755, INODE_MOUNT);
  for (const { name, image } of plan.programs) vfs.attachProgram(bin, name, image);
  const { cwd, top } = enterWorkingDirectory(vfs, plan.cwd);
  const here: Preopen = { name: '.', directory: cwd, confine: top };
  const preopens: Preopen[] = [here];
  for (const name of new Set([...plan.roots.map(topName), ...OWN_DIRECTORIES])) {
    const directory = vfs.lookup(root, name);
    if (directory !== undefined) preopens.push({ name: `/${name}`, directory, confine: directory });
  }
  // For guests that compare names as they are, such as Go's. wasi-libc cuts `/` and `.` down to the same empty prefix and
  // takes the first or the last of equal ones, so that both of those are the working directory.
  preopens.push({ name: '/', directory: root, confine: root }, here);
  return { ...streams, cwd, preopens };
}

const topName = (path: string): string => path.split('/')[1] ?? '';

function attachDirectory(vfs: Vfs, parent: Inode, name: string, mode: number, flags: number): Inode {
  return vfs.lookup(parent, name) ?? vfs.attach(parent, name, S_IFDIR | mode, flags);
}

/** What is the same in every run of a replica: `/etc` and `/dev`, which is returned. Made by the first run. */
function attachLastingWorld(vfs: Vfs): Inode {
  const etc = lastingDirectory(vfs, vfs.root, 'etc', INODE_MOUNT);
  for (const [index, { name, bytes }] of ETC_FILES.entries()) {
    vfs.attachLasting(etc, name, S_IFREG | 0o644, 0, STATIC_FILE + index).size = bytes.length;
  }
  lastingDirectory(vfs, lastingDirectory(vfs, etc, 'ssl'), 'certs');
  const dev = lastingDirectory(vfs, vfs.root, 'dev', INODE_MOUNT);
  const device = (parent: Inode, name: string, rdev: number): Inode =>
    vfs.attachLasting(parent, name, S_IFCHR | 0o666, 0, rdev);
  device(dev, 'null', DEVICE_NULL);
  device(dev, 'zero', DEVICE_ZERO);
  device(dev, 'full', DEVICE_FULL);
  device(dev, 'random', DEVICE_RANDOM);
  device(dev, 'urandom', DEVICE_URANDOM);
  device(dev, 'tty', DEVICE_TTY);
  const fd = lastingDirectory(vfs, dev, 'fd');
  for (const [index, [name, rdev]] of STREAMS.entries()) {
    device(fd, String(index), rdev);
    device(dev, name, rdev);
  }
  return dev;
}

const STREAMS = [
  ['stdin', DEVICE_STDIN],
  ['stdout', DEVICE_STDOUT],
  ['stderr', DEVICE_STDERR],
] as const;

function lastingDirectory(vfs: Vfs, parent: Inode, name: string, flags = 0): Inode {
  return vfs.attachLasting(parent, name, S_IFDIR | 0o755, flags);
}

/** The standard streams, which look like a terminal or like pipes, as this run has it. */
function openStreams(dev: Inode, vfs: Vfs, terminal: boolean): Pick<World, 'stdin' | 'stdout' | 'stderr'> {
  const mode = (terminal ? S_IFCHR : S_IFIFO) | 0o666;
  const fd = existing(vfs, dev, 'fd');
  const [stdin, stdout, stderr] = STREAMS.map(([name], index) => {
    existing(vfs, fd, String(index)).mode = mode;
    const stream = existing(vfs, dev, name);
    stream.mode = mode;
    return stream;
  }) as [Inode, Inode, Inode];
  return { stdin, stdout, stderr };
}

function existing(vfs: Vfs, directory: Inode, name: string): Inode {
  const inode = vfs.lookup(directory, name);
  if (inode === undefined) throw new RangeError(`Cannot build the world: ${name} is missing`);
  return inode;
}

/** Finds or makes `path` without following links; `top` is the directory below `/` that holds it. */
function enterWorkingDirectory(vfs: Vfs, path: string): { cwd: Inode; top: Inode } {
  let cwd = vfs.root;
  let top = vfs.root;
  for (const name of path.split('/')) {
    if (name === '') continue;
    const next = vfs.lookup(cwd, name) ?? makeDirectory(vfs, cwd, name);
    if (!isDirectory(next)) throw new NoWorkingDirectory();
    if (top === vfs.root) top = next;
    cwd = next;
  }
  return { cwd, top };
}

function makeDirectory(vfs: Vfs, parent: Inode, name: string): Inode {
  try {
    return vfs.mkdir(parent, name, 0o755);
  } catch (cause) {
    throw new NoWorkingDirectory('Cannot make the working directory', { cause });
  }
}
