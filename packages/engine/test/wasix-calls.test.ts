import { MAX_PIPES, WASIX_SIGNATURES } from '@aletheia-works/engine/internal';
import { describe, expect, it } from 'vitest';
import { CallHarness } from './call-harness.ts';
import { E } from './errno.ts';
import { tinyModule } from './tiny-module.ts';

/** A process of a module that imports WASIX, as its C library does. */
const wasixHarness = () =>
  new CallHarness({ run: { module: tinyModule({ imports: [['wasix_32v1', 'proc_id', 1]] }) } });

const word = (h: CallHarness, at: number) => h.view.getUint32(at, true);

function cwd(h: CallHarness, room = 64): string | number {
  const [size, buffer] = [h.room(4), h.room(64)];
  h.view.setUint32(size, room, true);
  const error = h.call('getcwd', buffer, size);
  return error === 0 ? new TextDecoder().decode(h.bytes.slice(buffer, buffer + word(h, size))) : -error;
}

function pipe(h: CallHarness): [read: number, write: number] | number {
  const at = h.room(8);
  const error = h.call('fd_pipe', at, at + 4);
  return error === 0 ? [word(h, at), word(h, at + 4)] : -error;
}

function openPipe(h: CallHarness): [read: number, write: number] {
  const made = pipe(h);
  if (typeof made === 'number') throw new Error(`fd_pipe: ${-made}`);
  return made;
}

function dup(h: CallHarness, name: 'fd_dup' | 'fd_dup2', ...values: number[]): number {
  const at = h.room(4);
  const error = h.call(name, ...values, at);
  return error === 0 ? word(h, at) : -error;
}

describe('the set of WASIX calls', () => {
  it('links every name, and those that are not implemented answer ENOSYS', () => {
    const h = new CallHarness();
    expect(Object.keys(h.wasix)).toEqual(Object.keys(WASIX_SIGNATURES));
    for (const name of ['dlopen', 'epoll_create', 'context_create', 'proc_snapshot'])
      expect(h.call(name)).toBe(E.NOSYS);
  });

  it('passes no call more or fewer values than its type says', () => {
    expect(WASIX_SIGNATURES.proc_spawn2).toBe('iiiiiiiiiiiiii:i');
    expect(WASIX_SIGNATURES.path_open2).toBe('iiiiilliii:i');
    expect(WASIX_SIGNATURES.callback_signal).toBe('ii:');
  });

  it('has answers about the network and changes nothing of it', () => {
    const h = new CallHarness();
    const at = h.room(8);
    expect(h.call('port_addr_list', 0, at)).toBe(0);
    expect(word(h, at)).toBe(0);
    expect(h.call('port_mac', at)).toBe(0);
    for (const name of ['port_unbridge', 'port_dhcp_acquire', 'port_addr_add', 'port_route_clear'])
      expect(h.call(name, at)).toBe(E.NOTSUP);
    expect(h.call('clock_time_set', 0, 0n)).toBe(E.PERM);
  });

  it('tells who a process is', () => {
    const h = new CallHarness();
    const at = h.room(8);
    expect([h.call('proc_id', at), word(h, at)]).toEqual([0, 1]);
    expect([h.call('proc_parent', 1, at), word(h, at)]).toEqual([0, 0]);
    expect(h.call('proc_parent', 7, at)).toBe(E.SRCH);
    expect([h.call('thread_id', at), word(h, at)]).toEqual([0, 1]);
    expect([h.call('thread_parallelism', at), word(h, at)]).toEqual([0, 1]);
    expect(() => h.call('proc_exit2', 300)).toThrow();
    expect(h.process.exitCode).toBe(44);
  });

  it('has no children and nobody to signal but itself', () => {
    const h = new CallHarness();
    const [option, status] = [h.room(8), h.room(8)];
    expect(h.call('proc_join', option, 0, status)).toBe(E.CHILD);
    expect(h.call('proc_join', option, 4, status)).toBe(E.INVAL);
    expect(h.call('proc_signal', 2, 15)).toBe(E.SRCH);
    expect([0, 16, 27].map((signal) => h.call('proc_signal', 1, signal))).toEqual([0, 0, 0]);
    expect(h.call('proc_signal', 1, 19)).toBe(E.NOTSUP);
    expect(h.call('proc_signal', 1, 31)).toBe(E.INVAL);
    expect(() => h.call('proc_signal', 1, 15)).toThrow();
    expect([h.process.exitCode, h.process.signal]).toEqual([143, 15]);
  });

  it('finds no program where none is registered', () => {
    const h = new CallHarness();
    const result = h.room(28);
    const [name, length] = h.text('tool');
    const lines = h.text('tool\n\n');
    h.file('tool', 'text');
    const spawn = (search: number) =>
      h.call('proc_spawn2', name, length, ...lines, 0, 0, 0, 0, 0, 0, search, 0, 0, result);
    expect([spawn(1), spawn(0)]).toEqual([E.NOENT, E.NOEXEC]);
    expect(h.call('proc_exec3', name, length, ...lines, 0, 0, 1, 0, 0)).toBe(E.NOENT);
    expect(h.call('proc_spawn', name, length, 0, ...lines, 0, 0, 4, 1, 1, 0, 0, result)).toBe(E.INVAL);
    expect(() => h.call('proc_exec', name, length, ...lines)).toThrow();
    expect(h.process.exitCode).toBe(127);
  });

  it('sleeps without spinning', () => {
    const h = new CallHarness();
    expect(h.call('thread_sleep', 0n)).toBe(0);
    expect(h.doorbell.waits).toEqual([]);
  });
});

