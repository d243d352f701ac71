import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'html',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './build.ts',
    environment: 'happy-dom',
    // Generous, because machines differ and a timeout only costs time when a test fails.
    testTimeout: 600_000,
  },
});
