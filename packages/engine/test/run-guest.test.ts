import { type GuestEnd, type GuestRun, runGuest } from '@aletheia-works/engine/internal';
import type { Replica } from '@aletheia-works/session-core/vfs';
import { describe, expect, it } from 'vitest';
import { freshReplica, limits, roots } from './call-harness.ts';
import { FakeDoorbell, FakeInput, FakeOutput } from './fake-io.ts';
import { i32, OP, tinyModule } from './tiny-module.ts';

const P1 = 'wasi_snapshot_preview1';

function run(module: WebAssembly.Module, more: Partial<GuestRun> = {}, replica: Replica = freshReplica()): GuestEnd {
  return runGuest({
    vfs: replica.vfs,
    module,
    argv: ['guest'],
    env: {},
    cwd: '/work',
    roots,
    programs: [],
    input: new FakeInput(),
    output: new FakeOutput(),
    doorbell: new FakeDoorbell(),
    terminal: null,
    limits,
    ...more,
  });
}

const message = (end: GuestEnd): string =>
  end.kind === 'failed' ? `${end.code}: ${end.message}` : `exit ${end.exitCode}`;

describe('how a guest ends', () => {
  it('returning from _start is exit code 0', () => {
    expect(run(tinyModule())).toEqual({ kind: 'exit', exitCode: 0, exceeded: null });
  });

  it.each([
    [0, 0],
    [7, 7],
    [256, 0],
    [-1, 255],
  ])('proc_exit(%i) is exit code %i', (code, expected) => {
    const module = tinyModule({ imports: [[P1, 'proc_exit', 1]], body: [...i32(code), OP.call, 0, OP.unreachable] });
    expect(run(module)).toMatchObject({ kind: 'exit', exitCode: expected });
  });

  it('proc_exit from a start section counts, too', () => {
    const module = tinyModule({ imports: [[P1, 'proc_exit', 1]], body: [...i32(9), OP.call, 0], start: true });
    expect(run(module)).toMatchObject({ kind: 'exit', exitCode: 9 });
  });

  it.each([
    ['unreachable', [OP.unreachable], 'EXECUTION: Cannot finish the guest: it trapped (unreachable executed)'],
    [
      'an access out of bounds',
      [...i32(-4), OP.i32Load, 0, 0, OP.drop],
      'EXECUTION: Cannot finish the guest: it trapped (memory access out of bounds)',
    ],
    [
      'a division by zero',
      [...i32(1), ...i32(0), OP.i32Div, OP.drop],
      'EXECUTION: Cannot finish the guest: it trapped (integer divide by zero)',
    ],
    ['endless recursion', [OP.call, 0], 'EXECUTION: Cannot finish the guest: its call stack is exhausted'],
  ])('%s fails with a fixed text', (_name, body, expected) => {
    expect(message(run(tinyModule({ body })))).toBe(expected);
  });

  it('a trap in a start section is EXECUTION', () => {
    expect(message(run(tinyModule({ body: [OP.unreachable], start: true })))).toMatch(/^EXECUTION: .*unreachable/);
  });

  it('a memory that cannot be had is out of memory', () => {
    expect(message(run(tinyModule({ pages: 65_536 })))).toMatch(/^(EXECUTION: .*out of memory|exit 0)$/);
  });

  it.each([
    ['no _start', { exported: 'main' }, 'it does not export a function "_start"'],
    ['no memory', { pages: null }, 'it does not export a memory "memory"'],
    ['a memory of another name', { memoryExport: 'mem' }, 'it does not export a memory "memory"'],
    ['an unknown call', { imports: [[P1, 'fd_wirte', 4]] }, 'it imports something that preview 1 does not have'],
    ['another module', { imports: [['env', 'abort', 0]] }, 'it imports something that preview 1 does not have'],
    [
      'sock_accept of wasi_unstable',
      { imports: [['wasi_unstable', 'sock_accept', 3]] },
      'it imports something that preview 1 does not have',
    ],
  ] as const)('%s is GUEST_FORMAT', (_name, module, expected) => {
    expect(message(run(tinyModule(module)))).toBe(`GUEST_FORMAT: Cannot start the guest: ${expected}`);
  });

  it('a module that mixes both names of preview 1 gets both', () => {
    const module = tinyModule({
      imports: [
        ['wasi_unstable', 'sched_yield', 0],
        [P1, 'proc_exit', 1],
      ],
      body: [...i32(5), OP.call, 1],
    });
    expect(message(run(module))).toMatch(/exit 5|GUEST_FORMAT/);
  });

  it('closes every descriptor, also after a trap', () => {
    const replica = freshReplica();
    run(tinyModule({ body: [OP.unreachable] }), {}, replica);
    const work = replica.vfs.lookup(replica.vfs.root, 'work');
    expect(work?.opens).toBe(0);
  });
});

