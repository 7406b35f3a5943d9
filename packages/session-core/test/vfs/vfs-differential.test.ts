import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostFiles } from '@aletheia-works/session-core/internal';
import { type Inode, Replica, type Vfs } from '@aletheia-works/session-core/vfs';
import {
  applyVfsOperation,
  EscapeError,
  VFS_SLOTS,
  type VfsOperation,
  VfsPaths,
  vfsOperations,
} from '@aletheia-works/testkit';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

const limits = { bytes: 2 ** 31, entries: 1_000_000 };
const roots = ['/work', '/home/guest'];

/** The host's own file system, called like `VfsPaths`. */
class RealPaths {
  readonly #root: string;
  readonly #open = new Map<number, number>();

  constructor(root: string) {
    this.#root = root;
  }

  run(step: VfsOperation): unknown {
    const at = (path: string): string => `${this.#root}/${path}`;
    switch (step.op) {
      case 'create':
        return fs.closeSync(fs.openSync(at(step.path), 'wx', 0o644));
      case 'mkdir':
        return fs.mkdirSync(at(step.path), 0o755);
      case 'unlink':
        return fs.unlinkSync(at(step.path));
      case 'rmdir':
        return fs.rmdirSync(at(step.path));
      case 'lstat':
        return realStat(fs.lstatSync(at(step.path)));
      case 'readdir':
        return fs.readdirSync(at(step.path)).sort();
      case 'symlink':
        return fs.symlinkSync(step.from, at(step.to));
      case 'link':
        return fs.linkSync(at(step.from), at(step.to));
      case 'rename':
        return fs.renameSync(at(step.from), at(step.to));
      case 'chmod':
        return fs.chmodSync(at(step.path), step.mode);
      case 'open': {
        const fd = fs.openSync(at(step.path), 'r+');
        this.#close(step.slot);
        this.#open.set(step.slot, fd);
        return undefined;
      }
      case 'write':
        return fs.writeSync(
          this.#fd(step.slot),
          new Uint8Array(step.length).fill(step.fill),
          0,
          step.length,
          step.position,
        );
      case 'read': {
        const bytes = new Uint8Array(step.length);
        return digest(bytes.subarray(0, fs.readSync(this.#fd(step.slot), bytes, 0, step.length, step.position)));
      }
      case 'truncate':
        return fs.ftruncateSync(this.#fd(step.slot), step.size);
      case 'close':
        return this.#close(step.slot);
    }
  }

  closeAll(): void {
    for (const slot of [...this.#open.keys()]) this.#close(slot);
  }

  #fd(slot: number): number {
    return this.#open.get(slot) ?? -1;
  }

  #close(slot: number): void {
    const fd = this.#open.get(slot);
    if (fd !== undefined) fs.closeSync(fd);
    this.#open.delete(slot);
  }
}

/** As the host's file system answers: bytes in a form that is quick to compare. */
function ours(paths: VfsPaths, step: VfsOperation): unknown {
  const answer = applyVfsOperation(paths, step);
  return answer instanceof Uint8Array ? digest(answer) : answer;
}

const ESCAPED = 'left the root';

const outcome = (operation: () => unknown): unknown => {
  try {
    return operation() ?? 'done';
  } catch (error) {
    if (error instanceof EscapeError) return ESCAPED;
    return (error as { code?: string }).code ?? String(error);
  }
};

/** Runs one sequence on both and compares every answer, then the whole trees. */
function compare(vfs: Vfs, base: Inode, steps: readonly VfsOperation[]): void {
  const top = fs.mkdtempSync(join(tmpdir(), 'vfs-'));
  const root = join(top, 'up', 'work');
  fs.mkdirSync(root, { recursive: true, mode: 0o755 });
  const real = new RealPaths(root);
  const paths = new VfsPaths(vfs, base);
  try {
    for (const [index, step] of steps.entries()) {
      if ('slot' in step && step.op !== 'open' && step.op !== 'close' && !paths.isOpen(step.slot)) continue;
      const got = outcome(() => ours(paths, step));
      // What leaves the root is refused here and allowed on a host; there is nothing to compare.
      if (got === ESCAPED) continue;
      const wanted = outcome(() => real.run(step));
      if (sameRefusal(step, got, wanted)) continue;
      expect([index, step, got]).toEqual([index, step, wanted]);
    }
    for (let slot = 0; slot < VFS_SLOTS; slot++) paths.close(slot);
    expect(ourTree(paths, '.')).toEqual(realTree(root));
  } finally {
    real.closeAll();
    fs.rmSync(top, { recursive: true, force: true });
  }
}

/**
 * Calls on a directory's own name (`.`, `..`, `a/..`) are refused by both; POSIX lets systems choose among several codes
 * (EINVAL, EBUSY, EEXIST, ENOTEMPTY, EISDIR), and Linux chooses by the order of its own checks.
 */
function sameRefusal(step: VfsOperation, got: unknown, wanted: unknown): boolean {
  const paths = 'path' in step ? [step.path] : 'to' in step ? [step.to, step.from] : [];
  const codes = [got, wanted].every((value) => typeof value === 'string' && /^E[A-Z]+$/.test(value));
  return codes && paths.some((path) => /(^|\/)\.\.?$/.test(path));
}

function ourTree(paths: VfsPaths, at: string): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const name of paths.readdir(at)) {
    const path = `${at}/${name}`;
    const stat = paths.lstat(path);
    tree[name] =
      stat.type === 'directory'
        ? { ...stat, children: ourTree(paths, path) }
        : { ...stat, content: stat.type === 'symlink' ? paths.readlink(path) : digest(paths.readFile(path)) };
  }
  return tree;
}

function realTree(at: string): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const name of fs.readdirSync(at).sort()) {
    const path = join(at, name);
    const stat = realStat(fs.lstatSync(path));
    tree[name] =
      stat.type === 'directory'
        ? { ...stat, children: realTree(path) }
        : { ...stat, content: stat.type === 'symlink' ? fs.readlinkSync(path) : digest(fs.readFileSync(path)) };
  }
  return tree;
}

