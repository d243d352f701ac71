import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';

// Without this, V8 sometimes crashes the whole process ('Check failed: jit_page_->allocations_.erase') when it frees
// the embedded Postgres's code, which threads share.
setFlagsFromString('--no-wasm-code-gc');

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'modules',
          include: [
            '{src,build,local}/**/*.test.ts',
            'tests/{unit,local,sandbox,db,coverage}/**/*.test.ts',
          ],
          // Generous, because machines differ, and a timeout costs time only when a test fails.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // As threads of one process, test files share the compiled Postgres; compiling it takes seconds.
          pool: 'threads',
          // Test files also share their imports, which saves a fifth of the time. Each test file makes its own data.
          isolate: false,
        },
      },
      'tests/functions/vitest.config.ts',
      'tests/components/vitest.config.ts',
      'tests/html/vitest.config.ts',
    ],
  },
});
