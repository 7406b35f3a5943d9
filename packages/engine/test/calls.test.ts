import { createCalls, isImportSupported, PREVIEW1_NAMES, SNAPSHOT_PREVIEW1 } from '@aletheia-works/engine/internal';
import { describe, expect, it } from 'vitest';
import { CallHarness, EVERYTHING } from './call-harness.ts';
import { E } from './errno.ts';

describe('arguments and environment', () => {
  it.each([
    ['args', ['guest', '', 'zwei Wörter', '🐜']],
    ['environ', ['A=1', 'EMPTY=', 'MULTI=a\nb=c']],
  ])('%s arrive as they were given', (kind, expected) => {
    const h = new CallHarness({
      run: { argv: ['guest', '', 'zwei Wörter', '🐜'], env: { A: '1', EMPTY: '', MULTI: 'a\nb=c' } },
    });
    const [count, size] = [h.room(4), h.room(4)];
    expect(h.call(`${kind}_sizes_get`, count, size)).toBe(0);
    expect(h.view.getUint32(count, true)).toBe(expected.length);
    const [pointers, buffer] = [h.room(64), h.room(128)];
    expect(h.call(`${kind}_get`, pointers, buffer)).toBe(0);
    const strings = expected.map((_, i) => {
      const at = h.view.getUint32(pointers + i * 4, true);
      return new TextDecoder().decode(h.bytes.slice(at, h.bytes.indexOf(0, at)));
    });
    expect(strings).toEqual(expected);
    expect(h.call(`${kind}_get`, pointers, h.memory.buffer.byteLength - 4)).toBe(E.FAULT);
  });
});

describe('clocks', () => {
  it('realtime is the clock of the files, and monotonic never goes back', () => {
    const h = new CallHarness();
    const read = (id: number): bigint => {
      expect(h.call('clock_time_get', id, 1n, 64)).toBe(0);
      return h.view.getBigUint64(64, true);
    };
    const before = read(0);
    h.file('f', 'x');
    const { mtim } = h.stat('f') as { mtim: bigint };
    expect(mtim).toBeGreaterThanOrEqual(before);
    expect(read(0)).toBeGreaterThanOrEqual(mtim);
    expect(read(1)).toBeLessThanOrEqual(read(1));
    expect(read(2)).toBeGreaterThanOrEqual(0n);
    expect(read(3)).toBeGreaterThanOrEqual(0n);
  });

  it('unknown clocks are EINVAL', () => {
    const h = new CallHarness();
    expect(h.call('clock_time_get', 4, 0n, 64)).toBe(E.INVAL);
    expect(h.call('clock_res_get', -1, 64)).toBe(E.INVAL);
    expect(h.call('clock_res_get', 1, 64)).toBe(0);
    expect(h.view.getBigUint64(64, true)).toBeGreaterThan(0n);
  });
});

describe('random_get', () => {
  it.each([
    ['unshared', new WebAssembly.Memory({ initial: 8 })],
    ['shared', new WebAssembly.Memory({ initial: 8, maximum: 8, shared: true })],
  ])('fills more than getRandomValues gives at once, in %s memory', (_name, memory) => {
    const h = new CallHarness({ memory });
    expect(h.call('random_get', 1000, 200_000)).toBe(0);
    const filled = h.bytes.slice(1000, 201_000);
    for (let at = 0; at < filled.length; at += 10_000)
      expect(filled.slice(at, at + 100).some((b) => b !== 0)).toBe(true);
    expect([h.bytes[999], h.bytes[201_000]]).toEqual([0, 0]);
    expect(h.call('random_get', 0, -1)).toBe(E.FAULT);
  });
});

describe('shared and growing memory', () => {
  it('paths, names and data pass through shared memory', () => {
    const h = new CallHarness({ memory: new WebAssembly.Memory({ initial: 4, maximum: 8, shared: true }) });
    const long = `é${'x'.repeat(200)}`;
    h.file(long, 'shared');
    expect(h.read(h.open(long), 99)).toBe('shared');
    const fd = h.open('.', { flags: 2, rights: EVERYTHING & ~64n });
    expect((h.list(fd) as { name: string }[]).map(({ name }) => name)).toEqual(['.', '..', long]);
    h.memory.grow(1);
    expect(h.call('random_get', 4 * 65_536, 65_536)).toBe(0);
  });

  it('calls see memory that has grown since', () => {
    const h = new CallHarness({ memory: new WebAssembly.Memory({ initial: 1 }) });
    expect(h.call('random_get', 65_536, 10)).toBe(E.FAULT);
    h.memory.grow(1);
    expect(h.call('random_get', 65_536, 10)).toBe(0);
  });

  it('before a memory is bound, every pointer is out of bounds', () => {
    const h = new CallHarness({ memory: new WebAssembly.Memory({ initial: 0 }) });
    expect(h.call('fd_write', 1, 0, 1, 0)).toBe(E.FAULT);
  });
});