function realStat(stat: fs.Stats) {
  const type = stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'symlink' : 'file';
  return { type, mode: stat.mode & 0o7777, nlink: stat.nlink, size: type === 'directory' ? 0 : stat.size };
}

/** Length and a sum that depends on the order; comparing megabytes element by element is slow. */
function digest(bytes: Uint8Array): string {
  let sum = 17;
  for (const byte of bytes) sum = (Math.imul(sum, 31) + byte) | 0;
  return `${bytes.length}:${sum}`;
}

const workOf = (vfs: Vfs): Inode => {
  const inode = vfs.lookup(vfs.root, 'work');
  if (inode === undefined) throw new Error('no root');
  return inode;
};

it('gives the results and errors of the real file system for any sequence of operations on the host', async () => {
  await fc.assert(
    fc.property(fc.array(vfsOperations, { maxLength: 60 }), (steps) => {
      const host = new HostFiles({ roots, limits });
      compare(host.vfs, workOf(host.vfs), steps);
    }),
    { numRuns: 150 },
  );
});

it('gives them on a replica too, and the host holds the same tree after the commit', async () => {
  await fc.assert(
    fc.property(fc.array(fc.array(vfsOperations, { maxLength: 25 }), { minLength: 1, maxLength: 4 }), (runs) => {
      const host = new HostFiles({ roots, limits });
      let view = host.view();
      const replica = new Replica({ onSlab: (index, slab) => view.adoptSlab(index, slab) });
      replica.sync(view.full(), []);
      for (const steps of runs) {
        view = host.view();
        replica.beginRun({ limits, usage: view.usage, nextIno: view.nextIno, roots });
        const { vfs } = replica;
        for (const name of vfs.entries(workOf(vfs)).map(([entry]) => entry))
          removeTree(new VfsPaths(vfs, workOf(vfs)), name);
        compare(vfs, workOf(vfs), steps);
        const { changes, nextIno } = replica.endRun();
        host.commit(changes, nextIno);
        expect(ourTree(new VfsPaths(host.vfs, workOf(host.vfs)), '.')).toEqual(
          ourTree(new VfsPaths(vfs, workOf(vfs)), '.'),
        );
        expect(host.vfs.usage).toEqual(vfs.usage);
      }
      const fresh = new Replica({ onSlab: () => {} });
      host.view().slabs.forEach((slab, index) => {
        fresh.addSlab(index, slab);
      });
      fresh.sync(host.view().full(), []);
      expect(ourTree(new VfsPaths(fresh.vfs, workOf(fresh.vfs)), '.')).toEqual(
        ourTree(new VfsPaths(host.vfs, workOf(host.vfs)), '.'),
      );
    }),
    { numRuns: 60 },
  );
});

function removeTree(paths: VfsPaths, path: string): void {
  if (paths.lstat(path).type !== 'directory') {
    paths.unlink(path);
    return;
  }
  for (const name of paths.readdir(path)) removeTree(paths, `${path}/${name}`);
  paths.rmdir(path);
}
