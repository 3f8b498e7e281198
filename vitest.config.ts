import { defineConfig } from 'vitest/config';

// Long enough for a machine that is busy with something else: a slow test is no wrong one.
const common = { environment: 'node', testTimeout: 240_000, hookTimeout: 240_000 } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'architecture', include: ['test/architecture/*.test.ts'] } },
      { test: { ...common, name: 'units', include: ['test/**/*.test.ts'], exclude: ['test/architecture/*.test.ts'] } },
    ],
  },
});
