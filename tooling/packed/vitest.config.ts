import { defineConfig } from 'vitest/config';

/** Needs the tarballs that `tooling/scripts/tarballs.mjs` packs, so it is no part of the main run. */
export default defineConfig({
  test: {
    include: ['tooling/packed/*.test.ts'],
    root: '.',
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
