import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const biome = join(root, 'node_modules/.bin/biome');
const scope = '@aletheia-works';

/** Source file of a package, what it imports, and the rule that refuses it. */
const probes: readonly (readonly [file: string, imported: string, rule: string | null])[] = [
  ['errors/src/lib/probe-a.ts', `${scope}/tokenizer`, 'noRestrictedImports'],
  ['tokenizer/src/lib/probe-a.ts', `${scope}/errors`, 'noRestrictedImports'],
  ['network-policy/src/lib/probe-a.ts', `${scope}/errors`, 'noRestrictedImports'],
  ['session-core/src/lib/vfs/memfs-core.ts', '@jsonjoy.com/fs-core', 'allowed'],
  ['session-core/src/lib/vfs/probe-a.ts', '@jsonjoy.com/fs-core', 'noRestrictedImports'],
  ['session-core/src/lib/probe-b.ts', 'memfs', 'noRestrictedImports'],
  ['session-core/src/lib/probe-c.ts', `${scope}/errors`, 'allowed'],
  ['session-core/src/lib/probe-d.ts', `${scope}/engine`, 'noRestrictedImports'],
  ['session-core/src/lib/probe-e.ts', '@wasmer/wasi', 'noRestrictedImports'],
  ['session-core/src/lib/probe-f.ts', 'node:fs', 'noNodejsModules'],
  ['engine/src/lib/probe-a.ts', '@wasmer/wasi', 'allowed'],
  ['engine/src/lib/probe-b.ts', `${scope}/session-core/vfs`, 'allowed'],
  ['engine/src/lib/probe-c.ts', 'memfs', 'noRestrictedImports'],
  ['engine/src/lib/probe-d.ts', '@jsonjoy.com/fs-core/lib/Node', 'noRestrictedImports'],
  ['engine/src/lib/probe-e.ts', `${scope}/runtime-node`, 'noRestrictedImports'],
  ['engine/src/lib/probe-f.ts', 'node:worker_threads', 'noNodejsModules'],
  ['installer/src/lib/probe-a.ts', `${scope}/command`, 'noRestrictedImports'],
  ['installer/src/lib/probe-b.ts', 'node:fs', 'noNodejsModules'],
  ['installer/src/node.ts', 'node:fs', 'allowed'],
  ['command/src/lib/probe-a.ts', `${scope}/installer`, 'allowed'],
  ['command/src/lib/probe-b.ts', `${scope}/runtime-node`, 'noRestrictedImports'],
  ['runtime-node/src/lib/probe-a.ts', 'node:worker_threads', 'allowed'],
  ['runtime-node/src/lib/probe-b.ts', `${scope}/installer`, 'noRestrictedImports'],
  ['formicarium/src/index.ts', `${scope}/runtime-node`, 'noRestrictedImports'],
  ['formicarium/src/lib/probe-a.ts', `${scope}/session-core/internal`, 'noRestrictedImports'],
  ['formicarium/src/node.ts', `${scope}/runtime-node`, 'allowed'],
  ['cli/src/lib/probe-a.ts', `${scope}/formicarium/node`, 'allowed'],
  ['cli/src/lib/probe-b.ts', `${scope}/runtime-node`, 'noRestrictedImports'],
  ['cli/src/lib/probe-c.ts', 'node:readline', 'allowed'],
  ['guests/src/lib/probe-a.ts', `${scope}/session-core`, 'noRestrictedImports'],
];

/** A file whose text alone breaks a rule. */
const sources: readonly (readonly [file: string, text: string, rule: string])[] = [
  ['errors/src/lib/a-default.ts', 'export default 1;\n', 'noDefaultExport'],
  ['errors/src/lib/camelCase.ts', 'export const a = 1;\n', 'useFilenamingConvention'],
  ['errors/src/lib/all.ts', "export * from './a-default.ts';\n", 'noReExportAll'],
  ['errors/src/lib/an-any.ts', 'export const a: any = 1;\n', 'noExplicitAny'],
  ['errors/src/lib/non-null.ts', 'export const a = (b: string | null): string => b!;\n', 'noNonNullAssertion'],
  ['errors/src/lib/an-enum.ts', 'export enum Colour { Red }\n', 'noEnum'],
  ['errors/src/lib/long.ts', 'export {};\n'.repeat(401), 'noExcessiveLinesPerFile'],
  ['errors/src/lib/cycle-a.ts', "import { b } from './cycle-b.ts';\nexport const a = () => b;\n", 'noImportCycles'],
  ['errors/src/lib/cycle-b.ts', "import { a } from './cycle-a.ts';\nexport const b = () => a;\n", 'noImportCycles'],
  ['errors/src/lib/undeclared.ts', "import { a } from 'ws';\nexport const b = a;\n", 'noUndeclaredDependencies'],
  ['errors/src/lib/a-cause.ts', 'try { JSON.parse(""); } catch (e) { throw new Error("x"); }\n', 'useErrorCause'],
  ['errors/src/lib/floating.ts', 'async function a(): Promise<void> {}\na();\n', 'noFloatingPromises'],
  [
    'errors/src/lib/a-switch.ts',
    "export function a(b: 'x' | 'y'): number {\n  switch (b) {\n    case 'x':\n      return 1;\n  }\n  return 0;\n}\n",
    'useExhaustiveSwitchCases',
  ],
];

let folder = '';
const found = new Map<string, string[]>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'formicarium-layers-'));
  for (const name of ['biome.json', 'package.json']) cpSync(join(root, name), join(folder, name));
  for (const name of readdirSync(join(root, 'packages'))) {
    cpSync(join(root, 'packages', name, 'package.json'), join(folder, 'packages', name, 'package.json'));
  }
  for (const [file, imported] of probes) place(file, `import { probe } from '${imported}';\nexport const a = probe;\n`);
  for (const [file, text] of sources) place(file, text);
  const lint = spawnSync(biome, ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const [, rule = '', path = ''] of lint.stdout.matchAll(/title=lint\/\w+\/(\w+),file=([^,]+),/g)) {
    const file = path.slice(path.indexOf('packages/') + 'packages/'.length);
    found.set(file, [...(found.get(file) ?? []), rule]);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function place(file: string, text: string): void {
  const path = join(folder, 'packages', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe('the layers', () => {
  it.each(probes)('%s importing %s: %s', (file, _imported, verdict) => {
    const layerRules = (found.get(file) ?? []).filter((name) => /^no(RestrictedImports|NodejsModules)$/.test(name));
    expect(layerRules).toEqual(verdict === 'allowed' ? [] : [verdict]);
  });
});

describe('the house rules', () => {
  it.each(sources)('%s is refused', (file, _text, rule) => {
    expect(found.get(file)).toContain(rule);
  });
});
