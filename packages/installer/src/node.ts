export { createFileCache, defaultCacheDirectory, type FileCacheOptions } from './lib/node/file-cache.ts';
