import { testGuest } from '@aletheia-works/guests/test-guests';
import { createSession } from '@aletheia-works/runtime-node';
import { terminalContract } from '@aletheia-works/testkit';
import { describe } from 'vitest';

describe('terminal contract on worker threads', () => {
  terminalContract({ createSession, guest: testGuest });
});
