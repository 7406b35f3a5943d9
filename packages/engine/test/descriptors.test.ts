import { describe, expect, it } from 'vitest';
import { CallHarness, EVERYTHING, limits, READ_ONLY } from './call-harness.ts';
import { E } from './errno.ts';

const CREAT = 1;
const DIRECTORY = 2;

/** fd_fdstat_get as an object. */
function fdstat(
  h: CallHarness,
  fd: number,
): { type: number; flags: number; rights: bigint; inheriting: bigint } | number {
  const at = h.room(24);
  const error = h.call('fd_fdstat_get', fd, at);
  if (error !== 0) return -error;
  return {
    type: h.view.getUint8(at),
    flags: h.view.getUint16(at + 2, true),
    rights: h.view.getBigUint64(at + 8, true),
    inheriting: h.view.getBigUint64(at + 16, true),
  };
}

describe('descriptor numbers', () => {
  it('a new descriptor gets the lowest free number', () => {
    const h = new CallHarness();
    const first = h.open('a', { flags: CREAT });
    const second = h.open('b', { flags: CREAT });
    expect(second).toBe(first + 1);
    h.call('fd_close', first);
    h.call('fd_close', 0);
    expect(h.open('a')).toBe(0);
    expect(h.open('a')).toBe(first);
  });

  it('the limit is EMFILE, creates no file, and closing one makes room', () => {
    const h = new CallHarness({ run: { limits: { ...limits, descriptors: 14 } } });
    let last = 0;
    for (let fd = h.open('a', { flags: CREAT }); fd >= 0; fd = h.open('a')) last = fd;
    expect(last).toBe(13);
    expect(h.open('new', { flags: CREAT })).toBe(-E.MFILE);
    expect(h.stat('new')).toBe(-E.NOENT);
    h.call('fd_close', last);
    expect(h.open('new', { flags: CREAT })).toBe(last);
  });

  it.each(['fd_close', 'fd_sync', 'fd_datasync'])('%s of a number that is not open is EBADF', (name) => {
    const h = new CallHarness();
    for (const fd of [-1, 63, 1 << 30]) expect(h.call(name, fd)).toBe(E.BADF);
  });

  it('renumber moves, closes what was there, and needs both open', () => {
    const h = new CallHarness();
    h.file('a', 'A');
    h.file('b', 'B');
    const a = h.open('a');
    const b = h.open('b');
    expect(h.call('fd_renumber', a, b)).toBe(0);
    expect(h.read(b, 1)).toBe('A');
    expect(h.call('fd_close', a)).toBe(E.BADF);
    expect(h.call('fd_renumber', b, a)).toBe(E.BADF);
    expect(h.call('fd_renumber', b, b)).toBe(0);
    expect(h.read(b, 1)).toBe('');
  });

  it('stdout renumbered onto a file redirects what is printed', () => {
    const h = new CallHarness();
    const fd = h.open('out', { flags: CREAT });
    expect(h.call('fd_renumber', fd, 1)).toBe(0);
    h.write(1, 'hello');
    expect(h.output.text(1)).toBe('');
    expect(h.stat('out')).toMatchObject({ size: 5 });
  });
});

