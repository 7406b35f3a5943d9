import { testGuest } from '@aletheia-works/guests/test-guests';
import { createSession } from '@aletheia-works/runtime-node';
import { processContract } from '@aletheia-works/testkit';
import { describe } from 'vitest';
import { countWorkers } from './count-workers.ts';

describe('process contract on worker threads', () => {
  processContract({ createSession, countWorkers, guest: testGuest });
});
