import { PREVIEW1_NAMES, WASIX_SIGNATURES } from '@aletheia-works/engine/internal';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallHarness } from './call-harness.ts';

/** The parameters of each call: `p` any 32-bit integer, `fd`, `n` a length, `f` flags, `l` any 64-bit integer. */
const SIGNATURES: Readonly<Record<string, string>> = {
  args_get: 'p p',
  args_sizes_get: 'p p',
  environ_get: 'p p',
  environ_sizes_get: 'p p',
  clock_res_get: 'f p',
  clock_time_get: 'f l p',
  fd_advise: 'fd l l f',
  fd_allocate: 'fd l l',
  fd_close: 'fd',
  fd_datasync: 'fd',
  fd_fdstat_get: 'fd p',
  fd_fdstat_set_flags: 'fd f',
  fd_fdstat_set_rights: 'fd l l',
  fd_filestat_get: 'fd p',
  fd_filestat_set_size: 'fd l',
  fd_filestat_set_times: 'fd l l f',
  fd_pread: 'fd p n l p',
  fd_prestat_get: 'fd p',
  fd_prestat_dir_name: 'fd p n',
  fd_pwrite: 'fd p n l p',
  fd_read: 'fd p n p',
  fd_readdir: 'fd p n l p',
  fd_renumber: 'fd fd',
  fd_seek: 'fd l f p',
  fd_sync: 'fd',
  fd_tell: 'fd p',
  fd_write: 'fd p n p',
  path_create_directory: 'fd s',
  path_filestat_get: 'fd f s p',
  path_filestat_set_times: 'fd f s l l f',
  path_link: 'fd f s fd s',
  path_open: 'fd f s f l l f p',
  path_readlink: 'fd s p n p',
  path_remove_directory: 'fd s',
  path_rename: 'fd s fd s',
  path_symlink: 's fd s',
  path_unlink_file: 'fd s',
  poll_oneoff: 'p p n p',
  proc_raise: 'f',
  sched_yield: '',
  random_get: 'p n',
  sock_accept: 'fd f p',
  sock_recv: 'fd p n f p p',
  sock_send: 'fd p n f p',
  sock_shutdown: 'fd f',
};

/** The same for the calls of WASIX that are implemented. */
const WASIX: Readonly<Record<string, string>> = {
  clock_time_set: 'f l',
  fd_dup: 'fd p',
  fd_dup2: 'fd n f p',
  fd_event: 'l f p',
  fd_fdflags_get: 'fd p',
  fd_fdflags_set: 'fd f',
  fd_pipe: 'p p',
  getcwd: 'p p',
  chdir: 's',
  path_open2: 'fd f s f l l f f p',
  thread_id: 'p',
  thread_sleep: 'l',
  port_addr_list: 'p p',
  port_mac: 'p',
  proc_id: 'p',
  proc_parent: 'f p',
  proc_join: 'p f p',
  proc_signal: 'f f',
  proc_spawn: 's f p n p n f f f s p',
  proc_spawn2: 's p n p n p n p n f p n p',
  proc_spawn3: 's p n p n p n p n f p n p',
  proc_exec: 's p n',
  proc_exec2: 's p n p n',
  proc_exec3: 's p n p n f p n',
  proc_exec4: 's p n p n f p n',
};

const ALL: Readonly<Record<string, string>> = { ...SIGNATURES, ...WASIX };

const MEMORY_BYTES = 4 * 65_536;
const PATHS = [
  'f',
  'd',
  'd/g',
  'l',
  'l/g',
  '..',
  '.',
  '/',
  '/work',
  'd/../f',
  'x/',
  '',
  'd/.',
  'é',
  '../tmp/t',
  'loop',
];
/** Where the memory holds the paths, each in 16 bytes. */
const PATHS_AT = 0x8000;

