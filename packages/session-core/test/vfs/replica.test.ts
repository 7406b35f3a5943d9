import { HostFiles } from '@aletheia-works/session-core/internal';
import { type Inode, type ProgramImage, Replica, S_IFDIR, type Vfs } from '@aletheia-works/session-core/vfs';
import { VfsPaths } from '@aletheia-works/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const limits = { bytes: 2 ** 31, entries: 1_000_000 };
const roots = ['/work', '/home/guest'];
const MIB = 1024 * 1024;

class Pair {
  readonly host = new HostFiles({ roots, limits });
  images: ProgramImage[] = [];
  replica = this.fresh();

  fresh(): Replica {
    const replica = new Replica({ onSlab: (index, slab) => this.host.view().adoptSlab(index, slab) });
    this.sync(replica, this.host.view().full());
    return replica;
  }

  sync(replica: Replica, journal: Uint8Array): void {
    const { slabs } = this.host.view();
    for (let index = replica.slabCount; index < slabs.length; index++)
      replica.addSlab(index, slabs[index] as SharedArrayBuffer);
    replica.sync(journal, this.images);
  }

  begin(): VfsPaths {
    const { usage, nextIno } = this.host.view();
    this.replica.beginRun({ limits, usage, nextIno, roots });
    return this.guest();
  }

  commit(): number {
    const { changes, nextIno } = this.replica.endRun();
    this.host.commit(changes, nextIno);
    return changes.length;
  }

  /** As when the worker was terminated in the middle of a run. */
  abort(): void {
    this.replica = this.fresh();
  }

  guest(): VfsPaths {
    return new VfsPaths(this.replica.vfs, workOf(this.replica.vfs));
  }

  atHost(): VfsPaths {
    return new VfsPaths(this.host.vfs, workOf(this.host.vfs));
  }
}

function workOf(vfs: Vfs): Inode {
  const inode = vfs.lookup(vfs.root, 'work');
  if (inode === undefined) throw new Error('no root');
  return inode;
}

function put(fs: VfsPaths, path: string, data: Uint8Array): void {
  fs.create(path);
  fs.open(0, path);
  fs.write(0, 0, data);
  fs.close(0);
}

/** Comparing megabytes element by element takes seconds. */
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const fill = (length: number, byte: number): Uint8Array => new Uint8Array(length).fill(byte);

