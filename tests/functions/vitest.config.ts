import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'functions',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './stack.ts',
    // The files run one after another, because all use one database and the jobs act on whatever is in it.
    maxWorkers: 1,
    restoreMocks: true,
    unstubEnvs: true,
    // The timeout is generous, because machines differ and a timeout costs time only when a test fails.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