describe('the working directory', () => {
  it('is the session’s at first and follows chdir, by relative and absolute paths and links', () => {
    const h = new CallHarness();
    expect(cwd(h)).toBe('/work');
    h.path('path_create_directory', 'sub');
    h.path('path_create_directory', 'sub/deep');
    h.symlink('sub/deep', 'link');
    expect(h.call('chdir', ...h.text('sub'))).toBe(0);
    expect(cwd(h)).toBe('/work/sub');
    expect(h.call('chdir', ...h.text('deep/../deep'))).toBe(0);
    expect(cwd(h)).toBe('/work/sub/deep');
    expect(h.call('chdir', ...h.text('../../..'))).toBe(0);
    expect(cwd(h)).toBe('/');
    expect(h.call('chdir', ...h.text('/work/link'))).toBe(0);
    expect(cwd(h)).toBe('/work/sub/deep');
  });

  it('is refused as chdir(2) says', () => {
    const h = new CallHarness();
    h.file('f', 'x');
    expect(h.call('chdir', ...h.text('missing'))).toBe(E.NOENT);
    expect(h.call('chdir', ...h.text(''))).toBe(E.NOENT);
    expect(h.call('chdir', ...h.text('f'))).toBe(E.NOTDIR);
    expect(cwd(h)).toBe('/work');
  });

  it('does not fit a buffer without room for the NUL, and then tells the length', () => {
    const h = new CallHarness();
    expect(cwd(h, 5)).toBe(-E.RANGE);
    expect(cwd(h, 6)).toBe('/work');
    expect(h.call('getcwd', h.memory.buffer.byteLength - 2, h.memory.buffer.byteLength)).toBe(E.FAULT);
  });

  it('has no path once it was removed', () => {
    const h = new CallHarness();
    h.path('path_create_directory', 'gone');
    h.call('chdir', ...h.text('gone'));
    h.path('path_remove_directory', 'gone');
    expect(cwd(h)).toBe(-E.NOENT);
  });

  it('is where the C library of WASIX finds relative paths', () => {
    const h = wasixHarness();
    h.path('path_create_directory', 'sub');
    h.call('chdir', ...h.text('sub'));
    h.file('inside', 'x');
    h.call('chdir', ...h.text('/work'));
    expect(h.open('sub/inside')).toBeGreaterThan(3);
  });
});

