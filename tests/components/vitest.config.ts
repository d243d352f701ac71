import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Astro’s own module holds a build’s settings, and components are tested without a build.
    alias: {
      'astro:env/client': fileURLToPath(new URL('support/settings.ts', import.meta.url)),
    },
  },
  test: {
    name: 'components',
    // As many workers as the unit tests have, because Vitest runs both in one group.
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
    // One environment for all files saves half the time, which a window and React cost in each file. `setup.ts` cleans up.
    isolate: false,
    setupFiles: './support/setup.ts',
    restoreMocks: true,
    unstubGlobals: true,
    // The timeout is generous, because machines differ and a timeout costs time only when a test fails.
    testTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
