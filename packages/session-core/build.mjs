// Puts what we use of memfs's core into one file, over the one that tsc wrote: the rest of memfs stays out of browsers
// and out of a cold start.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Modules of memfs whose work we never ask for; each costs memory or time per inode. */
const replaced = new Map([
  // `process.getuid` and `process.getgid`, asked for at every inode: every file is the guest's.
  ['./process', 'exports.default = { getuid: () => 0, getgid: () => 0, cwd: () => "/", emitWarning() {}, env: {} };'],
  // An event bus per inode and per name, with a set of listeners each: nobody listens.
  ['node:buffer', 'exports.Buffer = { allocUnsafe: (size) => new Uint8Array(size) };'],
  // Everything else about POSIX that memfs knows; the file types are all that inodes and names use of it.
  [
    '@jsonjoy.com/fs-node-utils',
    'exports.constants = { S_IFMT: 61440, S_IFDIR: 16384, S_IFREG: 32768, S_IFLNK: 40960, S_IFCHR: 8192 };',
  ],
  ['thingies/lib/fanout', 'exports.FanOut = class FanOut { emit() {} listen() { return () => {}; } };'],
]);

const stubs = {
  name: 'stubs',
  setup(context) {
    context.onResolve({ filter: /.*/ }, ({ path }) => (replaced.has(path) ? { path, namespace: 'stub' } : undefined));
    context.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({ contents: replaced.get(path), loader: 'js' }));
  },
};

await build({
  entryPoints: [here('src/lib/vfs/memfs-core.ts')],
  outfile: here('dist/lib/vfs/memfs-core.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  minify: true,
  keepNames: true,
  plugins: [stubs],
  legalComments: 'eof',
  banner: { js: '// Bundled from @jsonjoy.com/fs-core 4.80.1 (memfs), Apache-2.0; see THIRD_PARTY_NOTICES.md.' },
  logLevel: 'warning',
});
