export { createFileCache, defaultCacheDirectory, type FileCacheOptions } from '@aletheia-works/installer/node';
export { createSession, type NodeAssets, type NodeSessionOptions } from '@aletheia-works/runtime-node';
