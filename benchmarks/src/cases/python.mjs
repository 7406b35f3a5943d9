// CPython, warm: one command.
import { closeSync, openSync } from 'node:fs';
import { createSession } from '@aletheia-works/formicarium/node';
import { interleaved, median, report } from '../lib/measure.mjs';
import { pythonBytes, runNodeWasi } from '../lib/peers.mjs';

const bytes = pythonBytes();
const module = await WebAssembly.compile(bytes);
const nowhere = openSync('/dev/null', 'w');
const session = await createSession();
await session.registerGuest({ name: 'python', bytes });
const samples = await interleaved(
  {
    session: () => session.run({ tool: 'python', args: ['-c', 'print(6*7)'] }),
    wasi: async () => runNodeWasi(module, { args: ['python', '-c', 'print(6*7)'], stdout: nowhere }),
  },
  { rounds: 15, warmUp: 4, turn: 3 },
);
closeSync(nowhere);
const own = median(samples.session);
report([
  {
    name: 'CPython -c "print(6*7)", warm, p50',
    value: own,
    unit: 'ms',
    against: 'node:wasi in the same thread',
    ratio: own / median(samples.wasi),
    ratioAtMost: 1.15,
  },
]);
await session.dispose();
