import { availableParallelism } from 'node:os';
import { defineConfig, devices } from 'playwright/test';
import { browserArguments } from '../../local/browser.ts';
import type { Options } from './support/test.ts';

const launchOptions = {
  executablePath: process.env['HEADLESS_SHELL_PATH'],
  args: browserArguments,
};

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../test-results',
  forbidOnly: true,
  fullyParallel: true,
  // A test waits half of its time for timers and transitions, so two more workers keep the processors busy.
  workers: availableParallelism() + 2,
  // The timeout is generous, because machines differ and a timeout costs time only when a test fails.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    launchOptions,
  },
  // ‘@phone’ marks a test that also runs on the oldest phone we support; ‘@phone-only’ a test that sets the widths itself or is about phones.
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 780 }, isOldest: true },
    },
    // These projects start only by name, because they need browsers that Playwright installs.
    ...(['firefox', 'webkit'] as const).map((name) => ({
      name,
      testMatch: /(?:main-job|session-life|members\/signup)\.spec\.ts$/,
      use: {
        ...devices[name === 'firefox' ? 'Desktop Firefox' : 'Desktop Safari'],
        viewport: { width: 1280, height: 900 },
        launchOptions: {},
      },
    })),
  ],
});
