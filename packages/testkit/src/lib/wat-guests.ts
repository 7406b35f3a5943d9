/**
 * Small guests in WebAssembly text, for suites that must not depend on a compiler. Each body may use memory from 1024 on;
 * below lie the records that the calls need.
 */

const IMPORTS = {
  fd_write: '(param i32 i32 i32 i32) (result i32)',
  fd_read: '(param i32 i32 i32 i32) (result i32)',
  fd_close: '(param i32) (result i32)',
  path_open: '(param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)',
  poll_oneoff: '(param i32 i32 i32 i32) (result i32)',
  proc_exit: '(param i32)',
} as const;

/** Record at 0: one iovec; result at 8. `$write` and `$read` answer a count, or the negative errno. */
const HELPERS = `
  (func $write (param $fd i32) (param $at i32) (param $length i32) (result i32)
    (local $errno i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (local.set $errno (call $fd_write (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8)))
    (if (local.get $errno) (then (return (i32.sub (i32.const 0) (local.get $errno)))))
    (i32.load (i32.const 8)))
  (func $read (param $at i32) (param $length i32) (result i32)
    (local $errno i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (local.set $errno (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (if (local.get $errno) (then (return (i32.sub (i32.const 0) (local.get $errno)))))
    (i32.load (i32.const 8)))
  (func $text (param $fd i32) (param $at i32) (param $length i32)
    (drop (call $write (local.get $fd) (local.get $at) (local.get $length))))`;

/** A whole module around the body of \`_start\`. */
function guest(body: string, more = ''): string {
  const code = `${HELPERS} ${more} (func (export "_start") ${body})`;
  const imports = Object.entries(IMPORTS)
    .filter(([name]) => code.includes(`$${name}`))
    .map(([name, type]) => `(import "wasi_snapshot_preview1" "${name}" (func $${name} ${type}))`);
  return `(module ${imports.join(' ')} (memory (export "memory") 2) ${code})`;
}

const text = (at: number, value: string): string => `(data (i32.const ${at}) "${value}")`;

/** Creates `kept.txt` in the working directory and writes \`new\` into it, or ends with code 99. */
const WRITE_FILE = `
  (if (call $path_open (i32.const 3) (i32.const 0) (i32.const 1024) (i32.const 8) (i32.const 9)
        (i64.const 64) (i64.const 0) (i32.const 0) (i32.const 16))
    (then (call $proc_exit (i32.const 99))))
  (if (i32.ne (call $write (i32.load (i32.const 16)) (i32.const 1040) (i32.const 3)) (i32.const 3))
    (then (call $proc_exit (i32.const 98))))
  (drop (call $fd_close (i32.load (i32.const 16))))`;
const WRITE_FILE_DATA = `${text(1024, 'kept.txt')} ${text(1040, 'new')}`;

const SPIN = '(loop $for_ever (br $for_ever))';

