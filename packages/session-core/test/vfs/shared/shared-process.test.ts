import {
  createSharedFiles,
  endSharedProcess,
  INODE_BORROWED,
  INODE_MOUNT,
  type Inode,
  MAX_SHARING_PROCESSES,
  type ProgramImage,
  S_IFCHR,
  S_IFDIR,
  SLAB_BYTES,
} from '@aletheia-works/session-core/vfs';
import { VfsPaths } from '@aletheia-works/testkit';
import { describe, expect, it } from 'vitest';
import { type Actor, MIB, SharingRun, treeOf, workOf } from './sharing-run.ts';

const encoder = new TextEncoder();

function put({ shared, paths }: Actor, path: string, content: string | Uint8Array): void {
  shared.run(() => {
    paths.create(path);
    paths.open(9, path);
    paths.write(9, 0, typeof content === 'string' ? encoder.encode(content) : content);
    paths.close(9);
  });
}

const text = ({ shared, paths }: Actor, path: string): string =>
  new TextDecoder().decode(shared.run(() => paths.readFile(path)));

const code = (operation: () => unknown): string => {
  try {
    operation();
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

function started(): { run: SharingRun; first: Actor; child: Actor } {
  const run = new SharingRun();
  run.enter();
  return { run, first: run.first, child: run.spawn() };
}

describe('a process that joins', () => {
  it('sees what the first did before it shared: new, changed, moved, removed', () => {
    const run = new SharingRun(undefined, ({ vfs }) => {
      const paths = new VfsPaths(vfs, workOf(vfs));
      for (const path of ['kept', 'changed', 'moved', 'removed']) paths.create(path);
      paths.mkdir('d');
      paths.create('d/inner');
      return undefined;
    });
    const { first } = run;
    first.paths.open(0, 'changed');
    first.paths.write(0, 0, encoder.encode('new'));
    first.paths.close(0);
    first.paths.rename('moved', 'd/moved');
    first.paths.rename('d', 'e');
    first.paths.unlink('removed');
    put(first, 'made', 'here');
    run.enter();
    const child = run.spawn();
    expect(treeOf(child.paths)).toEqual(treeOf(first.paths));
    expect(child.paths.readdir('.')).toEqual(['changed', 'e', 'kept', 'made']);
    expect(child.vfs.usage).toEqual(first.vfs.usage);
  });

  it('sees the world of the run: directories, devices and programs, also those that every run has', () => {
    const run = new SharingRun(undefined, (host) => [host.storeImage(encoder.encode('program'))]);
    const { first } = run;
    const [image] = run.images as [ProgramImage];
    first.vfs.attach(first.vfs.root, 'tmp', S_IFDIR | 0o1777, INODE_MOUNT);
    const dev = first.vfs.attachLasting(first.vfs.root, 'dev', S_IFDIR | 0o755);
    first.vfs.attachLasting(dev, 'null', S_IFCHR | 0o666, 0, 7);
    const bin = first.vfs.attach(first.vfs.root, 'bin', S_IFDIR | 0o755, INODE_MOUNT);
    first.vfs.attachProgram(bin, 'tool', image);
    const before = { ...first.vfs.usage };
    run.enter();
    const child = run.spawn();
    const world = new VfsPaths(child.vfs, child.vfs.root);
    expect(world.readdir('.')).toEqual(['bin', 'dev', 'home', 'tmp', 'usr', 'work']);
    expect(world.inodeOf('dev/null')).toMatchObject({ rdev: 7, mode: S_IFCHR | 0o666 });
    expect(world.inodeOf('bin/tool').flags).toBe(INODE_BORROWED);
    expect(new TextDecoder().decode(world.readFile('bin/tool'))).toBe('program');
    expect(child.vfs.usage).toEqual(before);
    // What it writes to a program it copies first; the program's own bytes stay.
    world.open(0, 'bin/tool');
    child.shared.run(() => world.write(0, 0, encoder.encode('PRO')));
    child.shared.run(() => world.close(0));
    expect(text({ ...first, paths: new VfsPaths(first.vfs, first.vfs.root) }, 'bin/tool')).toBe('PROgram');
    child.shared.leave();
    run.commit();
    expect(run.host.vfs.usage).toEqual(before);
  });

  it('inherits what is open, names or no names, and holds it when its parent closes it', () => {
    const run = new SharingRun();
    const { first } = run;
    put(first, 'f', 'inherited');
    first.paths.open(0, 'f');
    first.paths.unlink('f');
    const inode = first.paths.openInode(0);
    run.enter([inode]);
    const child = run.spawn(first, [inode]);
    first.shared.run(() => first.paths.close(0));
    put(first, 'g', 'elsewhere');
    const inherited = child.vfs.store.byIno(inode.ino) as Inode;
    const bytes = new Uint8Array(9);
    expect(child.shared.run(() => child.vfs.read(inherited, 0, bytes, 0, 9))).toBe(9);
    expect(new TextDecoder().decode(bytes)).toBe('inherited');
    child.shared.run(() => child.vfs.close(inherited));
    first.shared.run(() => {});
    expect(first.vfs.store.byIno(inode.ino)).toBeUndefined();
    expect(first.vfs.usage).toEqual({ bytes: 9, entries: 1 });
  });

  it('may start processes of its own, which the first sees as well', () => {
    const { run, first, child } = started();
    put(child, 'by-child', '1');
    const grandchild = run.spawn(child);
    expect(text(grandchild, 'by-child')).toBe('1');
    put(grandchild, 'by-grandchild', '2');
    child.shared.leave();
    expect(text(first, 'by-grandchild')).toBe('2');
    grandchild.shared.leave();
    first.shared.run(() => {});
    expect(first.shared.active).toBe(false);
    const tree = treeOf(first.paths);
    run.commit();
    expect(treeOf(new VfsPaths(run.host.vfs, workOf(run.host.vfs)))).toEqual(tree);
  });

  it('must know the slabs that the others know', () => {
    const run = new SharingRun();
    run.enter();
    const added = run.first.shared.addProcess([]);
    const other = new SharingRun();
    expect(() =>
      other.first.shared.join({
        memory: run.memory,
        process: added?.process ?? 0,
        state: added?.state ?? new Uint8Array(),
      }),
    ).toThrow(RangeError);
  });
});

describe('between processes', () => {
  it('O_EXCL lets exactly one make a file', () => {
    const { first, child } = started();
    expect(code(() => first.shared.run(() => first.paths.create('lock')))).toBe('done');
    expect(code(() => child.shared.run(() => child.paths.create('lock')))).toBe('EEXIST');
    first.shared.run(() => first.paths.unlink('lock'));
    expect(code(() => child.shared.run(() => child.paths.create('lock')))).toBe('done');
  });

  it('renames over, links and directories that change places stay one tree', () => {
    const { first, child } = started();
    put(first, 'a', 'A');
    put(child, 'b', 'B');
    first.shared.run(() => first.paths.rename('a', 'b'));
    child.shared.run(() => child.paths.link('b', 'c'));
    expect(first.shared.run(() => first.paths.lstat('c'))).toMatchObject({ nlink: 2, size: 1 });
    child.shared.run(() => child.paths.mkdir('d'));
    first.shared.run(() => first.paths.mkdir('e'));
    first.shared.run(() => first.paths.rename('e', 'd/e'));
    // Two directories change places in one step: names that went must not undo names that came.
    child.shared.run(() => {
      child.paths.rename('d/e', 'x');
      child.paths.rename('d', 'x/d');
      child.paths.rename('x', 'd');
    });
    expect(first.shared.run(() => treeOf(first.paths))).toEqual(child.shared.run(() => treeOf(child.paths)));
    expect(first.paths.readdir('d')).toEqual(['d']);
  });

  it('what one writes in place and into a committed file is seen by the other, times included', () => {
    const run = new SharingRun(undefined, ({ vfs }) => {
      const paths = new VfsPaths(vfs, workOf(vfs));
      paths.create('f');
      paths.open(0, 'f');
      paths.write(0, 0, new Uint8Array(3 * MIB).fill(1));
      paths.close(0);
      return undefined;
    });
    run.enter();
    const { first } = run;
    const child = run.spawn();
    for (const [index, actor] of [first, child, first].entries()) {
      actor.shared.run(() => actor.paths.open(0, 'f'));
      actor.shared.run(() => actor.paths.write(0, MIB - 2, new Uint8Array(4).fill(10 + index)));
      actor.shared.run(() => actor.paths.close(0));
      const other = actor === first ? child : first;
      const bytes = other.shared.run(() => other.paths.readFile('f'));
      expect([...bytes.subarray(MIB - 3, MIB + 3)]).toEqual([1, 10 + index, 10 + index, 10 + index, 10 + index, 1]);
      const [mine, theirs] = [actor.paths.inodeOf('f'), other.paths.inodeOf('f')];
      expect([theirs.mtimeSec, theirs.mtimeNsec]).toEqual([mine.mtimeSec, mine.mtimeNsec]);
    }
    // The host still holds what was committed.
    expect(new VfsPaths(run.host.vfs, workOf(run.host.vfs)).readFile('f').every((byte) => byte === 1)).toBe(true);
  });

  it('a limit that one met is known to the process that ends the run', () => {
    const { run, first, child } = started();
    child.vfs.limits.entries = 1;
    put(child, 'one', '1');
    expect(code(() => child.shared.run(() => child.paths.create('two')))).toBe('ENOSPC');
    child.shared.leave();
    run.commit();
    expect(first.vfs.exceeded).toBe('entries');
  });

  it('files grow as far as slabs were made beforehand, then ENOSPC, and the space comes back', () => {
    const { first, child } = started();
    const slabs = first.vfs.contents.allocator.slabs.length;
    expect(slabs * SLAB_BYTES).toBeGreaterThanOrEqual(48 * MIB);
    const block = new Uint8Array(MIB).fill(3);
    child.shared.run(() => child.paths.create('big'));
    child.shared.run(() => child.paths.open(0, 'big'));
    let written = 0;
    const full = code(() => {
      for (; written < 100 * MIB; written += MIB) child.shared.run(() => child.paths.write(0, written, block));
    });
    expect(full).toBe('ENOSPC');
    expect(written).toBe(slabs * SLAB_BYTES);
    expect(first.shared.run(() => first.vfs.usage.bytes)).toBe(written);
    expect(first.vfs.exceeded).toBeNull();
    child.shared.run(() => child.paths.truncate(0, 0));
    put(first, 'again', block);
    expect(child.shared.run(() => child.vfs.usage.bytes)).toBe(MIB);
  });
});

describe('the end of a process', () => {
  it('closes what a killed one had open', () => {
    const { run, first, child } = started();
    put(first, 'f', 'x'.repeat(5000));
    child.shared.run(() => child.paths.open(0, 'f'));
    first.shared.run(() => first.paths.unlink('f'));
    expect(first.vfs.usage.bytes).toBe(5000);
    endSharedProcess(run.memory, child.shared.process);
    first.shared.run(() => {});
    expect(first.vfs.usage.bytes).toBe(0);
    expect(first.shared.active).toBe(false);
  });

  it('in the middle of an operation undoes that operation and frees the lock', () => {
    const { run, first, child } = started();
    put(first, 'f', 'before');
    child.shared.begin();
    child.paths.unlink('f');
    child.paths.create('g');
    endSharedProcess(run.memory, child.shared.process);
    expect(first.shared.run(() => first.paths.readdir('.'))).toEqual(['f']);
    expect(text(first, 'f')).toBe('before');
  });

  it.each(['shared all along', 'shared anew'])('that is reported late does not hit the one after it: %s', (how) => {
    const { run, first, child } = started();
    const { process } = child.shared;
    child.shared.leave();
    if (how === 'shared anew') {
      first.shared.run(() => {});
      run.enter();
    }
    const next = run.spawn();
    endSharedProcess(run.memory, process);
    first.shared.run(() => {});
    put(next, 'alive', 'yes');
    expect(text(first, 'alive')).toBe('yes');
  });

  it('leaves the first one alone: nothing is shared until it starts another', () => {
    const { run, first, child } = started();
    put(child, 'f', '1');
    child.shared.leave();
    expect(text(first, 'f')).toBe('1');
    expect(first.shared.active).toBe(false);
    put(first, 'g', new Uint8Array(60 * MIB));
    run.enter();
    const next = run.spawn();
    expect(next.paths.lstat('g')).toEqual(first.paths.lstat('g'));
    expect(text(next, 'f')).toBe('1');
    next.shared.leave();
    run.commit();
    expect(new VfsPaths(run.host.vfs, workOf(run.host.vfs)).readdir('.')).toEqual(['f', 'g']);
  });

  it('cannot come after the run was collected: the lock stays taken', () => {
    const { run, first } = started();
    first.shared.finish();
    expect(first.shared.active).toBe(false);
    expect(Atomics.load(new Int32Array(run.memory), 0)).not.toBe(0);
  });
});

describe('limits of sharing', () => {
  it(`allows ${MAX_SHARING_PROCESSES} processes at a time`, () => {
    const run = new SharingRun();
    run.enter();
    for (let count = 1; count < MAX_SHARING_PROCESSES; count++) expect(run.first.shared.addProcess([])).not.toBeNull();
    expect(run.first.shared.addProcess([])).toBeNull();
  });

  it('refuses operations when a process lags behind and the log cannot hold all that changed', () => {
    const run = new SharingRun(16 * 1024);
    run.enter();
    const child = run.spawn();
    let made = 0;
    const full = code(() => {
      for (; made < 1000; made++) run.first.shared.run(() => run.first.paths.create(`file-${made}`));
    });
    expect(full).toBe('ENOSPC');
    expect(made).toBeGreaterThan(50);
    // As soon as it looks, there is room again.
    expect(child.shared.run(() => child.paths.readdir('.').length)).toBe(made);
    put(run.first, 'more', 'x');
    expect(text(child, 'more')).toBe('x');
  });

  it('takes an operation larger than what is left of the log', () => {
    const run = new SharingRun(16 * 1024);
    run.enter();
    const [child, idle] = [run.spawn(), run.spawn()];
    const { shared, paths } = run.first;
    const each = (count: number, operation: (index: number) => void): void =>
      shared.run(() => {
        for (let index = 0; index < count; index++) operation(index);
      });
    each(60, (index) => paths.create(`a${index}`));
    each(60, (index) => paths.unlink(`a${index}`));
    child.shared.run(() => {});
    each(125, (index) => paths.create(`b${index}`));
    // The log went over to its other half, and not as it does when only those that lag behind must read it.
    expect(Atomics.load(new Int32Array(run.memory), 1)).toBe(3);
    each(100, (index) => paths.unlink(`b${index}`));
    for (const actor of [child, idle]) expect(actor.shared.run(() => actor.paths.readdir('.').length)).toBe(25);
  });

  it('makes memory of two segments', () => {
    expect(createSharedFiles(8192).byteLength).toBe(4096 + 2 * 8192);
  });
});