describe('flags and rights', () => {
  it('append can be switched on and off', () => {
    const h = new CallHarness();
    h.file('f', 'abc');
    const fd = h.open('f');
    expect(h.call('fd_fdstat_set_flags', fd, 1)).toBe(0);
    h.write(fd, 'd');
    expect(h.call('fd_fdstat_set_flags', fd, 0)).toBe(0);
    h.seek(fd, 0n, 0);
    h.write(fd, 'X');
    h.seek(fd, 0n, 0);
    expect(h.read(fd, 9)).toBe('Xbcd');
    expect(h.call('fd_fdstat_set_flags', fd, 32)).toBe(E.INVAL);
  });

  it('fdstat shows type, flags, and only the rights that the type has', () => {
    const h = new CallHarness();
    expect(fdstat(h, h.open('f', { flags: CREAT, fdFlags: 5 }))).toMatchObject({
      type: 4,
      flags: 5,
      rights: 0x8e0_01ffn,
    });
    const directory = h.open('.', { flags: DIRECTORY, rights: EVERYTHING & ~64n });
    expect(fdstat(h, directory)).toMatchObject({ type: 3, flags: 0 });
    const { rights } = fdstat(h, directory) as { rights: bigint };
    expect(rights & 0b1100110n).toBe(0n);
    expect(fdstat(h, 99)).toBe(-E.BADF);
  });

  it('rights can be given up and not taken back', () => {
    const h = new CallHarness();
    h.file('f', 'abc');
    const fd = h.open('f');
    expect(h.call('fd_fdstat_set_rights', fd, 4n, 0n)).toBe(0);
    expect(h.read(fd, 1)).toBe(-E.BADF);
    expect(h.call('fd_fdstat_set_rights', fd, 6n, 0n)).toBe(E.NOTCAPABLE);
    expect(h.call('fd_fdstat_set_rights', fd, -1n, 0n)).toBe(E.NOTCAPABLE);
    expect(h.seek(fd, 1n, 0)).toBe(1n);
  });

  it('what is opened below a directory has no more rights than the directory passes on', () => {
    const h = new CallHarness();
    const directory = h.open('.', { flags: DIRECTORY, rights: EVERYTHING & ~64n, inheriting: READ_ONLY });
    expect(h.write(h.open('f', { fd: directory, flags: CREAT }), 'x')).toBe(-E.BADF);
  });
});

describe('sizes and times', () => {
  it('allocate makes a file longer, never shorter', () => {
    const h = new CallHarness();
    h.file('f', 'abc');
    const fd = h.open('f');
    expect(h.call('fd_allocate', fd, 0n, 2n)).toBe(0);
    expect(h.stat(fd)).toMatchObject({ size: 3 });
    expect(h.call('fd_allocate', fd, 5n, 5n)).toBe(0);
    expect(h.stat(fd)).toMatchObject({ size: 10 });
    expect(h.read(fd, 20)).toBe(`abc${'\0'.repeat(7)}`);
  });

  it.each([
    ['a length of 0', 'f', EVERYTHING, 0n, 0n, E.INVAL],
    ['a negative offset', 'f', EVERYTHING, -1n, 5n, E.INVAL],
    ['a descriptor for reading', 'f', READ_ONLY, 0n, 5n, E.BADF],
    ['more than there can be', 'f', EVERYTHING, 2n ** 62n, 2n ** 62n, E.FBIG],
  ])('allocate refuses %s', (_name, path, rights, offset, length, expected) => {
    const h = new CallHarness();
    h.file('f', 'abc');
    expect(h.call('fd_allocate', h.open(path, { rights }), offset, length)).toBe(expected);
  });

  it('set_size cuts and extends with zeros, and is EINVAL without write access', () => {
    const h = new CallHarness();
    h.file('f', 'abcdef');
    const fd = h.open('f');
    expect(h.call('fd_filestat_set_size', fd, 2n)).toBe(0);
    expect(h.call('fd_filestat_set_size', fd, 4n)).toBe(0);
    expect(h.read(fd, 9)).toBe('ab\0\0');
    expect(h.call('fd_filestat_set_size', fd, -1n)).toBe(E.INVAL);
    expect(h.call('fd_filestat_set_size', h.open('f', { rights: READ_ONLY }), 0n)).toBe(E.INVAL);
    expect(h.call('fd_filestat_set_size', 1, 0n)).toBe(E.INVAL);
  });

  it('times keep their nanoseconds, in both calls', () => {
    const h = new CallHarness();
    h.file('f', 'abc');
    const fd = h.open('f');
    const atim = 1_234_567_890_123_456_789n;
    const mtim = 4_102_444_800_999_999_999n;
    expect(h.call('fd_filestat_set_times', fd, atim, mtim, 1 | 4)).toBe(0);
    expect(h.stat('f')).toMatchObject({ atim, mtim });
    expect(h.call('path_filestat_set_times', 3, 1, ...h.text('f'), 5n, 7n, 4)).toBe(0);
    expect(h.stat('f')).toMatchObject({ atim, mtim: 7n });
    expect(h.call('fd_filestat_set_times', fd, 0n, 0n, 2)).toBe(0);
    const { atim: now, ctim } = h.stat('f') as { atim: bigint; ctim: bigint };
    expect(now).toBeGreaterThan(atim);
    expect(ctim).toBeGreaterThanOrEqual(now);
  });

  it.each([1 | 2, 4 | 8, 16])('time flags %i are EINVAL', (flags) => {
    const h = new CallHarness();
    h.file('f');
    expect(h.call('fd_filestat_set_times', h.open('f'), 1n, 1n, flags)).toBe(E.INVAL);
    expect(h.call('path_filestat_set_times', 3, 0, ...h.text('f'), 1n, 1n, flags)).toBe(E.INVAL);
  });

  it('the times of a symbolic link are its own when it is not followed', () => {
    const h = new CallHarness();
    h.file('f');
    h.symlink('f', 'l');
    expect(h.call('path_filestat_set_times', 3, 0, ...h.text('l'), 0n, 9n, 4)).toBe(0);
    expect(h.stat('l', { follow: false })).toMatchObject({ type: 7, mtim: 9n, size: 1 });
    expect(h.stat('l')).not.toMatchObject({ mtim: 9n });
  });

  it.each([
    ['a file', 'f', 3n, 5, 0],
    ['an unknown advice', 'f', 3n, 6, E.INVAL],
    ['a negative length', 'f', -1n, 0, E.INVAL],
  ])('advise: %s', (_name, path, length, advice, expected) => {
    const h = new CallHarness();
    h.file('f');
    expect(h.call('fd_advise', h.open(path), 0n, length, advice)).toBe(expected);
    expect(h.call('fd_advise', 0, 0n, 1n, 0)).toBe(E.SPIPE);
    expect(h.call('fd_advise', 3, 0n, 1n, 0)).toBe(E.BADF);
  });
});

