import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';
import { CACHE, packages, ROOT, readJson } from './workspace.mjs';

const PNPM_VERSION = '12.21.0';
const PNPM_FOLDER = join(CACHE, 'pnpm');
const STAMP = join(CACHE, 'built');
/** What a build reads, besides the packages' own files. */
const ROOT_INPUTS = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'turbo.json', 'tsconfig.json', 'tooling'];
const NO_INPUT = new Set(['node_modules', 'dist', 'test', 'etc', '.turbo', '.cache', 'README.md', 'CHANGELOG.md']);

/** Puts the local pnpm first on the PATH of every command that follows, and keeps the tools quiet. */
export function prepareEnvironment() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Cannot set up the workspace: Node ${process.versions.node} is too old; use Node 20.19 or newer`);
  }
  process.env.PATH = join(PNPM_FOLDER, 'node_modules/.bin') + delimiter + process.env.PATH;
  process.env.TURBO_TELEMETRY_DISABLED = '1';
  process.env.NO_UPDATE_NOTIFIER = '1';
}

/** Tells whether what is installed and built is what the sources ask for. */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint() && packages().every(hasOutput);
}

/** Gets pnpm, installs and builds, as steps of `report`; stops at the first that fails. */
export async function setUp(report) {
  const steps = [
    ['get pnpm', getPnpm],
    ['install', (onLine) => run('pnpm', ['install', '--frozen-lockfile'], { onLine })],
    ['build', build],
  ];
  for (const [name, work] of steps) if (!(await report.step(name, work))) return false;
  return true;
}

/** Installs npm packages into a folder of the cache, outside the workspace. */
export async function npmInstall(folder, specs, onLine) {
  mkdirSync(folder, { recursive: true });
  await run('npm', ['install', '--prefix', folder, '--no-fund', '--no-audit', '--no-save', ...specs], { onLine });
}

async function getPnpm(onLine) {
  const manifest = join(PNPM_FOLDER, 'node_modules/pnpm/package.json');
  if (existsSync(manifest) && readJson(manifest).version === PNPM_VERSION) return;
  await npmInstall(PNPM_FOLDER, [`pnpm@${PNPM_VERSION}`], onLine);
}

async function build(onLine) {
  await run('pnpm', ['run', 'build'], { onLine });
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMP, fingerprint());
}

function hasOutput({ folder, manifest }) {
  return manifest.types === undefined || existsSync(join(ROOT, folder, manifest.types));
}

/** A digest of the name, size and time of everything a build reads. */
function fingerprint() {
  const hash = createHash('sha256').update(process.versions.node);
  const visit = (path) => {
    const stat = statSync(join(ROOT, path));
    if (!stat.isDirectory()) {
      hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(join(ROOT, path)).sort()) if (!NO_INPUT.has(name)) visit(`${path}/${name}`);
  };
  for (const path of ROOT_INPUTS) visit(path);
  for (const { folder } of packages()) visit(folder);
  return hash.digest('hex');
}