describe('duplicates', () => {
  it('share the position and outlive each other', () => {
    const h = new CallHarness();
    h.file('f', 'abcdef');
    const fd = h.open('f');
    const copy = dup(h, 'fd_dup', fd);
    expect(h.read(fd, 2)).toBe('ab');
    expect(h.read(copy, 2)).toBe('cd');
    h.call('fd_close', fd);
    expect(h.read(copy, 2)).toBe('ef');
  });

  it('get the lowest free number from the least on, below the limit', () => {
    const h = new CallHarness();
    expect(dup(h, 'fd_dup2', 1, 40, 0)).toBe(40);
    expect(dup(h, 'fd_dup2', 1, 40, 1)).toBe(41);
    expect(dup(h, 'fd_dup2', 1, 64, 0)).toBe(-E.INVAL);
    expect(dup(h, 'fd_dup2', 1, -1, 0)).toBe(-E.INVAL);
    expect(dup(h, 'fd_dup2', 1, 63, 0)).toBe(63);
    expect(dup(h, 'fd_dup2', 1, 63, 0)).toBe(-E.MFILE);
    expect(dup(h, 'fd_dup', 62)).toBe(-E.BADF);
    const next = h.open('g', { flags: 1 });
    expect(dup(h, 'fd_dup', next)).toBe(next + 1);
  });

  it('keep the flag that closes them on exec for themselves', () => {
    const h = new CallHarness();
    const [copy, at] = [dup(h, 'fd_dup2', 1, 20, 1), h.room(2)];
    const flag = (fd: number): number => (h.call('fd_fdflags_get', fd, at) === 0 ? h.view.getUint16(at, true) : -1);
    expect([flag(1), flag(copy)]).toEqual([0, 1]);
    expect([h.call('fd_fdflags_set', copy, 0), flag(copy)]).toEqual([0, 0]);
    expect(h.call('fd_fdflags_set', copy, 2)).toBe(E.INVAL);
    expect(h.call('fd_fdflags_get', 50, at)).toBe(E.BADF);
    const fd = h.room(4);
    expect(h.call('path_open2', 3, 1, ...h.text('f'), 1, 64n, 0n, 0, 1, fd)).toBe(0);
    expect(flag(word(h, fd))).toBe(1);
    expect(h.call('path_open2', 3, 1, ...h.text('f'), 1, 64n, 0n, 0, 4, fd)).toBe(E.INVAL);
  });

  it('are what fd_renumber makes for the C library of WASIX, also where nothing was open', () => {
    const h = wasixHarness();
    h.file('f', 'abcdef');
    const fd = h.open('f');
    expect(h.call('fd_renumber', fd, 30)).toBe(0);
    expect([h.read(fd, 3), h.read(30, 3)]).toEqual(['abc', 'def']);
    expect(h.call('fd_renumber', fd, 64)).toBe(E.BADF);
    expect(h.call('fd_renumber', 50, 30)).toBe(E.BADF);
    expect(h.call('fd_renumber', fd, fd)).toBe(0);
    const plain = new CallHarness();
    expect(plain.call('fd_renumber', 1, 30)).toBe(E.BADF);
  });
});

