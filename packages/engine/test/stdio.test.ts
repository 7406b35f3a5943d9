import { describe, expect, it } from 'vitest';
import { CallHarness, EVERYTHING, limits } from './call-harness.ts';
import { E } from './errno.ts';

const NONBLOCK = 4;
const fileType = (h: CallHarness, fd: number): { type: number; rights: bigint } => {
  const at = h.room(24);
  h.call('fd_fdstat_get', fd, at);
  return { type: h.view.getUint8(at), rights: h.view.getBigUint64(at + 8, true) };
};
const SEEK_OR_TELL = (1n << 2n) | (1n << 5n);

describe('stdin', () => {
  it('blocks until data comes, gives short reads, then EOF again and again', () => {
    const h = new CallHarness();
    h.doorbell.script.push(
      () => {},
      () => h.input.push('abcdef'),
    );
    expect(h.read(0, 4)).toBe('abcd');
    expect(h.read(0, 4)).toBe('ef');
    h.doorbell.script.push(() => h.input.end());
    expect(h.read(0, 4)).toBe('');
    expect(h.read(0, 4)).toBe('');
    expect(h.doorbell.waits).toHaveLength(3);
  });

  it('gives what was put before the end, then EOF', () => {
    const h = new CallHarness();
    h.input.push('last');
    h.input.end();
    expect(h.read(0, 99)).toBe('last');
    expect(h.read(0, 99)).toBe('');
  });

  it('is at its end at once when there is none', () => {
    const h = new CallHarness({ run: { input: null } });
    expect(h.read(0, 4)).toBe('');
  });

  it('is EAGAIN without blocking', () => {
    const h = new CallHarness();
    expect(h.call('fd_fdstat_set_flags', 0, NONBLOCK)).toBe(0);
    expect(h.read(0, 4)).toBe(-E.AGAIN);
    h.input.push('x');
    expect(h.read(0, 4)).toBe('x');
  });

  it('fills several vectors only with what is there', () => {
    const h = new CallHarness();
    h.input.push('abc');
    const vectors = h.room(24);
    const data = h.room(12);
    for (let i = 0; i < 3; i++) {
      h.view.setUint32(vectors + i * 8, data + i * 3, true);
      h.view.setUint32(vectors + i * 8 + 4, 3, true);
    }
    const result = h.room(4);
    expect(h.call('fd_read', 0, vectors, 3, result)).toBe(0);
    expect(h.view.getUint32(result, true)).toBe(3);
    expect(h.doorbell.waits).toEqual([]);
  });

  it('a read of no bytes neither waits nor takes', () => {
    const h = new CallHarness();
    expect(h.read(0, 0)).toBe('');
  });
});

describe('stdout and stderr', () => {
  it('go to their own streams', () => {
    const h = new CallHarness();
    expect(h.write(1, 'out')).toBe(3);
    expect(h.write(2, 'err')).toBe(3);
    expect([h.output.text(1), h.output.text(2)]).toEqual(['out', 'err']);
    expect(h.read(1, 1)).toBe(-E.BADF);
    expect(h.write(0, 'x')).toBe(-E.BADF);
  });

  it('are EPIPE when nobody reads', () => {
    const h = new CallHarness();
    h.output.closed = true;
    expect(h.write(1, 'x')).toBe(-E.PIPE);
  });

  it('take what the limit of output leaves, then answer EDQUOT', () => {
    const h = new CallHarness({ run: { limits: { ...limits, outputBytes: 5 } } });
    expect(h.write(1, 'abc')).toBe(3);
    expect(h.write(2, 'defg')).toBe(2);
    expect(h.process.context.stdio.exceeded).toBe(true);
    expect(h.write(1, 'h')).toBe(-E.DQUOT);
    expect(h.output.text(1) + h.output.text(2)).toBe('abcde');
  });
});

describe('terminals', () => {
  it('without one, no stream looks like one', () => {
    const h = new CallHarness();
    for (const fd of [0, 1, 2]) expect(fileType(h, fd).type).toBe(0);
    expect(h.open('tty', { fd: 8 })).toBe(-E.NXIO);
  });

  it('with one, all three do, and /dev/tty reads and writes', () => {
    const h = new CallHarness({ run: { terminal: { columns: 80, rows: 24, modes: 0 } } });
    for (const fd of [0, 1, 2]) {
      const { type, rights } = fileType(h, fd);
      expect(type).toBe(2);
      expect(rights & SEEK_OR_TELL).toBe(0n);
    }
    const tty = h.open('tty', { fd: 8 });
    h.input.push('typed');
    expect(h.read(tty, 9)).toBe('typed');
    h.write(tty, 'shown');
    expect(h.output.text(1)).toBe('shown');
  });

  it('sets TERM, COLUMNS and LINES, which the run may override', () => {
    const h = new CallHarness({
      run: { terminal: { columns: 80, rows: 24, modes: 0 }, env: { TERM: 'dumb', A: 'b' } },
    });
    expect(h.process.context.env).toEqual({ TERM: 'dumb', COLUMNS: '80', LINES: '24', A: 'b' });
    expect(new CallHarness().process.context.env).toEqual({});
  });
});

describe('/dev', () => {
  const DEV = 8;

  it.each([
    ['null', '', 3],
    ['zero', '\0\0\0\0', 3],
    ['full', '\0\0\0\0', -E.NOSPC],
  ])('/dev/%s', (name, read, written) => {
    const h = new CallHarness();
    const fd = h.open(name, { fd: DEV, flags: 8 });
    expect(h.read(fd, 4)).toBe(read);
    expect(h.write(fd, 'abc')).toBe(written);
    expect(h.seek(fd, 5n, 0)).toBe(0n);
    const { type, rights } = fileType(h, fd);
    expect(type).toBe(2);
    expect(rights & SEEK_OR_TELL, 'a device without these looks like a terminal').toBe(SEEK_OR_TELL);
  });

  it.each(['random', 'urandom'])('/dev/%s gives bytes', (name) => {
    const h = new CallHarness();
    const fd = h.open(name, { fd: DEV, rights: EVERYTHING });
    const [vector, data] = h.vector(64);
    expect(h.call('fd_read', fd, vector, 1, h.room(4))).toBe(0);
    expect(new Set(h.bytes.slice(data, data + 64)).size).toBeGreaterThan(10);
  });

  it.each([
    ['stdout', 1],
    ['stderr', 2],
    ['fd/1', 1],
    ['fd/2', 2],
  ] as const)('/dev/%s writes to the stream', (name, stream) => {
    const h = new CallHarness();
    h.write(h.open(name, { fd: DEV }), 'x');
    expect(h.output.text(stream)).toBe('x');
  });

  it.each(['stdin', 'fd/0'])('/dev/%s reads from the stream', (name) => {
    const h = new CallHarness();
    h.input.push('abc');
    expect(h.read(h.open(name, { fd: DEV }), 9)).toBe('abc');
  });

  it('cannot be changed', () => {
    const h = new CallHarness();
    expect(h.path('path_unlink_file', 'null', DEV)).toBe(E.ROFS);
    expect(h.open('new', { fd: DEV, flags: 1 })).toBe(-E.ROFS);
    expect(h.link('null', 'x', { fromFd: DEV })).toBe(E.XDEV);
  });
});
