// Writes the table of runtime dependencies in THIRD_PARTY_NOTICES.md (`pnpm notices:update`); with `--check` it fails
// when the table is not what is installed.
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publicPackages, ROOT, readJson } from './lib/workspace.mjs';

const FILE = join(ROOT, 'THIRD_PARTY_NOTICES.md');
const BEGIN = '<!-- runtime dependencies: begin -->';
const END = '<!-- runtime dependencies: end -->';

/** Every third-party package that an installation of ours brings along, by name. */
const found = new Map();
for (const { folder } of publicPackages()) visit(join(ROOT, folder));

function visit(folder) {
  const { dependencies = {} } = readJson(join(folder, 'package.json'));
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@aletheia-works/')) continue;
    const path = locate(folder, name);
    const { version, license = 'unknown' } = readJson(join(path, 'package.json'));
    const key = `${name}@${version}`;
    if (found.has(key)) continue;
    found.set(key, `| \`${name}\` | ${version} | ${license} |`);
    visit(path);
  }
}

/** Looks a dependency up the way Node does, from the real place of the package that asks. */
function locate(folder, name) {
  for (let at = realpathSync(folder); at !== dirname(at); at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(path)) return path;
  }
  throw new Error(`Cannot list ${name}: it is not installed for ${folder}`);
}

const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
const table = [BEGIN, '', '| Package | Version | Licence |', '| --- | --- | --- |', ...rows, '', END].join('\n');
const before = readFileSync(FILE, 'utf8');
const after = before.slice(0, before.indexOf(BEGIN)) + table + before.slice(before.indexOf(END) + END.length);

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, after);
} else if (after !== before) {
  console.error('THIRD_PARTY_NOTICES.md does not list what is installed. Run `pnpm notices:update` and review it.');
  process.exitCode = 1;
}
