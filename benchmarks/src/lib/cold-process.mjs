// Prints the milliseconds from before the import to the end of the first command.
import { readFileSync } from 'node:fs';

const bytes = readFileSync(process.argv[3]);
const start = performance.now();
if (process.argv[2] === 'session') {
  const { createSession } = await import('@aletheia-works/formicarium/node');
  const session = await createSession();
  await session.registerGuest({ name: 'noop', bytes });
  await session.run({ tool: 'noop' });
} else {
  const { startWasmer } = await import('./peers.mjs');
  const wasmer = await startWasmer(bytes);
  await wasmer.run();
}
process.stdout.write(String(performance.now() - start));
process.exit(0);
