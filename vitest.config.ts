import { defineConfig } from 'vitest/config';

/** Tests import the built packages by name, so what runs is what ships: Node itself loads every `dist`. */
export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'tooling/test/**/*.test.ts'],
    globalSetup: ['errors', 'network-policy', 'session-core', 'engine', 'runtime-node'].map(
      (name) => `packages/${name}/build.mjs`,
    ),
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Atomics on shared memory and worker start-up leave handles that a hung worker would keep for ever.
    teardownTimeout: 10_000,
    server: { deps: { external: [/\/(packages|apps)\/[^/]+\/dist\//] } },
  },
});
