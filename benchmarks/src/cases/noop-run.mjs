// A guest that does nothing, through the whole Session, warm.
import { createSession } from '@aletheia-works/formicarium/node';
import { testGuest } from '@aletheia-works/guests/test-guests';
import { interleaved, median, percentile, report } from '../lib/measure.mjs';
import { runNodeWasi, startWasmer } from '../lib/peers.mjs';

const bytes = await testGuest('noop');
const module = new WebAssembly.Module(bytes);
const session = await createSession();
await session.registerGuest({ name: 'noop', bytes });
const quick = await interleaved(
  { session: () => session.run({ tool: 'noop' }), wasi: async () => runNodeWasi(module) },
  { rounds: 2000, warmUp: 500 },
);
const wasmer = await startWasmer(bytes);
const slow = await interleaved(
  { session: () => session.run({ tool: 'noop' }), wasmer: () => wasmer.run() },
  { rounds: 75, warmUp: 10 },
);
const own = median(quick.session);
report([
  { name: 'no-op guest, warm, p50', value: own, unit: 'ms', atMost: 0.3 },
  { name: 'no-op guest, warm, p99', value: percentile(quick.session, 0.99), unit: 'ms' },
  {
    name: 'no-op guest, warm, p50',
    value: own,
    unit: 'ms',
    against: 'node:wasi in the same thread',
    ratio: own / median(quick.wasi),
    ratioAtMost: 3,
  },
  {
    name: 'no-op guest, warm, p50',
    value: median(slow.session),
    unit: 'ms',
    against: '@wasmer/sdk 0.16',
    ratio: median(slow.session) / median(slow.wasmer),
    ratioAtMost: 1 / 20,
  },
]);
await session.dispose();
process.exit(0);
