import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ownEnvironment, temporaryDirectory } from './support/formicarium.ts';

it('the demo shows the main job on real CPython and ends by itself without a terminal', async () => {
  const demo = fileURLToPath(new URL('../dist/demo.js', import.meta.url));
  const home = await temporaryDirectory();
  const { status, stdout, stderr } = spawnSync(process.execPath, [demo], {
    cwd: home,
    env: ownEnvironment(home),
    encoding: 'utf8',
    input: '',
  });
  expect([status, stderr]).toEqual([0, '']);
  const steps = [
    /\$ install python\n(?: {2}… .+\n)+installed python@3\.12\.0 \(sha256 [0-9a-f]{64}\)\n/,
    /\$ install python\n(?: {2}… .+\n)+formicarium: DIGEST: .+\n\$ python --version\nPython 3\.12\.0\n/,
    /\$ python report\.py sales\.csv report\.json\n6 rows from sales\.csv, 3 items to report\.json\n/,
    /"honeydew": \{\n\s+"quantity": 41,\n\s+"revenue": 61\.4\n/,
    /\(exit code 3\)\n/,
    /\$ python endless\.py\n.+\nformicarium: ABORTED: .+\n\$ ls\nendless\.py\nreport\.json\nreport\.py\nsales\.csv\n/,
    /\n42\n$/,
  ];
  for (const step of steps) expect(stdout).toMatch(step);
});