describe('processes and sockets', () => {
  it.each([
    [0, 0],
    [16, 0],
    [19, E.NOTSUP],
    [31, E.INVAL],
    [-1, E.INVAL],
  ])('raising signal %i answers %i', (signal, expected) => {
    expect(new CallHarness().call('proc_raise', signal)).toBe(expected);
  });

  it.each([
    ['proc_raise', 2, 130],
    ['proc_raise', 15, 143],
    ['proc_exit', 7, 7],
    ['proc_exit', 256 + 3, 3],
    ['proc_exit', -1, 255],
  ])('%s(%i) ends the process with %i', (name, value, exitCode) => {
    const h = new CallHarness();
    expect(() => h.call(name, value)).toThrow();
    expect(h.process.exitCode).toBe(exitCode);
    expect(() => h.call('proc_exit', 99), 'the first exit decides').toThrow();
    expect(h.process.exitCode).toBe(exitCode);
  });

  it.each(['sock_accept', 'sock_recv', 'sock_send', 'sock_shutdown'])('%s knows no socket', (name) => {
    const h = new CallHarness();
    expect(h.call(name, 1, 0, 0, 0, 0, 0)).toBe(E.NOTSOCK);
    expect(h.call(name, 50, 0, 0, 0, 0, 0)).toBe(E.BADF);
  });

  it('yields', () => {
    expect(new CallHarness().call('sched_yield')).toBe(0);
  });
});

describe('the set of calls', () => {
  it('is the 46 names of preview 1, each with an implementation', () => {
    const h = new CallHarness();
    expect(PREVIEW1_NAMES).toHaveLength(46);
    expect(new Set(PREVIEW1_NAMES).size).toBe(46);
    expect(Object.keys(h.calls).sort()).toEqual([...PREVIEW1_NAMES].sort());
  });

  it('holds only what is named', () => {
    const { context } = new CallHarness().process;
    expect(Object.keys(createCalls(context, SNAPSHOT_PREVIEW1, ['fd_write', 'nothing']))).toEqual(['fd_write']);
  });

  it.each([
    ['wasi_snapshot_preview1', 'sock_accept', 'function', true],
    ['wasi_unstable', 'fd_write', 'function', true],
    ['wasi_unstable', 'sock_accept', 'function', false],
    ['wasi_snapshot_preview1', 'nothing', 'function', false],
    ['wasi_snapshot_preview1', 'fd_write', 'global', false],
    ['wasix_32v1', 'proc_spawn2', 'function', true],
    ['wasix_32v1', 'fd_write', 'function', false],
    ['wasix_32v1', 'constructor', 'function', false],
    ['env', 'memory', 'memory', false],
    ['wasi_snapshot_preview2', 'fd_write', 'function', false],
  ] as const)('%s.%s as a %s: %s', (module, name, kind, expected) => {
    expect(isImportSupported(module, name, kind)).toBe(expected);
  });
});

describe('wasi_unstable', () => {
  it('counts whence from CUR 0, END 1, SET 2', () => {
    const h = new CallHarness({ version: 'unstable' });
    h.file('f', 'abcdef');
    const fd = h.open('f');
    expect(h.seek(fd, 2n, 2)).toBe(2n);
    expect(h.seek(fd, 1n, 0)).toBe(3n);
    expect(h.seek(fd, -1n, 1)).toBe(5n);
  });

  it('has a file status of 56 bytes with a link count of 4', () => {
    const h = new CallHarness({ version: 'unstable' });
    h.file('f', 'abcdef');
    h.link('f', 'g');
    const fd = h.open('f');
    h.call('fd_filestat_set_times', fd, 11n, 22n, 5);
    h.bytes.fill(0xee, 0x9000, 0x9100);
    for (const error of [
      h.call('fd_filestat_get', fd, 0x9000),
      h.call('path_filestat_get', 3, 0, ...h.text('f'), 0x9040),
    ]) {
      expect(error).toBe(0);
    }
    for (const at of [0x9000, 0x9040]) {
      expect(h.view.getUint8(at + 16)).toBe(4);
      expect(h.view.getUint32(at + 20, true)).toBe(2);
      expect(h.view.getBigUint64(at + 24, true)).toBe(6n);
      expect(h.view.getBigUint64(at + 32, true)).toBe(11n);
      expect(h.view.getBigUint64(at + 40, true)).toBe(22n);
      expect(h.bytes[at + 56]).toBe(0xee);
    }
    expect(h.call('fd_filestat_get', fd, h.memory.buffer.byteLength - 56)).toBe(0);
  });

  it('has a subscription of 56 bytes', () => {
    const h = new CallHarness({ version: 'unstable' });
    const at = 0x9000;
    h.view.setBigUint64(at, 7n, true);
    h.view.setUint32(at + 24, 1, true);
    h.view.setBigUint64(at + 32, 1n, true);
    h.view.setUint16(at + 48, 1, true);
    h.view.setBigUint64(at + 56, 8n, true);
    h.view.setUint8(at + 64, 2);
    h.view.setUint32(at + 72, 1, true);
    expect(h.call('poll_oneoff', at, 0xa000, 2, 64)).toBe(0);
    expect(h.view.getUint32(64, true)).toBe(2);
    expect([h.view.getBigUint64(0xa000, true), h.view.getBigUint64(0xa020, true)]).toEqual([7n, 8n]);
  });
});
