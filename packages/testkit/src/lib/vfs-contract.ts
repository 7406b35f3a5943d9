import type { Inode, Vfs } from '@aletheia-works/session-core/vfs';
import { beforeEach, describe, expect, it } from 'vitest';
import { VfsPaths } from './vfs-paths.ts';

/** A file system under test. */
export interface VfsUnderTest {
  readonly vfs: Vfs;
  /** An empty directory that may be changed freely. */
  readonly base: Inode;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

/** The rules of POSIX that every store must hold, one test a rule; binds to a store through `setup`. */
export function vfsContract(name: string, setup: () => VfsUnderTest): void {
  describe(`the file rules over ${name}`, () => {
    let fs: VfsPaths;
    beforeEach(() => {
      const { vfs, base } = setup();
      fs = new VfsPaths(vfs, base);
    });

    const put = (path: string, content: string): void => {
      fs.create(path);
      fs.open(99, path);
      fs.write(99, 0, bytes(content));
      fs.close(99);
    };
    const code = (operation: () => unknown): string => {
      try {
        operation();
      } catch (error) {
        return (error as { code?: string }).code ?? String(error);
      }
      return 'ok';
    };

    it('overwrites in the middle of a file instead of inserting', () => {
      put('f', '0123456789');
      fs.open(1, 'f');
      fs.write(1, 3, bytes('abc'));
      expect(text(fs.readFile('f'))).toBe('012abc6789');
    });

    it('fills the gap before a write beyond the end with zeros', () => {
      put('f', 'ab');
      fs.open(1, 'f');
      fs.write(1, 5, bytes('c'));
      expect([...fs.readFile('f')]).toEqual([97, 98, 0, 0, 0, 99]);
    });

    it('shows no old bytes when a file shrinks and grows again', () => {
      put('f', 'secret');
      fs.open(1, 'f');
      fs.truncate(1, 2);
      fs.truncate(1, 6);
      expect([...fs.readFile('f')]).toEqual([115, 101, 0, 0, 0, 0]);
    });

    it('keeps an unlinked file until its last descriptor is closed, apart from a new file of its name', () => {
      put('f', 'old');
      fs.open(1, 'f');
      fs.unlink('f');
      put('f', 'new');
      fs.write(1, 3, new Uint8Array(3_000_000).fill(7));
      expect(text(fs.read(1, 0, 3))).toBe('old');
      expect(text(fs.readFile('f'))).toBe('new');
    });

    it('counts links: two names, then one', () => {
      put('a', 'x');
      fs.link('a', 'b');
      expect(fs.lstat('a').nlink).toBe(2);
      fs.unlink('a');
      expect(fs.lstat('b').nlink).toBe(1);
    });

    it('keeps both names when one name of a file is renamed to another', () => {
      put('a', 'x');
      fs.link('a', 'b');
      fs.rename('a', 'b');
      expect(fs.readdir('.')).toEqual(['a', 'b']);
    });

    it('renames a symlink itself, not what it points to', () => {
      put('a', 'x');
      fs.symlink('a', 'l');
      fs.rename('l', 'm');
      expect(fs.readlink('m')).toBe('a');
      expect(fs.readdir('.')).toEqual(['a', 'm']);
    });

    it('moves a whole tree and keeps its inodes', () => {
      fs.mkdir('d');
      fs.mkdir('d/e');
      put('d/e/f', 'x');
      const { ino } = fs.inodeOf('d/e/f');
      fs.rename('d', 'g');
      expect(fs.inodeOf('g/e/f').ino).toBe(ino);
      expect(code(() => fs.lstat('d'))).toBe('ENOENT');
    });

    it('never gives an inode number out twice', () => {
      put('a', 'x');
      const { ino } = fs.inodeOf('a');
      fs.open(1, 'a');
      fs.unlink('a');
      put('b', 'y');
      expect(fs.inodeOf('b').ino).not.toBe(ino);
    });

    it.each([
      ['a file over a directory', 'f', 'd', 'EISDIR'],
      ['a directory over a file', 'd', 'f', 'ENOTDIR'],
      ['a directory over one that holds something', 'd', 'full', 'ENOTEMPTY'],
      ['a directory over an empty one', 'd', 'e', 'ok'],
      ['a directory into itself', 'd', 'd/x', 'EINVAL'],
      ['a directory onto itself', 'd', 'd', 'ok'],
      ['a directory over its own parent', 'full/x', 'full', 'ENOTEMPTY'],
      ['what is not there', 'missing', 'x', 'ENOENT'],
      ['into a missing directory', 'f', 'missing/x', 'ENOENT'],
      ['below a file', 'd', 'f/x', 'ENOTDIR'],
    ])('rename: %s', (_what, from, to, expected) => {
      put('f', 'x');
      fs.mkdir('d');
      fs.mkdir('e');
      fs.mkdir('full');
      fs.mkdir('full/x');
      expect(code(() => fs.rename(from, to))).toBe(expected);
      if (expected !== 'ok') expect(fs.readdir('.')).toEqual(['d', 'e', 'f', 'full']);
    });

    it.each<[string, (fs: VfsPaths) => void, string]>([
      ['link of a directory', (at) => at.link('d', 'x'), 'EPERM'],
      ['unlink of a directory', (at) => at.unlink('d'), 'EISDIR'],
      ['rmdir of a file', (at) => at.rmdir('f'), 'ENOTDIR'],
      ['rmdir of a directory that holds something', (at) => at.rmdir('full'), 'ENOTEMPTY'],
      ['mkdir over a dangling link', (at) => at.mkdir('dangling'), 'EEXIST'],
      ['a name of 256 bytes', (at) => at.mkdir('é'.repeat(128)), 'ENAMETOOLONG'],
      ['a name of 255 bytes', (at) => at.mkdir(`${'é'.repeat(127)}x`), 'ok'],
      ['an empty link target', (at) => at.symlink('', 'x'), 'ENOENT'],
      ['a way through a file', (at) => at.lstat('f/x'), 'ENOTDIR'],
      ['a file with a trailing slash', (at) => at.lstat('f/'), 'ENOTDIR'],
      ['a loop of links', (at) => at.readFile('loop'), 'ELOOP'],
      ['leaving the root by ..', (at) => at.lstat('../x'), 'EPERM'],
      ['leaving the root by .. after a directory', (at) => at.lstat('d/../../x'), 'EPERM'],
      ['leaving the world by a link', (at) => at.readFile('escape'), 'EPERM'],
      ['an absolute path', (at) => at.lstat('/f'), 'EPERM'],
    ])('answers %s', (_what, operation, expected) => {
      put('f', 'x');
      fs.mkdir('d');
      fs.mkdir('full');
      fs.mkdir('full/x');
      fs.symlink('nothing', 'dangling');
      fs.symlink('loop', 'loop');
      fs.symlink('../../../../x', 'escape');
      expect(code(() => operation(fs))).toBe(expected);
    });

    it('resolves .. of a link where the link leads, not where it stands', () => {
      fs.mkdir('d');
      fs.mkdir('d/e');
      put('d/f', 'inner');
      fs.symlink('d/e', 'l');
      expect(text(fs.readFile('l/../f'))).toBe('inner');
    });

    it('refuses to make anything in a removed directory', () => {
      fs.mkdir('d');
      const directory = fs.inodeOf('d');
      fs.vfs.open(directory);
      fs.rmdir('d');
      expect(code(() => fs.vfs.create(directory, 'x', 0o644))).toBe('ENOENT');
    });

    it('gives all space back when files are gone', () => {
      const before = { ...fs.vfs.usage };
      fs.mkdir('d');
      for (let index = 0; index < 50; index++) put(`d/${index}`, 'x'.repeat(index * 1000));
      put('big', 'x'.repeat(2_500_000));
      fs.rename('big', 'd/0');
      for (const name of fs.readdir('d')) fs.unlink(`d/${name}`);
      fs.rmdir('d');
      expect(fs.vfs.usage).toEqual(before);
    });

    it('takes what fits when space runs out, then answers ENOSPC and says which limit it was', () => {
      fs.vfs.limits = { bytes: fs.vfs.usage.bytes + 10, entries: 1000 };
      fs.create('f');
      fs.open(1, 'f');
      expect(fs.write(1, 0, bytes('0123456'))).toBe(7);
      expect(fs.write(1, 7, bytes('789abc'))).toBe(3);
      expect(code(() => fs.write(1, 10, bytes('x')))).toBe('ENOSPC');
      expect(fs.vfs.exceeded).toBe('bytes');
      expect(text(fs.readFile('f'))).toBe('0123456789');
    });

    it('answers ENOSPC when names run out', () => {
      fs.vfs.limits = { bytes: 1000, entries: fs.vfs.usage.entries + 1 };
      fs.create('a');
      expect(code(() => fs.mkdir('b'))).toBe('ENOSPC');
      expect(code(() => fs.link('a', 'b'))).toBe('ENOSPC');
      expect(fs.vfs.exceeded).toBe('entries');
    });

    it('refuses a file of more than 16 GiB', () => {
      fs.create('f');
      fs.open(1, 'f');
      expect(code(() => fs.truncate(1, 2 ** 34 + 1))).toBe('EFBIG');
      expect(code(() => fs.write(1, 2 ** 34, bytes('x')))).toBe('EFBIG');
      fs.truncate(1, 2 ** 34);
      expect(fs.lstat('f').size).toBe(2 ** 34);
    });
  });
}
