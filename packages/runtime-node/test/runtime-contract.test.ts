import { createSession } from '@aletheia-works/runtime-node';
import { runtimeContract } from '@aletheia-works/testkit';
import { describe } from 'vitest';
import { countWorkers } from './count-workers.ts';

describe('runtime contract on worker threads', () => {
  runtimeContract({ createSession, countWorkers });
});
