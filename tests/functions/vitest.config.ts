import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'functions',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './stack.ts',
    // One file at a time: all use one database, and the jobs act on whatever is in it.
    maxWorkers: 1,
    restoreMocks: true,
    unstubEnvs: true,
    // Generous, because machines differ and the limits cost time only when something is wrong.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