/** The guests by name. */
export const WAT_GUESTS = {
  /** Does nothing and ends with 0. */
  noop: guest(''),
  /** Ends with 300, which a shell sees as 44. */
  exit300: guest('(call $proc_exit (i32.const 300))'),
  /** Writes \`one \` to stdout, \`two \` to stderr, \`three\` to stdout, ends with 3. */
  streams: guest(
    `(call $text (i32.const 1) (i32.const 1024) (i32.const 4))
     (call $text (i32.const 2) (i32.const 1028) (i32.const 4))
     (call $text (i32.const 1) (i32.const 1032) (i32.const 5))
     (call $proc_exit (i32.const 3))`,
    text(1024, 'one two three'),
  ),
  /** Writes \`o\` to stdout and \`e\` to stderr in turn, 20,000 of each. */
  alternate: guest(
    `(local $n i32)
     (loop $again
       (call $text (i32.const 1) (i32.const 1024) (i32.const 1))
       (call $text (i32.const 2) (i32.const 1025) (i32.const 1))
       (local.set $n (i32.add (local.get $n) (i32.const 1)))
       (br_if $again (i32.lt_u (local.get $n) (i32.const 20000))))`,
    text(1024, 'oe'),
  ),
  /** Writes one byte and computes for ever. */
  byteThenSpin: guest(`(call $text (i32.const 1) (i32.const 1024) (i32.const 1)) ${SPIN}`, text(1024, 'x')),
  /** Computes for ever. */
  spin: guest(SPIN),
  /** Writes \`kept.txt\` and computes for ever. */
  fileThenSpin: guest(
    `${WRITE_FILE} (call $text (i32.const 1) (i32.const 1040) (i32.const 3)) ${SPIN}`,
    WRITE_FILE_DATA,
  ),
  /** Writes \`kept.txt\` and traps. */
  fileThenTrap: guest(
    `${WRITE_FILE} (call $text (i32.const 1) (i32.const 1040) (i32.const 3)) unreachable`,
    WRITE_FILE_DATA,
  ),
  /** Writes \`kept.txt\` and ends with 5. */
  fileThenExit: guest(`${WRITE_FILE} (call $proc_exit (i32.const 5))`, WRITE_FILE_DATA),
  /** Recurses without end. */
  recurse: guest(
    '(drop (call $down (i32.const 0)))',
    '(func $down (param i32) (result i32) (i32.add (i32.const 1) (call $down (local.get 0))))',
  ),
  /** Writes 1,600 blocks of 64 KiB, block number n filled with the byte n modulo 256; ends with 1 on an error. */
  flood: guest(
    `(local $n i32)
     (loop $again
       (memory.fill (i32.const 65536) (local.get $n) (i32.const 65536))
       (if (i32.ne (call $write (i32.const 1) (i32.const 65536) (i32.const 65536)) (i32.const 65536))
         (then (call $proc_exit (i32.const 1))))
       (local.set $n (i32.add (local.get $n) (i32.const 1)))
       (br_if $again (i32.lt_u (local.get $n) (i32.const 1600))))`,
  ),
  /** Writes blocks of 64 KiB until a write fails, then ends with that errno. */
  floodUntilRefused: guest(
    `(local $n i32)
     (loop $again
       (local.set $n (call $write (i32.const 1) (i32.const 65536) (i32.const 65536)))
       (br_if $again (i32.gt_s (local.get $n) (i32.const 0))))
     (call $proc_exit (i32.sub (i32.const 0) (local.get $n)))`,
  ),
  /** Copies stdin to stdout as it comes, reads once more after the end, and ends with 0 if that was the end again. */
  cat: guest(
    `(local $n i32)
     (block $end
       (loop $again
         (local.set $n (call $read (i32.const 65536) (i32.const 65536)))
         (br_if $end (i32.le_s (local.get $n) (i32.const 0)))
         (drop (call $write (i32.const 1) (i32.const 65536) (local.get $n)))
         (br $again)))
     (call $proc_exit (i32.or (local.get $n) (call $read (i32.const 65536) (i32.const 1))))`,
  ),
  /** Reads once and ends with the count. */
  readOnce: guest('(call $proc_exit (call $read (i32.const 65536) (i32.const 65536)))'),
  /** Sleeps for an hour. */
  sleep: guest(
    `(i64.store (i32.const 1024) (i64.const 1))
     (i32.store8 (i32.const 1032) (i32.const 0))
     (i32.store (i32.const 1040) (i32.const 1))
     (i64.store (i32.const 1048) (i64.const 3600000000000))
     (drop (call $poll_oneoff (i32.const 1024) (i32.const 1100) (i32.const 1) (i32.const 1200)))`,
  ),
  /** Imports something that no runtime has. */
  foreignImport:
    '(module (import "env" "nothing_like_this" (func)) (memory (export "memory") 1) (func (export "_start")))',
} as const;

/** Name of one of {@link WAT_GUESTS}. */
export type WatGuest = keyof typeof WAT_GUESTS;
