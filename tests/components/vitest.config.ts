import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Astro's own module has the settings of a build; components are tested without one.
    alias: {
      'astro:env/client': fileURLToPath(new URL('support/settings.ts', import.meta.url)),
    },
  },
  test: {
    name: 'components',
    // As many as the tests of modules, which Vitest runs in the same group.
    maxWorkers: availableParallelism(),
    root: import.meta.dirname,
    include: ['**/*.test.tsx'],
    environment: 'happy-dom',
    environmentOptions: {
      happyDOM: {
        url: 'https://admitcircle.test/',
        settings: { navigation: { disableMainFrameNavigation: true } },
      },
    },
    // Half the time of a window and a React for each file. `setup.ts` ends what a test leaves.
    isolate: false,
    setupFiles: './support/setup.ts',
    restoreMocks: true,
    unstubGlobals: true,
    // Generous, because machines differ and a timeout only costs time when a test fails.
    testTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
