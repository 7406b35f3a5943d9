// Ends by itself although the session was never disposed of.
import { createSession } from '@aletheia-works/runtime-node';
import { watGuest } from '@aletheia-works/testkit';

const session = await createSession();
const { exitCode } = await session.run({ guest: await watGuest('exit300') });
console.log(`exit code ${exitCode}`);
