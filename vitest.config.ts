import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Several of these start a backend of their own: more at once only makes each slower.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'modules',
          include: [
            '{src,build,local}/**/*.test.ts',
            'tests/{unit,local,sandbox,db,coverage}/**/*.test.ts',
          ],
          // Generous, because they only cost time when something is wrong and machines differ.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      'tests/functions/vitest.config.ts',
    ],
  },
});
