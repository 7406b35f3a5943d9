import { describe, expect, it } from 'vitest';
import { CallHarness, EVERYTHING, limits, READ_ONLY, WRITE_ONLY } from './call-harness.ts';
import { E } from './errno.ts';

const APPEND = 1;
const [SET, CUR, END] = [0, 1, 2];
const CREAT = 1;

describe('reading and writing', () => {
  it('a write is read back from the same position by another descriptor', () => {
    const h = new CallHarness();
    const a = h.open('f', { flags: CREAT });
    const b = h.open('f');
    expect(h.write(a, 'hello')).toBe(5);
    expect(h.read(b, 10)).toBe('hello');
    expect(h.read(b, 10)).toBe('');
  });

  it('a write in the middle of a file overwrites', () => {
    const h = new CallHarness();
    h.file('f', 'abcdef');
    const fd = h.open('f');
    h.seek(fd, 2n, SET);
    h.write(fd, 'XY');
    h.seek(fd, 0n, SET);
    expect(h.read(fd, 10)).toBe('abXYef');
  });

  it('append goes to the end of the moment, after another descriptor truncated', () => {
    const h = new CallHarness();
    const a = h.open('f', { flags: CREAT, fdFlags: APPEND });
    const b = h.open('f');
    h.write(a, '0123456789');
    expect(h.call('fd_filestat_set_size', b, 0n)).toBe(0);
    h.write(a, 'ab');
    expect(h.stat('f')).toMatchObject({ size: 2 });
  });

  it('an append descriptor can seek for reading, and still appends', () => {
    const h = new CallHarness();
    h.file('f', 'abc');
    const fd = h.open('f', { fdFlags: APPEND });
    expect(h.seek(fd, 0n, SET)).toBe(0n);
    h.write(fd, 'd');
    h.seek(fd, 0n, SET);
    expect(h.read(fd, 9)).toBe('abcd');
  });

  it('pwrite writes at its offset, also with append, and leaves the position', () => {
    const h = new CallHarness();
    h.file('f', 'abcd');
    const fd = h.open('f', { fdFlags: APPEND });
    const result = h.room(4);
    expect(h.call('fd_pwrite', fd, h.vector('XY')[0], 1, 1n, result)).toBe(0);
    expect(h.seek(fd, 0n, CUR)).toBe(0n);
    expect(h.read(fd, 9)).toBe('aXYd');
  });

  it('many vectors are read and written in order, and a short read stops', () => {
    const h = new CallHarness();
    const fd = h.open('f', { flags: CREAT });
    const vectors = h.room(32);
    const result = h.room(4);
    for (const [i, text] of ['ab', '', 'cde'].entries()) {
      const [pointer, length] = h.text(text);
      h.view.setUint32(vectors + i * 8, pointer, true);
      h.view.setUint32(vectors + i * 8 + 4, length, true);
    }
    expect(h.call('fd_write', fd, vectors, 3, result)).toBe(0);
    expect(h.view.getUint32(result, true)).toBe(5);
    const room = h.room(16);
    for (const [i, length] of [1, 3, 8].entries()) {
      h.view.setUint32(vectors + i * 8, room + i * 4, true);
      h.view.setUint32(vectors + i * 8 + 4, length, true);
    }
    expect(h.call('fd_pread', fd, vectors, 3, 0n, result)).toBe(0);
    expect(h.view.getUint32(result, true)).toBe(5);
    expect(new TextDecoder().decode(h.bytes.slice(room, room + 9)).replaceAll('\0', '.')).toBe('a...bcd.e');
  });

  it('a read past the end of what was cut shows nothing, a write there leaves zeros', () => {
    const h = new CallHarness();
    const fd = h.open('f', { flags: CREAT });
    h.seek(fd, 3n, SET);
    expect(h.read(fd, 4)).toBe('');
    h.write(fd, 'x');
    h.seek(fd, 0n, SET);
    expect(h.read(fd, 9)).toBe('\0\0\0x');
  });

  it('an unlinked file lives until its last descriptor is closed', () => {
    const h = new CallHarness();
    h.file('f', 'old');
    const fd = h.open('f');
    expect(h.path('path_unlink_file', 'f')).toBe(0);
    h.file('f', 'new');
    expect(h.read(fd, 9)).toBe('old');
    h.seek(fd, 0n, SET);
    expect(h.write(fd, 'x'.repeat(9000))).toBe(9000);
    expect(h.stat(fd)).toMatchObject({ nlink: 0, size: 9000 });
    expect(h.stat('f')).toMatchObject({ nlink: 1, size: 3 });
    h.call('fd_close', fd);
  });

  it('fstat shows at once what another descriptor wrote', () => {
    const h = new CallHarness();
    const a = h.open('f', { flags: CREAT });
    const b = h.open('f');
    expect(h.stat(b)).toMatchObject({ size: 0 });
    h.write(a, 'abc');
    expect(h.stat(b)).toMatchObject({ size: 3 });
  });

  it('writing through a descriptor for reading is EBADF, and the other way round', () => {
    const h = new CallHarness();
    h.file('f', 'abc');
    expect(h.write(h.open('f', { rights: READ_ONLY }), 'x')).toBe(-E.BADF);
    expect(h.read(h.open('f', { rights: WRITE_ONLY }), 1)).toBe(-E.BADF);
  });

  it('reading a directory is EISDIR, and opening one for writing too', () => {
    const h = new CallHarness();
    expect(h.read(3, 1)).toBe(-E.ISDIR);
    expect(h.write(3, 'x')).toBe(-E.BADF);
    expect(h.open('.')).toBe(-E.ISDIR);
  });

  it('a full file system takes what fits, then answers ENOSPC, and the vfs says which limit it was', () => {
    const h = new CallHarness({ run: { limits: { ...limits, bytes: 10 } } });
    const fd = h.open('f', { flags: CREAT });
    expect(h.write(fd, '0123456789ab')).toBe(10);
    expect(h.write(fd, 'c')).toBe(-E.NOSPC);
    expect(h.replica.vfs.exceeded).toBe('bytes');
    expect(h.stat('f')).toMatchObject({ size: 10 });
  });
});