describe('a run on a replica', () => {
  it('commits nothing when nothing changed', () => {
    const pair = new Pair();
    pair.begin().readdir('.');
    const { generation } = pair.host;
    expect(pair.commit()).toBe(0);
    expect(pair.host.generation).toBe(generation);
  });

  it.each([10, 4096, 700_000, 3 * MIB])('leaves a file of %i bytes as it was when it is dropped', (size) => {
    const pair = new Pair();
    put(pair.begin(), 'f', fill(size, 1));
    pair.commit();
    const guest = pair.begin();
    guest.open(0, 'f');
    guest.write(0, 2, fill(5, 9));
    guest.write(0, size - 3, fill(2 * MIB, 9));
    guest.truncate(0, 1);
    guest.unlink('f');
    put(guest, 'g', fill(size, 9));
    pair.abort();
    expect(same(pair.atHost().readFile('f'), fill(size, 1))).toBe(true);
    expect(same(pair.guest().readFile('f'), fill(size, 1))).toBe(true);
    expect(pair.guest().readdir('.')).toEqual(['f']);
  });

  it('reuses the space of a dropped run', () => {
    const pair = new Pair();
    for (let round = 0; round < 20; round++) {
      put(pair.begin(), 'f', fill(10 * MIB, 1));
      pair.abort();
    }
    expect(pair.host.view().slabs.length).toBeLessThanOrEqual(2);
  });

  it('stays flat over 400 writes and deletes of 16 MiB, in one run and over many', () => {
    const pair = new Pair();
    const data = fill(16 * MIB, 7);
    const one = pair.begin();
    for (let round = 0; round < 200; round++) {
      put(one, 'f', data);
      one.unlink('f');
    }
    pair.commit();
    for (let round = 0; round < 200; round++) {
      const guest = pair.begin();
      put(guest, 'f', data);
      if (round > 0) guest.unlink('old');
      guest.rename('f', 'old');
      pair.commit();
    }
    expect(pair.host.view().slabs.length).toBeLessThanOrEqual(4);
  });

  it('drops what lies outside the roots, and keeps what was moved in from there', () => {
    const pair = new Pair();
    pair.begin();
    const { vfs } = pair.replica;
    const tmp = vfs.attach(vfs.root, 'tmp', S_IFDIR | 0o777);
    const inTmp = new VfsPaths(vfs, tmp);
    put(inTmp, 'gone', fill(100, 1));
    inTmp.mkdir('d');
    put(inTmp, 'd/kept', fill(100, 2));
    put(inTmp, 'linked', fill(100, 3));
    const work = workOf(vfs);
    vfs.rename(tmp, 'd', work, 'd');
    vfs.link(work, 'l', inTmp.inodeOf('linked'));
    pair.commit();
    expect(pair.atHost().readdir('.')).toEqual(['d', 'l']);
    expect(same(pair.atHost().readFile('d/kept'), fill(100, 2))).toBe(true);
    expect(pair.atHost().lstat('l').nlink).toBe(1);
    expect(pair.guest().lstat('l').nlink).toBe(1);
    expect(pair.replica.vfs.lookup(pair.replica.vfs.root, 'tmp')).toBeUndefined();
    expect(pair.host.vfs.usage).toEqual(pair.replica.vfs.usage);
  });

  it('forgets a tree that was moved out of the roots, but not what was taken out of it', () => {
    const pair = new Pair();
    const first = pair.begin();
    first.mkdir('d');
    first.mkdir('d/e');
    put(first, 'd/e/f', fill(5, 1));
    put(first, 'd/g', fill(5, 2));
    pair.commit();
    pair.begin();
    const { vfs } = pair.replica;
    const tmp = vfs.attach(vfs.root, 'tmp', S_IFDIR | 0o777);
    vfs.rename(workOf(vfs), 'd', tmp, 'd');
    vfs.rename(new VfsPaths(vfs, tmp).inodeOf('d'), 'e', workOf(vfs), 'e');
    pair.commit();
    expect(pair.atHost().readdir('.')).toEqual(['e']);
    expect(same(pair.atHost().readFile('e/f'), fill(5, 1))).toBe(true);
    expect(pair.host.vfs.usage).toEqual(pair.replica.vfs.usage);
  });

  it('copies a program that a guest moved into a root, and leaves the program itself alone', () => {
    const pair = new Pair();
    const image = pair.host.storeImage(fill(2 * MIB + 5, 4));
    pair.images = [image];
    pair.sync(pair.replica, new Uint8Array(0));
    put(pair.begin(), 'other', fill(3 * MIB, 8));
    const { vfs } = pair.replica;
    const bin = vfs.attach(vfs.root, 'bin', S_IFDIR | 0o755);
    vfs.attachProgram(bin, 'tool', image);
    const changed = vfs.attachProgram(bin, 'changed', image);
    vfs.write(changed, 1, fill(3, 9), 0, 3);
    vfs.rename(bin, 'tool', workOf(vfs), 'tool');
    pair.commit();
    expect(same(pair.atHost().readFile('tool'), fill(2 * MIB + 5, 4))).toBe(true);
    pair.host.transact(() => pair.atHost().unlink('tool'));
    expect(same(pair.atHost().readFile('other'), fill(3 * MIB, 8))).toBe(true);
    pair.begin();
    const shown = pair.replica.vfs.attachProgram(pair.replica.vfs.root, 'tool', image);
    const bytes = new Uint8Array(shown.size);
    pair.replica.vfs.read(shown, 0, bytes, 0, bytes.length);
    expect(same(bytes, fill(2 * MIB + 5, 4))).toBe(true);
  });

  it('keeps nanoseconds, modes and link counts through a commit and a full copy', () => {
    const pair = new Pair();
    const guest = pair.begin();
    put(guest, 'f', fill(3, 1));
    guest.chmod('f', 0o4711);
    guest.link('f', 'g');
    pair.replica.vfs.setTimes(guest.inodeOf('f'), { mtimeSec: 1_700_000_000, mtimeNsec: 123_456_789 });
    pair.commit();
    for (const fs of [pair.atHost(), new VfsPaths(pair.fresh().vfs, workOf(pair.fresh().vfs))]) {
      expect(fs.inodeOf('g')).toMatchObject({ mtimeSec: 1_700_000_000, mtimeNsec: 123_456_789, nlink: 2 });
      expect(fs.lstat('f').mode).toBe(0o4711);
    }
  });

  it('follows what the host did between runs by the delta alone', () => {
    const pair = new Pair();
    put(pair.begin(), 'f', fill(100, 1));
    pair.commit();
    const { generation } = pair.host;
    pair.host.transact(() => {
      const fs = pair.atHost();
      fs.unlink('f');
      put(fs, 'g', fill(100, 2));
      fs.mkdir('d');
      fs.rename('g', 'd/g');
    });
    const delta = pair.host.view().since(generation);
    expect(delta).not.toBeNull();
    pair.sync(pair.replica, delta ?? new Uint8Array(0));
    expect(pair.guest().readdir('.')).toEqual(['d']);
    expect(same(pair.guest().readFile('d/g'), fill(100, 2))).toBe(true);
  });

  it('takes the last state of a file that the journals in between named with other extents', () => {
    const pair = new Pair();
    const rewrite = (size: number): void =>
      pair.host.transact(() => {
        const fs = pair.atHost();
        fs.open(0, 'f');
        fs.truncate(0, 0);
        fs.write(0, 0, fill(size, size & 255));
        fs.close(0);
      });
    const catchUp = (generation: number): void => {
      pair.sync(pair.replica, pair.host.view().since(generation) ?? new Uint8Array(0));
    };
    pair.host.transact(() => put(pair.atHost(), 'f', fill(2 * MIB, 1)));
    catchUp(0);
    for (const sizes of [
      [3 * MIB, 10],
      [70_000, 700_000, 5 * MIB],
      [0, 40, 0],
      [4 * MIB, 100_000, 90],
    ]) {
      const { generation } = pair.host;
      for (const size of sizes) rewrite(size);
      catchUp(generation);
      const last = sizes.at(-1) ?? 0;
      expect(same(pair.guest().readFile('f'), fill(last, last & 255))).toBe(true);
    }
  });

  it('asks for the whole tree once the log is too long', () => {
    const pair = new Pair();
    const { generation } = pair.host;
    for (let round = 0; round < 60; round++) {
      pair.host.transact(() => {
        for (let index = 0; index < 800; index++) pair.atHost().mkdir(`${'x'.repeat(80)}${round}-${index}`);
      });
    }
    expect(pair.host.view().since(generation)).toBeNull();
    expect(pair.host.view().since(pair.host.generation)).toEqual(new Uint8Array(0));
  });
});

