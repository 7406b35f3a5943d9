export { assembleWat, watGuest } from './lib/assemble-wat.ts';
export { type ManualStream, manualStream, streamOf } from './lib/byte-streams.ts';
export { type RuntimeUnderTest, runtimeContract } from './lib/runtime-contract.ts';
export { type VfsUnderTest, vfsContract } from './lib/vfs-contract.ts';
export { EscapeError, type PathStat, VfsPaths } from './lib/vfs-paths.ts';
export { WAT_GUESTS, type WatGuest } from './lib/wat-guests.ts';
