import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, run } from './run.mjs';
import { CACHE, ROOT } from './workspace.mjs';

/**
 * Runs vitest and counts its tests; a file that cannot be loaded counts as one failure.
 *
 * @param options.node the Node binary to run it on
 * @param options.filters folders whose tests run; all when empty
 */
export async function runVitest({ node = process.execPath, filters = [], config = 'vitest.config.ts', onLine }) {
  const report = join(CACHE, `vitest-${process.pid}.json`);
  const args = ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  let output = '';
  let failure = null;
  try {
    output = await run(node, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args, ...filters], { onLine });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    failure = error;
    output = error.output;
  }
  if (!existsSync(report)) throw failure ?? new CommandError('vitest', 'no report', output);
  const counts = count(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(report);
  // An unhandled rejection fails the run although every test passed.
  if (failure && counts.failed === 0) counts.failed = 1;
  return { ...counts, output };
}

function count(report) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}
