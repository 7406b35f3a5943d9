import { describe, expect, it } from 'vitest';
import { CallHarness, EVERYTHING, READ_ONLY } from './call-harness.ts';
import { E } from './errno.ts';

const [CREAT, DIRECTORY, EXCL, TRUNC] = [1, 2, 4, 8];
const DIRECTORY_RIGHTS = EVERYTHING & ~64n;

/** A small tree: f (file), d/g (file), e (empty directory), links to each, a dangling and a looping one. */
function tree(): CallHarness {
  const h = new CallHarness();
  h.file('f', 'file');
  h.path('path_create_directory', 'd');
  h.file('d/g', 'deep');
  h.path('path_create_directory', 'e');
  h.symlink('f', 'lf');
  h.symlink('d', 'ld');
  h.symlink('nowhere', 'dangling');
  h.symlink('loop', 'loop');
  return h;
}

describe('path_open', () => {
  it.each([
    ['a missing file', 'x', 0, -E.NOENT],
    ['a file below a file', 'f/x', 0, -E.NOTDIR],
    ['a file with a slash', 'f/', 0, -E.NOTDIR],
    ['a new file with a slash', 'x/', CREAT, -E.ISDIR],
    ['a file below a missing directory', 'x/y', CREAT, -E.NOENT],
    ['an empty path', '', 0, -E.NOENT],
    ['an absolute path', '/work/f', 0, -E.PERM],
    ['a path with NUL', 'f\0', 0, -E.INVAL],
    ['a name of 256 bytes', 'x'.repeat(256), CREAT, -E.NAMETOOLONG],
    ['a path of 4,096 bytes', './'.repeat(2048), 0, -E.NAMETOOLONG],
    ['an existing file, exclusively', 'f', CREAT | EXCL, -E.EXIST],
    ['a dangling link, exclusively', 'dangling', CREAT | EXCL, -E.EXIST],
    ['a file as a directory', 'f', DIRECTORY, -E.NOTDIR],
    ['a directory to be created', 'x', CREAT | DIRECTORY, -E.INVAL],
    ['a loop', 'loop', 0, -E.LOOP],
    ['a dangling link', 'dangling', 0, -E.NOENT],
    ['unknown flags', 'f', 16, -E.INVAL],
    ['a directory, truncating', 'd', TRUNC, -E.ISDIR],
  ])('%s', (_name, path, flags, expected) => {
    expect(tree().open(path, { flags })).toBe(expected);
  });

  it('follows links to files and directories, creates through a dangling one', () => {
    const h = tree();
    expect(h.read(h.open('lf'), 9)).toBe('file');
    expect(h.read(h.open('ld/g'), 9)).toBe('deep');
    expect(h.open('dangling', { flags: CREAT })).toBeGreaterThan(0);
    expect(h.stat('nowhere')).toMatchObject({ type: 4 });
  });

  it('without following, a link is ELOOP, or ENOTDIR where a directory is asked for', () => {
    const h = tree();
    expect(h.open('lf', { follow: false })).toBe(-E.LOOP);
    expect(h.open('ld', { follow: false, flags: DIRECTORY })).toBe(-E.NOTDIR);
    expect(h.open('ld/', { follow: false, flags: DIRECTORY, rights: DIRECTORY_RIGHTS })).toBeGreaterThan(0);
  });

  it('truncates', () => {
    const h = tree();
    expect(h.open('f', { flags: TRUNC })).toBeGreaterThan(0);
    expect(h.stat('f')).toMatchObject({ size: 0 });
  });

  it('needs the rights of the directory', () => {
    const h = tree();
    const fd = h.open('.', { flags: DIRECTORY, rights: 1n << 13n });
    expect(h.open('f', { fd })).toBeGreaterThan(0);
    expect(h.open('new', { fd, flags: CREAT })).toBe(-E.NOTCAPABLE);
    expect(h.open('f', { fd, flags: TRUNC })).toBe(-E.NOTCAPABLE);
    expect(h.path('path_unlink_file', 'f', fd)).toBe(E.NOTCAPABLE);
    expect(h.open('f', { fd: h.open('f') })).toBe(-E.NOTDIR);
  });
});

