export { paddedGuest } from './lib/archive-fixtures-guest.ts';
export {
  concatBytes,
  gzip,
  makeTar,
  makeTarGz,
  paxRecords,
  type TarFixtureEntry,
  tarEntry,
} from './lib/archive-fixtures-tar.ts';
export { makeZip, type ZipFixtureEntry, type ZipFixtureOptions } from './lib/archive-fixtures-zip.ts';
export { assembleWat, watGuest } from './lib/assemble-wat.ts';
export { type ManualStream, manualStream, streamOf } from './lib/byte-streams.ts';
export {
  type CatalogServer,
  createCatalogServer,
  flipBit,
  SECRET_BODY,
  type ServerFault,
} from './lib/catalog-server.ts';
export { type FakeGuest, type FakeGuestIo, type FakeImport, fakeGuestName, fakeModule } from './lib/fake-guest.ts';
export { FakeRuntime, type FakeRuntimeOptions, type RuntimeFault } from './lib/fake-runtime.ts';
export { FAKE_WAT_GUESTS } from './lib/fake-wat-guests.ts';
export { type ProcessesUnderTest, processContract } from './lib/process-contract.ts';
export { type RuntimeUnderTest, runtimeContract } from './lib/runtime-contract.ts';
export { type SessionUnderTest, sessionContract } from './lib/session-contract.ts';
export { type TerminalUnderTest, terminalContract } from './lib/terminal-contract.ts';
export { type VfsUnderTest, vfsContract } from './lib/vfs-contract.ts';
export {
  applyVfsOperation,
  fileOffsets,
  meetingPaths,
  meetingTargets,
  VFS_SLOTS,
  type VfsOperation,
  vfsOperations,
} from './lib/vfs-operations.ts';
export { EscapeError, type PathStat, VfsPaths } from './lib/vfs-paths.ts';
export { WAT_GUESTS, type WatGuest } from './lib/wat-guests.ts';
