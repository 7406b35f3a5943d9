import { describe, expect, it } from 'vitest';
import { CallHarness, EVERYTHING } from './call-harness.ts';
import { E } from './errno.ts';

const openDirectory = (h: CallHarness, path: string): number => h.open(path, { flags: 2, rights: EVERYTHING & ~64n });
const names = (listing: { name: string }[] | number): string[] =>
  typeof listing === 'number' ? [`errno ${-listing}`] : listing.map(({ name }) => name);

describe('fd_readdir', () => {
  it('lists . and .. first, then every entry with its type and inode', () => {
    const h = new CallHarness();
    h.path('path_create_directory', 'd');
    h.file('d/f');
    h.symlink('f', 'd/l');
    h.path('path_create_directory', 'd/s');
    const listing = h.list(openDirectory(h, 'd'));
    expect(names(listing)).toEqual(['.', '..', 'f', 'l', 's']);
    expect(listing).toMatchObject([{ type: 3 }, { type: 3 }, { type: 4 }, { type: 7 }, { type: 3 }]);
    const inodes = ['d', '.', 'd/f', 'd/l', 'd/s'].map(
      (path) => (h.stat(path, { follow: false }) as { ino: number }).ino,
    );
    expect((listing as { ino: number }[]).map(({ ino }) => ino)).toEqual(inodes);
  });

  it.each([280, 300, 512, 4096, 65_536])('lists 1,500 entries whole with a buffer of %i bytes', (size) => {
    const h = new CallHarness();
    h.path('path_create_directory', 'd');
    const expected = Array.from({ length: 1500 }, (_, i) => `entry-${i}-${'x'.repeat(i % 200)}`);
    const { vfs } = h.replica;
    const { inode } = vfs.walk(vfs.root, 'work/d', { follow: true, confine: vfs.root });
    if (inode === null) throw new Error('There is no directory d');
    for (const name of expected) vfs.create(inode, name, 0o644);
    expect(names(h.list(openDirectory(h, 'd'), size))).toEqual(['.', '..', ...expected]);
  });

  it('cuts the last entry at the end of the buffer', () => {
    const h = new CallHarness();
    h.path('path_create_directory', 'd');
    h.file('d/abcdef');
    const fd = openDirectory(h, 'd');
    for (let size = 1; size < 100; size++) {
      h.bytes.fill(0xee, 0x9000, 0x9100);
      expect(h.call('fd_readdir', fd, 0x9000, size, 2n, 64)).toBe(0);
      const used = h.view.getUint32(64, true);
      expect(used).toBe(Math.min(size, 30));
      expect(h.bytes[0x9000 + used]).toBe(0xee);
    }
  });

  it('is resumable from any cookie', () => {
    const h = new CallHarness();
    for (const name of ['a', 'b', 'c', 'd']) h.file(name);
    const fd = openDirectory(h, '.');
    const all = h.list(fd) as { name: string; next: bigint }[];
    for (const [index, { next }] of all.entries()) {
      expect(names(h.list(fd, 4096, next))).toEqual(all.slice(index + 1).map(({ name }) => name));
    }
    expect(h.list(fd, 4096, 1000n)).toEqual([]);
    expect(h.list(fd, 4096, -1n)).toEqual([]);
  });

  it('shows each surviving entry once while entries are removed and added', () => {
    const h = new CallHarness();
    const expected = Array.from({ length: 40 }, (_, i) => `n${i}`);
    for (const name of expected) h.file(name);
    const fd = openDirectory(h, '.');
    const seen: string[] = [];
    let cookie = 0n;
    for (let i = 0; ; i++) {
      h.call('fd_readdir', fd, 0x9000, 64, cookie, 64);
      if (h.view.getUint32(64, true) < 24) break;
      const length = h.view.getUint32(0x9010, true);
      seen.push(new TextDecoder().decode(h.bytes.slice(0x9018, 0x9018 + length)));
      cookie = h.view.getBigUint64(0x9000, true);
      if (i > 2) h.path('path_unlink_file', `n${i - 3}`);
      h.file(`later${i}`);
    }
    expect(seen).toEqual(['.', '..', ...expected]);
  });

  it('begins anew at cookie 0', () => {
    const h = new CallHarness();
    const fd = openDirectory(h, '.');
    expect(names(h.list(fd))).toEqual(['.', '..']);
    h.file('new');
    expect(names(h.list(fd))).toEqual(['.', '..', 'new']);
  });

  it('a removed directory is ENOENT, a file ENOTDIR, a descriptor without the right ENOTCAPABLE', () => {
    const h = new CallHarness();
    h.path('path_create_directory', 'd');
    const fd = openDirectory(h, 'd');
    h.path('path_remove_directory', 'd');
    expect(h.list(fd)).toBe(-E.NOENT);
    expect(h.open('f', { fd, flags: 1 })).toBe(-E.NOENT);
    h.file('f');
    expect(h.list(h.open('f'))).toBe(-E.NOTDIR);
    expect(h.list(h.open('.', { flags: 2, rights: 0n }))).toBe(-E.NOTCAPABLE);
  });
});