describe('names', () => {
  it.each([
    ['path_create_directory', 'f', E.EXIST],
    ['path_create_directory', 'dangling', E.EXIST],
    ['path_create_directory', 'x/', 0],
    ['path_create_directory', '.', E.EXIST],
    ['path_create_directory', 'x/y', E.NOENT],
    ['path_create_directory', 'f/y', E.NOTDIR],
    ['path_remove_directory', 'e', 0],
    ['path_remove_directory', 'e///', 0],
    ['path_remove_directory', 'd', E.NOTEMPTY],
    ['path_remove_directory', 'f', E.NOTDIR],
    ['path_remove_directory', 'ld', E.NOTDIR],
    ['path_remove_directory', 'ld/', E.NOTDIR],
    ['path_remove_directory', 'e/.', E.INVAL],
    ['path_remove_directory', 'x', E.NOENT],
    ['path_unlink_file', 'lf', 0],
    ['path_unlink_file', 'loop', 0],
    ['path_unlink_file', 'f/', E.NOTDIR],
    ['path_unlink_file', 'd', E.ISDIR],
    ['path_unlink_file', 'd/', E.ISDIR],
    ['path_unlink_file', 'ld/', E.NOTDIR],
    ['path_unlink_file', 'x', E.NOENT],
  ])('%s %s', (name, path, expected) => {
    expect(tree().path(name, path)).toBe(expected);
  });

  it.each([
    ['a file to a new name', 'f', 'x', 0],
    ['a file over a file', 'f', 'd/g', 0],
    ['a directory over an empty one', 'd', 'e', 0],
    ['a directory to a new name with a slash', 'd', 'x/', 0],
    ['a link, not what it names', 'lf', 'x', 0],
    ['a file to a name with a slash', 'f', 'x/', E.NOTDIR],
    ['a file over a directory', 'f', 'e', E.ISDIR],
    ['a directory over a full one', 'e', 'd', E.NOTEMPTY],
    ['a directory over a file', 'e', 'f', E.NOTDIR],
    ['a directory into itself', 'd', 'd/x', E.INVAL],
    ['a missing file', 'x', 'y', E.NOENT],
    ['a file under a missing directory', 'f', 'x/y', E.NOENT],
  ])('rename moves or refuses %s', (_name, from, to, expected) => {
    expect(tree().rename(from, to)).toBe(expected);
  });

  it('rename moves the link itself and keeps the inode of a file', () => {
    const h = tree();
    const { ino } = h.stat('f') as { ino: number };
    h.rename('lf', 'moved');
    expect(h.readlink('moved')).toBe('f');
    h.rename('f', 'd/g');
    expect(h.stat('d/g')).toMatchObject({ ino, nlink: 1 });
  });

  it('rename between two names of one file leaves both', () => {
    const h = tree();
    h.link('f', 'f2');
    expect(h.rename('f', 'f2')).toBe(0);
    expect(h.stat('f')).toMatchObject({ nlink: 2 });
    expect(h.stat('f2')).toMatchObject({ nlink: 2 });
  });

  it('link counts names: 2, then 1', () => {
    const h = tree();
    expect(h.link('f', 'd/f2')).toBe(0);
    expect(h.stat('f')).toMatchObject({ nlink: 2 });
    h.path('path_unlink_file', 'f');
    expect(h.stat('d/f2')).toMatchObject({ nlink: 1, size: 4 });
  });

  it.each([
    ['a directory', 'd', 'x', 0, E.PERM],
    ['onto an existing name', 'f', 'e', 0, E.EXIST],
    ['onto a dangling link', 'f', 'dangling', 0, E.EXIST],
    ['to a name with a slash', 'f', 'x/', 0, E.NOENT],
    ['a missing file', 'x', 'y', 0, E.NOENT],
    ['a dangling link, following it', 'dangling', 'y', 1, E.NOENT],
    ['a dangling link itself', 'dangling', 'y', 0, 0],
    ['with unknown flags', 'f', 'y', 2, E.INVAL],
  ])('link: %s', (_name, from, to, flags, expected) => {
    expect(tree().link(from, to, { flags })).toBe(expected);
  });
});

