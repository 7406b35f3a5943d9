// Bundles the entries. What we use of memfs's core goes in with them: the rest of memfs stays out of browsers and out of
// a cold start.
import { createRequire } from 'node:module';
// @boundaries-ignore build scripts of the workspace are not shipped
import { bundleEntries } from '../../tooling/scripts/lib/bundle-entries.mjs';

/** Modules of memfs whose work we never ask for; each costs memory or time per inode. */
const replaced = new Map([
  // `process.getuid` and `process.getgid`, asked for at every inode: every file is the guest's.
  ['./process', 'exports.default = { getuid: () => 0, getgid: () => 0, cwd: () => "/", emitWarning() {}, env: {} };'],
  ['@jsonjoy.com/fs-node-builtins/lib/internal/buffer', 'exports.bufferAllocUnsafe = (size) => new Uint8Array(size);'],
  // Everything else about POSIX that memfs knows; the file types are all that inodes and names use of it.
  [
    '@jsonjoy.com/fs-node-utils',
    'exports.constants = { S_IFMT: 61440, S_IFDIR: 16384, S_IFREG: 32768, S_IFLNK: 40960, S_IFCHR: 8192 };',
  ],
  // An event bus per inode and per name, with a set of listeners each: nobody listens.
  ['thingies/lib/fanout', 'exports.FanOut = class FanOut { emit() {} listen() { return () => {}; } };'],
]);

/** Lets memfs's inode and link in, with stubs for what they would bring along. */
const memfsCore = {
  name: 'memfs-core',
  setup(context) {
    const { resolve } = createRequire(import.meta.url);
    context.onResolve({ filter: /^@jsonjoy\.com\/fs-core\// }, ({ path }) => ({ path: resolve(path) }));
    context.onResolve({ filter: /.*/ }, ({ path, importer }) => {
      if (!importer.includes('@jsonjoy.com')) return undefined;
      return replaced.has(path) ? { path, namespace: 'stub' } : { path: createRequire(importer).resolve(path) };
    });
    context.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({ contents: replaced.get(path), loader: 'js' }));
  },
};

/** Called once before a test run, too. */
export async function setup() {
  await bundleEntries(import.meta.url, { entries: ['index', 'internal', 'vfs'], plugins: [memfsCore] });
}

if (process.argv[1] === import.meta.filename) await setup();
