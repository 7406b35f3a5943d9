// A running guest keeps the process alive: nothing else here does.
import { createSession } from '@aletheia-works/runtime-node';
import { watGuest } from '@aletheia-works/testkit';

const session = await createSession();
const guest = await watGuest('alternate');
void session.run({ guest }).then(({ stdout }) => console.log(`wrote ${stdout.length} bytes`));