describe('a guest that catches what passes through it', () => {
  /** try, the body, catch_all, end (exception handling proposal, as engines have had it first). */
  const caught = (body: number[]): number[] => [0x06, 0x40, ...body, 0x19, 0x0b];

  it('still ends with the code of its first exit', () => {
    const exit = [...i32(4), OP.call, 0];
    const module = tinyModule({ imports: [[P1, 'proc_exit', 1]], body: [...caught(exit), OP.unreachable] });
    expect(message(run(module))).toBe('exit 4');
    expect(message(run(tinyModule({ imports: [[P1, 'proc_exit', 1]], body: caught(exit) })))).toBe('exit 4');
  });

  it('still fails when a call broke off in the middle', () => {
    const output = new FakeOutput();
    output.write = () => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    // One empty vector at 0, the result at 8.
    const write = [...i32(1), ...i32(0), ...i32(1), ...i32(8), OP.call, 0];
    const module = tinyModule({ imports: [[P1, 'fd_write', 4]], body: caught(write) });
    expect(message(run(module, { output }))).toBe('EXECUTION: Cannot finish the guest: its call stack is exhausted');
  });
});

describe('the world of a run', () => {
  const world = (): { replica: Replica; names: (path: string) => string[] } => {
    const replica = freshReplica();
    const { vfs } = replica;
    run(
      tinyModule(),
      {
        programs: [
          { name: 'tool', module: tinyModule(), moduleId: 1, image: { size: 0, addr: -1, cap: 0, blocks: null } },
        ],
      },
      replica,
    );
    const names = (path: string): string[] => {
      const { inode } = vfs.walk(vfs.root, path, { follow: true, confine: vfs.root });
      return inode === null ? [] : vfs.entries(inode).map(([name]) => name);
    };
    return { replica, names };
  };

  it('holds /tmp, /dev, /etc, /usr/bin with the programs', () => {
    const { names } = world();
    expect(names('.').sort()).toEqual(['dev', 'etc', 'home', 'tmp', 'usr', 'work']);
    expect(names('usr/bin')).toEqual(['tool']);
    expect(names('dev').sort()).toEqual(
      ['fd', 'full', 'null', 'random', 'stderr', 'stdin', 'stdout', 'tty', 'urandom', 'zero'].sort(),
    );
    expect(names('etc')).toEqual(['passwd', 'group', 'hosts', 'resolv.conf', 'ssl']);
  });

  it('is gone after the run but for what never differs, costs nothing, and changes nothing', () => {
    const { replica, names } = world();
    expect(replica.vfs.usage).toEqual({ bytes: 0, entries: 0 });
    replica.endRun();
    expect(names('.').sort()).toEqual(['dev', 'etc', 'home', 'work']);
  });

  it('makes a missing working directory with its ancestors, mode 0755', () => {
    const replica = freshReplica();
    const { vfs } = replica;
    expect(message(run(tinyModule(), { cwd: '/work/a/b' }, replica))).toBe('exit 0');
    for (const path of ['work/a', 'work/a/b']) {
      expect(vfs.walk(vfs.root, path, { follow: false, confine: vfs.root }).inode?.mode).toBe(0o040755);
    }
  });

  it.each([
    ['a file', '/work/f/x'],
    ['a link', '/work/l'],
    ['a read-only directory', '/usr/x'],
  ])('refuses to start below %s', (_name, cwd) => {
    const replica = freshReplica();
    const { vfs } = replica;
    const work = vfs.lookup(vfs.root, 'work') ?? vfs.root;
    vfs.create(work, 'f', 0o644);
    vfs.symlink(work, 'l', '/home');
    expect(message(run(tinyModule(), { cwd }, replica))).toMatch(/^INVALID_INPUT: Cannot start the guest/);
  });
});
