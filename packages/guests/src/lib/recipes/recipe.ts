/**
 * One action on the unpacked sources. There is no shell: programs run with their arguments as they stand.
 *
 * - `run`: a program of the build machine, at the root of the sources; `output` takes what it prints
 * - `write`: a file with this text
 * - `quote`: a text file becomes C string literals, one a line
 */
export type Step =
  | { readonly run: readonly [string, ...string[]]; readonly output?: string }
  | { readonly write: string; readonly text: string }
  | { readonly quote: string; readonly to: string };

/** How one tool is built from a source package of Debian. All paths are below the unpacked sources. */
export interface Recipe {
  /** The command's name in a session. */
  readonly name: string;
  readonly description: string;
  readonly homepage: string;
  /** SPDX expression of what ends up in the module. */
  readonly license: string;
  /** Name of Debian's source package. */
  readonly source: string;
  /** Debian packages that the steps need, beside those of every build. */
  readonly hostPackages: readonly string[];
  readonly steps: readonly Step[];
  /** Directory to compile in. Default: the root of the sources. */
  readonly directory?: string;
  /** C files, below `directory`. */
  readonly files: readonly string[];
  /** Macros; true defines one without a value. */
  readonly defines: Readonly<Record<string, string | number | true>>;
  /** Directories with headers, below `directory`. */
  readonly includes: readonly string[];
}

/** Debian packages that every build needs: compiler, linker, libraries for wasm32, and what unpacks sources. */
export const baseHostPackages: readonly string[] = Object.freeze([
  'clang',
  'lld',
  'llvm',
  'wasi-libc',
  'libclang-rt-14-dev-wasm32',
  'dpkg-dev',
  'patch',
  'xz-utils',
]);