const pointer = fc.oneof(
  fc.integer({ min: 0, max: 0x7fff }),
  fc.integer({ min: -8, max: 8 }),
  fc.integer({ min: MEMORY_BYTES - 64, max: MEMORY_BYTES + 64 }),
  fc.integer(),
);
const length = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(-1, 0x7fff_ffff, 65_536), fc.integer());
const flags = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 8 }) }, fc.integer());
const fd = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 16 }) }, fc.integer());
const long = fc.oneof(
  fc.bigInt({ min: -4n, max: 5000n }),
  fc.constantFrom(-1n, 2n ** 63n - 1n, -(2n ** 63n), (1n << 30n) - 1n),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .nat({ max: PATHS.length - 1 })
      .map((i) => [PATHS_AT + i * 16, new TextEncoder().encode(PATHS[i]).length]),
  },
  { weight: 1, arbitrary: fc.tuple(pointer, length) },
);

const PARAMETERS: Readonly<Record<string, fc.Arbitrary<unknown[]>>> = {
  p: pointer.map((value) => [value]),
  n: length.map((value) => [value]),
  f: flags.map((value) => [value]),
  fd: fd.map((value) => [value]),
  l: long.map((value) => [value]),
  s: path,
};

const call = fc.constantFrom(...Object.keys(ALL)).chain((name) => {
  const kinds = (ALL[name] ?? '').split(' ').filter((kind) => kind !== '');
  return fc
    .tuple(...kinds.map((kind) => PARAMETERS[kind] ?? fc.constant([])))
    .map((values) => ({ name, values: values.flat() }));
});

const realNow = performance.now.bind(performance);

function harness(memory: WebAssembly.Memory, random: Uint8Array): CallHarness {
  const h = new CallHarness({ memory, run: { input: null } });
  // A poll that waits for a year jumps there.
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + h.doorbell.elapsedMs);
  h.file('f', 'content');
  h.path('path_create_directory', 'd');
  h.file('d/g', 'deep');
  h.symlink('d', 'l');
  h.symlink('loop', 'loop');
  h.open('f');
  h.open('d', { flags: 2, rights: (1n << 30n) - 1n - 64n });
  // Vectors, subscriptions and buffers that a call may meet: small numbers, so that many are valid.
  for (let at = 0; at < 0x8000; at++) h.bytes[at] = random[at % random.length] ?? 0;
  for (const [i, text] of PATHS.entries()) h.bytes.set(new TextEncoder().encode(text), PATHS_AT + i * 16);
  return h;
}

/** Reading from one's own empty pipe waits for somebody who never comes. */
const isEndlessSleep = (error: unknown): boolean => error instanceof Error && /sleeps for ever/.test(error.message);

afterEach(() => vi.restoreAllMocks());

describe('any call with any values', () => {
  it('has a signature here for every call that returns', () => {
    expect([...Object.keys(SIGNATURES), 'proc_exit'].sort()).toEqual([...PREVIEW1_NAMES].sort());
  });

  it('passes each call of WASIX as many values as its type has', () => {
    const count = (kinds: string): number =>
      kinds.split(' ').reduce((sum, kind) => sum + (kind === '' ? 0 : kind === 's' ? 2 : 1), 0);
    for (const [name, kinds] of Object.entries(WASIX)) {
      const type: string = WASIX_SIGNATURES[name as keyof typeof WASIX_SIGNATURES];
      expect([name, count(kinds)]).toEqual([name, type.indexOf(':')]);
    }
  });

  it.each([
    ['unshared', () => new WebAssembly.Memory({ initial: 4 })],
    ['shared', () => new WebAssembly.Memory({ initial: 4, maximum: 4, shared: true })],
  ])('answers an error number and throws nothing of the host, in %s memory', (_name, createMemory) => {
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 60 }),
        fc.uint8Array({ minLength: 64, maxLength: 256, max: 24 }),
        (calls, random) => {
          const h = harness(createMemory(), random);
          for (const { name, values } of calls) {
            let error: unknown;
            try {
              error = h.call(name, ...values);
            } catch (thrown) {
              // A raised signal ends the process, and only that.
              if (h.process.exitCode === null && !isEndlessSleep(thrown)) throw thrown;
              return;
            }
            expect(error).toSatisfy(
              (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 76,
            );
          }
        },
      ),
      { numRuns: Number(process.env.ADVERSARIAL_RUNS ?? 400) },
    );
  });
});