describe('seeking', () => {
  it.each([
    ['SET 2', 2n, SET, 2n],
    ['CUR -1', -1n, CUR, 2n],
    ['END 4', 4n, END, 10n],
    ['END -6', -6n, END, 0n],
    ['before the start', -7n, END, -E.INVAL],
    ['an unknown whence', 0n, 3, -E.INVAL],
    ['past what a position can be', 2n ** 63n - 1n, SET, -E.OVERFLOW],
  ])('%s', (_name, offset, whence, expected) => {
    const h = new CallHarness();
    h.file('f', 'abcdef');
    const fd = h.open('f');
    h.seek(fd, 3n, SET);
    expect(h.seek(fd, offset, whence)).toBe(expected);
  });

  it('streams and directories have no position', () => {
    const h = new CallHarness();
    expect(h.seek(0, 0n, CUR)).toBe(-E.SPIPE);
    expect(h.call('fd_tell', 1, h.room(8))).toBe(E.SPIPE);
    expect(h.seek(3, 0n, SET)).toBe(-E.BADF);
    expect(h.call('fd_pread', 0, h.vector(1)[0], 1, 0n, h.room(4))).toBe(E.SPIPE);
  });

  it('asking for the position needs the lesser right only', () => {
    const h = new CallHarness();
    h.file('f', 'abc');
    const fd = h.open('f', { rights: (1n << 5n) | 2n });
    h.read(fd, 2);
    expect(h.seek(fd, 0n, CUR)).toBe(2n);
    expect(h.seek(fd, 1n, CUR)).toBe(-E.NOTCAPABLE);
  });
});

describe('pointers and lengths', () => {
  it('nothing is written when a later vector is out of bounds', () => {
    const h = new CallHarness();
    const fd = h.open('f', { flags: CREAT, rights: EVERYTHING });
    const vectors = h.room(16);
    const [pointer, length] = h.text('abc');
    h.view.setUint32(vectors, pointer, true);
    h.view.setUint32(vectors + 4, length, true);
    h.view.setUint32(vectors + 8, 0xffff_fff0, true);
    h.view.setUint32(vectors + 12, 8, true);
    expect(h.call('fd_write', fd, vectors, 2, h.room(4))).toBe(E.FAULT);
    expect(h.stat('f')).toMatchObject({ size: 0 });
  });

  it('a result pointer is checked before the write happens', () => {
    const h = new CallHarness();
    const fd = h.open('f', { flags: CREAT });
    expect(h.call('fd_write', fd, h.vector('abc')[0], 1, -1)).toBe(E.FAULT);
    expect(h.stat('f')).toMatchObject({ size: 0 });
  });

  it('vectors whose sum does not fit the result are EINVAL', () => {
    const h = new CallHarness({ memory: new WebAssembly.Memory({ initial: 1024 }) });
    const fd = h.open('f', { flags: CREAT });
    const at = 0x10_0000;
    const count = 66;
    for (let i = 0; i < count; i++) {
      h.view.setUint32(at + i * 8, 0, true);
      h.view.setUint32(at + i * 8 + 4, 0x3ff_0000, true);
    }
    expect(h.call('fd_write', fd, at, count, 64)).toBe(E.INVAL);
  });
});
