// Sets up a fresh clone and runs every check. `node tooling/scripts/test.mjs biome knip` runs only the steps whose
// names contain one of the words, on what is built.
import { isBuilt, prepareEnvironment, setUp } from './lib/bootstrap.mjs';
import { getNode, OTHER_NODES } from './lib/nodes.mjs';
import { Report } from './lib/report.mjs';
import { run } from './lib/run.mjs';
import { runVitest } from './lib/vitest.mjs';
import { checkTarballs, packAll } from './tarballs.mjs';

/** Packages whose tests run guests, and so run on every Node line. */
const GUEST_SUITES = ['engine', 'runtime-node', 'command', 'formicarium', 'cli'].map((name) => `packages/${name}/`);

const tool =
  (...args) =>
  (onLine) =>
    run('pnpm', ['exec', ...args], { onLine });

const guestSuites = (version) => async (onLine) =>
  runVitest({ node: await getNode(version, onLine), filters: GUEST_SUITES, onLine });

/** Asks for a changeset for what differs from the main branch; where a clone has no such branch, from its own head. */
async function changesetStatus(onLine) {
  const candidates = ['origin/main', 'main'];
  const refs = await run('git', ['for-each-ref', '--format=%(refname:short)']);
  const since = candidates.find((name) => refs.split('\n').includes(name)) ?? 'HEAD';
  return run('pnpm', ['exec', 'changeset', 'status', `--since=${since}`], { onLine });
}

/** In the order in which a failure is cheapest to learn about. */
const gates = [
  ['typecheck', tool('tsc', '-p', 'tsconfig.test.json')],
  ['Biome', tool('biome', 'check', '--error-on-warnings', '.')],
  ['boundaries', tool('turbo', 'boundaries')],
  ['test guests', (onLine) => run('pnpm', ['run', 'build:guests'], { onLine })],
  ['unit, property and contract tests', (onLine) => runVitest({ onLine })],
  ...OTHER_NODES.map((version) => [`guest suites on Node ${version}`, guestSuites(version)]),
  ['pack', packAll],
  ['publint and attw', checkTarballs],
  ['knip', tool('knip')],
  ['size-limit', tool('size-limit')],
  ['API reports', tool('node', 'tooling/scripts/api-reports.mjs', '--check')],
  ['third-party notices', tool('node', 'tooling/scripts/notices.mjs', '--check')],
  ['packed tarballs', (onLine) => runVitest({ config: 'tooling/packed/vitest.config.ts', onLine })],
  ['changeset status', changesetStatus],
];

const words = process.argv.slice(2);
const report = new Report();
prepareEnvironment();
if ((words.length > 0 && isBuilt()) || (await setUp(report))) {
  for (const [name, gate] of gates) {
    if (words.length === 0 || words.some((word) => name.includes(word))) await report.step(name, gate);
  }
}
report.finish();
