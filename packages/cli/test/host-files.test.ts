import { chmod, link, lstat, mkdir, readdir, readFile, readlink, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formicarium, temporaryDirectory } from './support/formicarium.ts';

describe('--mount and --export', () => {
  it('bring a tree in and out with bytes, modes, times, links and empty directories', async () => {
    const host = await temporaryDirectory();
    const source = join(host, 'source');
    await mkdir(join(source, 'sub/empty'), { recursive: true });
    await writeFile(join(source, 'a.bin'), Uint8Array.of(0, 255, 10, 13));
    await link(join(source, 'a.bin'), join(source, 'sub/b.bin'));
    await symlink('../a.bin', join(source, 'sub/to-a'));
    await chmod(join(source, 'a.bin'), 0o4751);
    await chmod(join(source, 'sub'), 0o500);
    await utimes(join(source, 'a.bin'), 1_000_000_000.25, 1_000_000_000.25);

    const target = join(host, 'target');
    const ended = await formicarium(['--mount', `${source}:/work/x`, '--export', target, '-c', 'ls x/sub']);
    expect(ended).toEqual({ exitCode: 0, stdout: 'b.bin\nempty/\nto-a -> ../a.bin\n', stderr: '' });

    const copy = join(target, 'work/x');
    const a = await lstat(join(copy, 'a.bin'));
    expect([...(await readFile(join(copy, 'a.bin')))]).toEqual([0, 255, 10, 13]);
    expect([a.mode & 0o7777, a.mtimeMs, a.nlink]).toEqual([0o751, 1_000_000_000_250, 2]);
    expect((await lstat(join(copy, 'sub/b.bin'))).ino).toBe(a.ino);
    expect(await readlink(join(copy, 'sub/to-a'))).toBe('../a.bin');
    expect((await lstat(join(copy, 'sub'))).mode & 0o777).toBe(0o500);
    expect(await readdir(join(copy, 'sub/empty'))).toEqual([]);
    expect((await readdir(target)).sort()).toEqual(['home', 'work']);
    await chmod(join(source, 'sub'), 0o700);
    await chmod(join(copy, 'sub'), 0o700);
  });

  it('take a single file, a relative path, and a link to a directory', async () => {
    const host = await temporaryDirectory();
    await mkdir(join(host, 'real'));
    await writeFile(join(host, 'real/f'), 'content');
    await symlink('real', join(host, 'alias'));
    const args = [
      '--mount',
      'real/f:/work/file',
      '--mount',
      'alias:/home/guest/d',
      '-c',
      'cat file',
      '-c',
      'ls /home/guest/d',
    ];
    expect(await formicarium(args, { cwd: host })).toEqual({ exitCode: 0, stdout: 'contentf\n', stderr: '' });
  });

  it('leave out links that lead outside and special files, and say so', async () => {
    const host = await temporaryDirectory();
    await mkdir(join(host, 'd/sub'), { recursive: true });
    await symlink('/etc/passwd', join(host, 'd/absolute'));
    await symlink('../../etc', join(host, 'd/above'));
    await symlink('..', join(host, 'd/sub/up'));
    await symlink('sub/up/../..', join(host, 'd/through'));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(host, 'd/socket'), resolve));
    onTestFinished(() => void server.close());
    const { stdout, stderr } = await formicarium(['--mount', `${host}/d:/work/d`, '-c', 'ls d', '-c', 'ls d/sub']);
    expect(stdout).toBe('sub/\nup -> ..\n');
    expect(stderr.split('\n').sort()).toEqual(
      [
        '',
        `formicarium: not copied: ${host}/d/above: a symbolic link that leads out of the mount`,
        `formicarium: not copied: ${host}/d/absolute: a symbolic link that leads out of the mount`,
        `formicarium: not copied: ${host}/d/socket: neither a file, a directory nor a symbolic link`,
        `formicarium: not copied: ${host}/d/through: a symbolic link that leads out of the mount`,
      ].sort(),
    );
  });

  it('never touch the mounted directory, and export also after a failure', async () => {
    const host = await temporaryDirectory();
    await mkdir(join(host, 'd'));
    await writeFile(join(host, 'd/f'), 'kept');
    const args = ['--mount', 'd:/work/d', '--export', 'out', '-c', 'rm -rf d/f', '-c', 'cat d/f', '-c', 'ls'];
    expect((await formicarium(args, { cwd: host })).exitCode).toBe(1);
    expect(await readFile(join(host, 'd/f'), 'utf8')).toBe('kept');
    expect(await readdir(join(host, 'out/work/d'))).toEqual([]);
    expect((await readdir(host)).sort()).toEqual(['d', 'out']);
  });

  it('refuse a directory that holds something before anything runs', async () => {
    const host = await temporaryDirectory();
    await writeFile(join(host, 'f'), '');
    const ended = await formicarium(['--export', '.', '-c', 'ls'], { cwd: host });
    expect([ended.exitCode, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toMatch(/^formicarium: INVALID_INPUT: Cannot export to "\.": it is not empty/);
  });

  it('accept an empty directory', async () => {
    const host = await temporaryDirectory();
    await mkdir(join(host, 'out'));
    expect((await formicarium(['--export', 'out', '-c', 'ls'], { cwd: host })).exitCode).toBe(0);
    expect((await readdir(join(host, 'out'))).sort()).toEqual(['home', 'work']);
  });
});
