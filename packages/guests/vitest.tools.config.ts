import { defineConfig } from 'vitest/config';

/** Tests of the tools that are built from Debian's sources: `pnpm test:tools`. They need apt, and minutes the first time. */
export default defineConfig({
  test: {
    dir: 'packages/guests/test/tools',
    include: ['**/*.tool.ts'],
    // One file after the other: the first use of a tool builds it, and two builds would install packages at once.
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 600_000,
    server: { deps: { external: [/\/(packages|apps)\/[^/]+\/dist\//] } },
  },
});
