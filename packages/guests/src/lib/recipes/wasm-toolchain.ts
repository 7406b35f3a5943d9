import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.ts';

/** The guest SDK: headers and C sources beside `dist`. */
export const sdkDirectory = fileURLToPath(new URL('../../../sdk/', import.meta.url));

/**
 * Flags of every compilation. Without `-nostdlibinc` clang finds the build machine's headers first; the last three turn
 * setjmp into WebAssembly exceptions, which every engine that we run on has.
 */
export const compileFlags: readonly string[] = Object.freeze([
  '--target=wasm32-wasi',
  '-O2',
  '-nostdlibinc',
  '-D_GNU_SOURCE',
  '-D_WASI_EMULATED_GETPID',
  '-D_WASI_EMULATED_MMAN',
  '-D_WASI_EMULATED_PROCESS_CLOCKS',
  '-D_WASI_EMULATED_SIGNAL',
  '-mexception-handling',
  '-mllvm',
  '-wasm-enable-sjlj',
  '-mllvm',
  '-exception-model=wasm',
]);

/**
 * Libraries of every program, and no names: they are a third of a module. The stack has Linux's usual 8 MiB and lies below
 * the data, so that an overflow traps instead of overwriting it.
 */
export const linkFlags: readonly string[] = Object.freeze([
  '-lformicarium',
  '-lm',
  '-lwasi-emulated-getpid',
  '-lwasi-emulated-mman',
  '-lwasi-emulated-process-clocks',
  '-lwasi-emulated-signal',
  '-Wl,--strip-all',
  '-Wl,--stack-first',
  '-Wl,-z,stack-size=8388608',
]);

/** The order decides: what the SDK's headers add, then wasi-libc's. */
export function headerFlags(): string[] {
  return ['-isystem', join(sdkDirectory, 'include'), '-isystem', '/usr/include/wasm32-wasi'];
}

/** What decides a module beside recipe and source: the packages' versions, the flags, and the SDK. */
export interface ToolchainIdentity {
  /** Version of each Debian package. */
  readonly packages: Readonly<Record<string, string>>;
  /** SHA-256 over all of it, in hex. */
  readonly digest: string;
}

const decidingPackages = ['clang-14', 'lld-14', 'wasi-libc', 'libclang-rt-14-dev-wasm32'];

/** Reads the identity of the toolchain that is installed. */
export async function identifyToolchain(): Promise<ToolchainIdentity> {
  const format = `--showformat=\${Package} \${Version}\\n`;
  const text = await runProgram(['dpkg-query', '-W', format, ...decidingPackages]);
  const packages = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  const hash = createHash('sha256').update(JSON.stringify([packages, compileFlags, linkFlags]));
  for (const file of await sdkFiles()) {
    hash.update(`\0${relative(sdkDirectory, file)}\0`).update(await readFile(file));
  }
  return { packages, digest: hash.digest('hex') };
}

async function sdkFiles(): Promise<string[]> {
  const entries = await readdir(sdkDirectory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.[ch]$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Compiles the SDK into `libformicarium.a` in `directory`; the linker takes from it what a tool uses. */
export async function buildSdk(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const objects: string[] = [];
  for (const file of (await sdkFiles()).filter((path) => path.endsWith('.c'))) {
    const object = join(directory, `${objects.length}.o`);
    await runProgram([
      'clang',
      ...compileFlags,
      '-Wall',
      '-Wextra',
      '-Werror',
      ...headerFlags(),
      '-c',
      file,
      '-o',
      object,
    ]);
    objects.push(object);
  }
  await runProgram(['llvm-ar', 'rcs', join(directory, 'libformicarium.a'), ...objects]);
}
