import { createSession } from '@aletheia-works/runtime-node';
import { sessionContract, watGuest } from '@aletheia-works/testkit';
import { describe } from 'vitest';

describe('session contract on worker threads', () => {
  sessionContract({ createSession, guest: watGuest });
});
