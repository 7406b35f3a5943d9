import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const require = createRequire(new URL('../dist/index.js', import.meta.url));

/** The build that bundlers take for browsers, with its exports turned into a result. */
function browserBuild(): string {
  const folder = dirname(require.resolve('@wasmer/wasi/package.json'));
  const { module } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { module: string };
  const source = readFileSync(join(folder, module), 'utf8').replace(
    /export default (\w+);export\{(\w+) as WASI,.*?(\w+) as WASIExitError,.*?\}/,
    'return { WASI: $2, WASIExitError: $3 };',
  );
  return `(() => { 'use strict'; ${source} })()`;
}

describe('the base class', () => {
  it('loads and starts in a browser without globals of Node.js', () => {
    const sandbox = { performance };
    const { WASI } = runInNewContext(browserBuild(), sandbox) as { WASI: new (config: object) => object };
    const bindings = { hrtime: () => 0n, exit() {}, kill() {}, randomFillSync() {}, isTTY() {}, fs: null, path: null };
    expect(new WASI({ bindings })).toHaveProperty('wasiImport');
    expect(Object.keys(sandbox)).toEqual(['performance']);
  });
});