describe('a pipe in one process', () => {
  it('carries bytes in order, then ends', () => {
    const h = new CallHarness();
    const [read, write] = openPipe(h);
    expect(h.write(write, 'hello ')).toBe(6);
    expect(h.write(write, 'world')).toBe(5);
    expect(h.read(read, 100)).toBe('hello world');
    h.call('fd_close', write);
    expect([h.read(read, 10), h.read(read, 10)]).toEqual(['', '']);
  });

  it('answers EAGAIN when it would wait, and takes writes up to 4,096 bytes whole or not at all', () => {
    const h = new CallHarness();
    const [read, write] = openPipe(h);
    for (const fd of [read, write]) h.call('fd_fdstat_set_flags', fd, 4);
    expect(h.read(read, 1)).toBe(-E.AGAIN);
    for (let i = 0; i < 15; i++) expect(h.write(write, 'x'.repeat(4096))).toBe(4096);
    expect(h.write(write, 'x'.repeat(4000))).toBe(4000);
    expect(h.write(write, 'y'.repeat(97))).toBe(-E.AGAIN);
    expect(h.write(write, 'y'.repeat(5000))).toBe(96);
    expect(h.write(write, 'y'.repeat(5000))).toBe(-E.AGAIN);
    expect(h.write(write, 'y')).toBe(-E.AGAIN);
    expect(h.read(read, 5)).toBe('xxxxx');
    expect(h.write(write, '12345')).toBe(5);
  });

  it('answers EPIPE when the reader is gone', () => {
    const h = new CallHarness();
    const [read, write] = openPipe(h);
    const copy = dup(h, 'fd_dup', read);
    h.call('fd_close', read);
    expect(h.write(write, 'still read')).toBe(10);
    h.call('fd_close', copy);
    expect(h.write(write, 'x')).toBe(-E.PIPE);
  });

  it('goes one way', () => {
    const h = new CallHarness();
    const [read, write] = openPipe(h);
    expect([h.write(read, 'x'), h.read(write, 1)]).toEqual([-E.BADF, -E.BADF]);
    expect(h.seek(read, 0n, 1)).toBe(-E.SPIPE);
    expect(h.stat(read)).toMatchObject({ type: 0, size: 0 });
  });

  it('sleeps while it is empty and wakes with the doorbell', () => {
    const h = new CallHarness();
    const [read, write] = openPipe(h);
    h.doorbell.script.push(() => void h.write(write, 'woken'));
    expect(h.read(read, 10)).toBe('woken');
    expect(h.doorbell.waits).toEqual([Number.POSITIVE_INFINITY]);
  });

  it('is ENFILE when all are taken, and free again when both ends are closed', () => {
    const h = new CallHarness({ run: { limits: manyDescriptors } });
    const made = Array.from({ length: MAX_PIPES }, () => openPipe(h));
    expect(pipe(h)).toBe(-E.NFILE);
    for (const fd of made[7] ?? []) h.call('fd_close', fd);
    const [read, write] = openPipe(h);
    expect(h.write(write, 'fresh')).toBe(5);
    expect(h.read(read, 9)).toBe('fresh');
    for (const ends of [...made.filter((_, i) => i !== 7), [read, write]])
      for (const fd of ends) h.call('fd_close', fd);
    for (let i = 0; i < 1000; i++) for (const fd of openPipe(h)) h.call('fd_close', fd);
  });

  it('leaves nothing open when the process has no two numbers left', () => {
    const h = new CallHarness();
    while (dup(h, 'fd_dup', 1) < 62);
    expect(pipe(h)).toBe(-E.MFILE);
    expect(dup(h, 'fd_dup', 1)).toBe(63);
  });
});

const manyDescriptors = {
  bytes: 1 << 20,
  entries: 100,
  descriptors: 1024,
  processes: 32,
  sockets: 1,
  outputBytes: 1000,
};

describe('a counter', () => {
  const counter = (h: CallHarness, initial: bigint, flags: number): number => {
    const at = h.room(4);
    expect(h.call('fd_event', initial, flags, at)).toBe(0);
    return word(h, at);
  };
  const take = (h: CallHarness, fd: number): bigint | number => {
    const [vector, data] = h.vector(8);
    const error = h.call('fd_read', fd, vector, 1, h.room(4));
    return error === 0 ? h.view.getBigUint64(data, true) : -error;
  };

  it('gives all it holds, or one at a time as a semaphore', () => {
    const h = new CallHarness();
    const [all, one] = [counter(h, 3n, 0), counter(h, 2n, 1)];
    for (const fd of [all, one]) h.call('fd_fdstat_set_flags', fd, 4);
    expect([take(h, all), take(h, all)]).toEqual([3n, -E.AGAIN]);
    expect([take(h, one), take(h, one), take(h, one)]).toEqual([1n, 1n, -E.AGAIN]);
    expect(h.write(all, '\u0005\0\0\0\0\0\0\0')).toBe(8);
    expect(take(h, all)).toBe(5n);
    expect(h.write(all, 'short')).toBe(-E.INVAL);
    expect(h.call('fd_event', 0n, 2, h.room(4))).toBe(E.INVAL);
  });
});
