import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'html',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './build.ts',
    environment: 'happy-dom',
    // The timeout is generous, because machines differ and a timeout costs time only when a test fails.
    testTimeout: 600_000,
  },
});
