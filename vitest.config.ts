import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';

// Without it V8 sometimes ends the whole process ('Check failed: jit_page_->allocations_.erase'), when it frees code of the
// embedded Postgres that threads share.
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
          // Generous, because machines differ and a timeout only costs time when a test fails.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // Files in threads of one process share a compiled Postgres, which takes seconds to compile.
          pool: 'threads',
          // They also share what they import, which is a fifth faster; each test file makes its own data.
          isolate: false,
        },
      },
      'tests/functions/vitest.config.ts',
      'tests/components/vitest.config.ts',
      'tests/html/vitest.config.ts',
    ],
  },
});
