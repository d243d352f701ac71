import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'functions',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './stack.ts',
    restoreMocks: true,
    unstubEnvs: true,
    // Generous, because they only cost time when something is wrong and machines differ.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
