import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'functions',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './stack.ts',
    restoreMocks: true,
    unstubEnvs: true,
    // The slowest cases wait for the provider's full time limit.
    testTimeout: 30_000,
  },
});
