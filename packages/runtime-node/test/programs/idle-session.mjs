// A session that never ran anything does not keep the process alive.
import { createSession } from '@aletheia-works/runtime-node';

await createSession();
console.log('created');
