export { type VfsUnderTest, vfsContract } from './lib/vfs-contract.ts';
export { EscapeError, type PathStat, VfsPaths } from './lib/vfs-paths.ts';