describe('symbolic links', () => {
  it('readlink truncates at the buffer', () => {
    const h = tree();
    h.symlink('some/target', 'l');
    expect(h.readlink('l')).toBe('some/target');
    expect(h.readlink('l', 4)).toBe('some');
    expect(h.readlink('l', 0)).toBe('');
    expect(h.readlink('f')).toBe(-E.INVAL);
    expect(h.readlink('x')).toBe(-E.NOENT);
  });

  it.each([
    ['an existing name', 'f', 'f', E.EXIST],
    ['a name with a slash', 'f', 'x/', E.NOENT],
    ['an empty target', '', 'x', E.NOENT],
    ['a target above /', '../../x', 'x', E.PERM],
    ['an absolute target above /', '/../x', 'x', E.PERM],
    ['a target elsewhere in the world', '../tmp', 'x', 0],
    ['an absolute target', '/etc/hosts', 'x', 0],
  ])('symlink: %s', (_name, target, path, expected) => {
    expect(tree().symlink(target, path)).toBe(expected);
  });

  it('an absolute target starts at the world’s /', () => {
    const h = tree();
    h.symlink('/work/d', 'abs');
    expect(h.read(h.open('abs/g'), 9)).toBe('deep');
  });
});

describe('confinement', () => {
  it.each([
    ['..', -E.PERM],
    ['../work/f', -E.PERM],
    ['d/../../etc/hosts', -E.PERM],
  ])('the path %s does not leave the preopened directory', (path, expected) => {
    expect(tree().open(path, { rights: DIRECTORY_RIGHTS })).toBe(expected);
  });

  it('create, rename, link and readlink have the same bound', () => {
    const h = tree();
    expect(h.path('path_create_directory', '../x')).toBe(E.PERM);
    expect(h.rename('f', '../x')).toBe(E.PERM);
    expect(h.rename('../work/f', 'x')).toBe(E.PERM);
    expect(h.link('f', '../x')).toBe(E.PERM);
    expect(h.symlink('f', '../x')).toBe(E.PERM);
    expect(h.readlink('../work/lf')).toBe(-E.PERM);
    expect(h.rename('f', '/tmp/x')).toBe(E.PERM);
  });

  it('from a working directory below a root, .. reaches its siblings and no further', () => {
    const h = new CallHarness({ run: { cwd: '/work/a/b' } });
    h.file('../sibling', 'x');
    expect(h.stat('../../a/sibling')).toMatchObject({ size: 1 });
    expect(h.stat('../../../etc')).toBe(-E.PERM);
  });

  it('a path that starts at an opened directory does not leave that', () => {
    const h = tree();
    const fd = h.open('d', { flags: DIRECTORY, rights: DIRECTORY_RIGHTS });
    expect(h.stat('../f', { fd })).toBe(-E.PERM);
    expect(h.stat('g', { fd })).toMatchObject({ size: 4 });
  });

  it('a link that climbs above / when it is followed is refused for every call', () => {
    const h = tree();
    h.path('path_create_directory', 'd/deep');
    expect(h.symlink('../../../etc', 'd/deep/out')).toBe(0);
    expect(h.read(h.open('d/deep/out/hosts', { rights: READ_ONLY }), 9)).toBe('127.0.0.1');
    expect(h.rename('d/deep/out', 'out')).toBe(0);
    expect(h.open('out/hosts')).toBe(-E.PERM);
    expect(h.path('path_create_directory', 'out/x')).toBe(E.PERM);
    expect(h.rename('f', 'out/x')).toBe(E.PERM);
    expect(h.stat('out')).toBe(-E.PERM);
    expect(h.stat('out', { follow: false })).toMatchObject({ type: 7 });
  });
});
