// What a run costs on a session that holds much.
import { createSession } from '@aletheia-works/formicarium/node';
import { testGuest } from '@aletheia-works/guests/test-guests';
import { interleaved, median, report, timed } from '../lib/measure.mjs';

const FILES = 100_000;
const BYTES = 2 ** 30;

const bytes = await testGuest('noop');
const small = await createSession();
const large = await createSession();
await small.registerGuest({ name: 'noop', bytes });
await large.registerGuest({ name: 'noop', bytes });
await large.run({ tool: 'noop' });
const data = new Uint8Array(Math.floor(BYTES / FILES)).fill(1);
for (let directory = 0; directory < 100; directory++) await large.makeDirectory(`/work/d${directory}`);
for (let file = 0; file < FILES; file++) await large.writeFile(`/work/d${file % 100}/f${file}`, data);
const first = await timed(() => large.run({ tool: 'noop' }));
const samples = await interleaved(
  { small: () => small.run({ tool: 'noop' }), large: () => large.run({ tool: 'noop' }) },
  { rounds: 1000, warmUp: 300 },
);
const own = median(samples.large);
report([
  {
    name: 'no-op guest with 100,000 files and 1 GiB, warm, p50',
    value: own,
    unit: 'ms',
    against: 'an empty session',
    ratio: own / median(samples.small),
    ratioAtMost: 1.2,
  },
  {
    name: 'first sync of 100,000 files, per file',
    value: ((first - own) * 1000) / FILES,
    unit: 'us',
    atMost: 3,
  },
]);
await small.dispose();
await large.dispose();
