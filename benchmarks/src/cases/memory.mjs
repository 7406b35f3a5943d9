// Memory that stays, host and worker together, in processes of their own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { report } from '../lib/measure.mjs';

const script = fileURLToPath(new URL('../lib/memory-process.mjs', import.meta.url));

function measure(name) {
  const { stdout, status, stderr } = spawnSync(process.execPath, ['--expose-gc', script, name], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const files = measure('files');
const churn = measure('churn');
const install = measure('install');
report([
  { name: 'a session of 100,000 small files, host and worker', value: files.bytes / 1e6, unit: 'MB', atMost: 90 },
  {
    name: '400 writes and deletes of 16 MiB: growth after the first 40',
    value: churn.growth / 1e6,
    unit: 'MB',
    atMost: 20,
  },
  {
    name: 'install of CPython: peak over what was there',
    value: install.peak / 1e6,
    unit: 'MB',
    against: 'its size',
    ratio: install.peak / install.size,
    ratioAtMost: 2.5,
  },
]);
