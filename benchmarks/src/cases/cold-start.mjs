// From a cold process to the end of the first command; each contender runs in processes of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testGuest } from '@aletheia-works/guests/test-guests';
import { median, report } from '../lib/measure.mjs';

const script = fileURLToPath(new URL('../lib/cold-process.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const guest = join(folder, 'noop.wasm');
writeFileSync(guest, await testGuest('noop'));
const samples = { session: [], wasmer: [] };
for (let round = 0; round < 9; round++) {
  for (const name of Object.keys(samples)) {
    const { stdout, status, stderr } = spawnSync(process.execPath, [script, name, guest], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    if (round > 1) samples[name].push(Number(stdout));
  }
}
rmSync(folder, { recursive: true });
const own = median(samples.session);
report([
  {
    name: 'createSession and first command, cold process',
    value: own,
    unit: 'ms',
    against: '@wasmer/sdk 0.16',
    ratio: own / median(samples.wasmer),
    ratioAtMost: 0.25,
  },
]);
