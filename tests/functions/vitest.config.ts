import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'functions',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './stack.ts',
    // As in vitest.config.ts, so that all files wait in one queue.
    pool: 'threads',
    maxWorkers: 3,
    restoreMocks: true,
    unstubEnvs: true,
    // Generous, because machines differ and the limits cost time only when something is wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
