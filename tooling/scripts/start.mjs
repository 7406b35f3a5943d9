// Sets up what is missing on a fresh clone, then shows the main job.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isBuilt, prepareEnvironment, setUp } from './lib/bootstrap.mjs';
import { Report } from './lib/report.mjs';
import { ROOT } from './lib/workspace.mjs';

prepareEnvironment();
const report = new Report();
if (isBuilt() || (await setUp(report))) {
  const demo = spawn(process.execPath, [join(ROOT, 'packages/cli/dist/demo.js')], { cwd: ROOT, stdio: 'inherit' });
  // An interrupt is for the demo, which shares the terminal.
  process.on('SIGINT', () => {});
  demo.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.exitCode = 1;
}
