export { assembleWat, watGuest } from './lib/assemble-wat.ts';
export { type ManualStream, manualStream, streamOf } from './lib/byte-streams.ts';
export { type FakeGuest, type FakeGuestIo, type FakeImport, fakeGuestName, fakeModule } from './lib/fake-guest.ts';
export { FakeRuntime, type FakeRuntimeOptions, type RuntimeFault } from './lib/fake-runtime.ts';
export { FAKE_WAT_GUESTS } from './lib/fake-wat-guests.ts';
export { type RuntimeUnderTest, runtimeContract } from './lib/runtime-contract.ts';
export { type VfsUnderTest, vfsContract } from './lib/vfs-contract.ts';
export { EscapeError, type PathStat, VfsPaths } from './lib/vfs-paths.ts';
export { WAT_GUESTS, type WatGuest } from './lib/wat-guests.ts';