describe('a journal from a worker that went wrong', () => {
  /** A host with some files, and a sound journal against it. */
  function prepared(): { host: HostFiles; changes: Uint8Array<ArrayBuffer>; nextIno: number } {
    const pair = new Pair();
    const first = pair.begin();
    first.mkdir('d');
    put(first, 'd/f', fill(100, 1));
    put(first, 'big', fill(2 * MIB, 1));
    pair.commit();
    const second = pair.begin();
    second.mkdir('e');
    second.rename('d', 'e/d');
    second.open(0, 'e/d/f');
    second.write(0, 50, fill(500, 2));
    second.symlink('e', 'l');
    second.open(0, 'big');
    second.write(0, MIB, fill(10, 2));
    second.unlink('big');
    put(second, 'new', fill(40, 3));
    return { host: pair.host, ...pair.replica.endRun() };
  }

  it('is refused or leaves a sound tree, whatever byte is wrong', async () => {
    await fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.option(fc.nat(), { nil: undefined }),
        (where, change, cut) => {
          const { host, changes, nextIno } = prepared();
          const before = host.view().full();
          const bytes = changes.slice(0, cut === undefined ? changes.length : cut % changes.length);
          if (bytes.length > 0) bytes[where % bytes.length] = (bytes[where % bytes.length] ?? 0) ^ change;
          try {
            host.commit(bytes, nextIno);
          } catch (error) {
            expect(error).toMatchObject({ code: 'SNAPSHOT' });
            expect(host.view().full()).toEqual(before);
            return;
          }
          const replica = new Replica({ onSlab: () => {} });
          host.view().slabs.forEach((slab, index) => {
            replica.addSlab(index, slab);
          });
          replica.sync(host.view().full(), []);
          expect(replica.vfs.usage.bytes).toBe(host.vfs.usage.bytes);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is committed when nothing is wrong', () => {
    const { host, changes, nextIno } = prepared();
    host.commit(changes, nextIno);
    expect(new VfsPaths(host.vfs, workOf(host.vfs)).readdir('.')).toEqual(['e', 'l', 'new']);
  });
});
