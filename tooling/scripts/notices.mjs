// Writes the notices about third-party code (`pnpm notices:update`): the table of runtime dependencies in the root's
// THIRD_PARTY_NOTICES.md, and the licence texts of what the build puts into a package's own files. With `--check` it
// fails when one of them is not what is installed.
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publicPackages, ROOT, readJson } from './lib/workspace.mjs';

const NAME = 'THIRD_PARTY_NOTICES.md';
const BEGIN = '<!-- runtime dependencies: begin -->';
const END = '<!-- runtime dependencies: end -->';

/** What the `bundle` scripts copy into a package's files: the package that has it as a dependency, and its names. */
const BUNDLED = [
  { folder: 'packages/session-core', from: 'packages/session-core', names: ['@jsonjoy.com/fs-core'] },
  { folder: 'packages/runtime-node', from: 'packages/engine', names: ['@wasmer/wasi'] },
];

const faults = [];
const check = process.argv.includes('--check');
write(join(ROOT, NAME), (before) => {
  const table = ['', '', '| Package | Version | Licence |', '| --- | --- | --- |', ...dependencyRows(), '', ''].join(
    '\n',
  );
  return before.slice(0, before.indexOf(BEGIN) + BEGIN.length) + table + before.slice(before.indexOf(END));
});
for (const bundle of BUNDLED) {
  write(join(ROOT, bundle.folder, NAME), () => licenceTexts(bundle));
  faults.push(...unlisted(bundle));
}
if (faults.length > 0) {
  console.error([...faults, 'Run `pnpm notices:update` and review what changed.'].join('\n'));
  process.exitCode = 1;
}

function write(path, make) {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = make(before);
  if (after === before) return;
  if (check) faults.push(`${path} is not what is installed.`);
  else writeFileSync(path, after);
}

/** A row for every third-party package that an installation of ours brings along. */
function dependencyRows() {
  const found = new Map();
  const visit = (folder) => {
    const { dependencies = {} } = readJson(join(folder, 'package.json'));
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@aletheia-works/')) continue;
      const path = locate(folder, name);
      const { version, license = 'unknown' } = readJson(join(path, 'package.json'));
      if (found.has(`${name}@${version}`)) continue;
      found.set(`${name}@${version}`, `| \`${name}\` | ${version} | ${license} |`);
      visit(path);
    }
  };
  for (const { folder } of publicPackages()) visit(join(ROOT, folder));
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function licenceTexts({ from, names }) {
  const texts = names.map((name) => {
    const path = locate(join(ROOT, from), name);
    const { version, license } = readJson(join(path, 'package.json'));
    return `## ${name} ${version} (${license})\n\n${readFileSync(join(path, 'LICENSE'), 'utf8').trimEnd()}\n`;
  });
  return `# Third-party notices\n\nFiles of this package contain code of the packages below.\n\n${texts.join('\n')}`;
}

/** What a bundle's source map says it contains and {@link BUNDLED} does not. */
function unlisted({ folder, names }) {
  const dist = join(ROOT, folder, 'dist');
  const maps = existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith('.map')) : [];
  const sources = maps.flatMap((name) => readJson(join(dist, name)).sources);
  const found = sources.flatMap((source) => source.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.slice(1) ?? []);
  return [...new Set(found)]
    .filter((name) => !names.includes(name))
    .map((name) => `${folder} bundles ${name}, which tooling/scripts/notices.mjs does not list.`);
}

/** Looks a dependency up the way Node does, from the real place of the package that asks. */
function locate(folder, name) {
  for (let at = realpathSync(folder); at !== dirname(at); at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(path)) return path;
  }
  throw new Error(`Cannot list ${name}: it is not installed for ${folder}`);
}
