import { createCoreSession } from '@aletheia-works/session-core/internal';
import { FAKE_WAT_GUESTS, FakeRuntime, fakeModule, sessionContract } from '@aletheia-works/testkit';

sessionContract({
  createSession: async (options) => createCoreSession(options, new FakeRuntime({ guests: FAKE_WAT_GUESTS })),
  guest: async (name) => fakeModule(name),
});
