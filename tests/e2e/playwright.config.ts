import { defineConfig, devices } from 'playwright/test';
import { browserArguments } from '../../local/browser.ts';

const launchOptions = {
  executablePath: process.env['HEADLESS_SHELL_PATH'],
  args: browserArguments,
};

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  forbidOnly: true,
  fullyParallel: true,
  // A test waits half of its time for timers and transitions, so three keep two processors busy.
  workers: 3,
  // Generous: machines differ, and a timeout costs time only when something is wrong.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    launchOptions,
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 780 } },
    },
  ],
});
