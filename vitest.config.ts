import { defineConfig } from 'vitest/config';

const common = { environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'architecture', include: ['test/architecture.test.ts'] } },
      { test: { ...common, name: 'units', include: ['test/**/*.test.ts'], exclude: ['test/architecture.test.ts'] } },
    ],
  },
});