describe('preopened directories', () => {
  it('are the working directory, each top-level directory under its own name, and / before the working directory again', () => {
    const h = new CallHarness();
    const names: string[] = [];
    for (let fd = 3; ; fd++) {
      const at = h.room(8);
      if (h.call('fd_prestat_get', fd, at) !== 0) break;
      const length = h.view.getUint32(at + 4, true);
      const name = h.room(length);
      expect(h.call('fd_prestat_dir_name', fd, name, length)).toBe(0);
      names.push(new TextDecoder().decode(h.bytes.slice(name, name + length)));
      expect(h.call('fd_prestat_dir_name', fd, name, length - 1)).toBe(E.NAMETOOLONG);
    }
    expect(names).toEqual(['.', '/work', '/home', '/tmp', '/usr', '/dev', '/etc', '/', '.']);
  });

  it('other descriptors are none', () => {
    const h = new CallHarness();
    expect(h.call('fd_prestat_get', 0, 64)).toBe(E.BADF);
    expect(h.call('fd_prestat_get', h.open('f', { flags: CREAT }), 64)).toBe(E.BADF);
  });
});

describe('mtime', () => {
  it('of a write is not later than what a clock says after it, nor kept from the time that was set', () => {
    const h = new CallHarness();
    const fd = h.open('f', { flags: CREAT });
    h.call('fd_filestat_set_times', fd, 1n, 1n, 1 | 4);
    h.write(fd, 'x');
    h.call('clock_time_get', 0, 0n, 64);
    const now = h.view.getBigUint64(64, true);
    const { mtim, atim } = h.stat(fd) as { mtim: bigint; atim: bigint };
    expect(atim).toBe(1n);
    expect(mtim).toBeGreaterThan(1n);
    expect(mtim).toBeLessThanOrEqual(now);
  });
});
