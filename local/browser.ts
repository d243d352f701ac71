import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/** What a Chromium is started with: as root, without a screen, and without calls of its own. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function onPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

// The tests take half as long without the window that the full browser also draws in headless mode.
const debianPackages = ['chromium-headless-shell', 'chromium'];

function installed(): string | undefined {
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  return [...debianPackages, 'chromium-browser'].map(onPath).find(Boolean);
}

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/**
 * Path of a Chromium for the browser tests: CHROMIUM_PATH, else the one Playwright has installed,
 * else the system's, else one that is installed now. Throws one line that says what to do.
 */
export function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    try {
      accessSync(named, constants.X_OK);
    } catch (cause) {
      throw new Error(`CHROMIUM_PATH is ${named}, which is no program.`, { cause });
    }
    return named;
  }
  const found = installed();
  if (found) return found;

  console.log('Installing a Chromium for the browser tests (once) ...');
  const isDebianRoot = process.getuid?.() === 0 && onPath('apt-get') !== undefined;
  if (!succeeds('playwright', ['install', 'chromium']) && isDebianRoot) {
    succeeds('apt-get', ['update', '-qq']);
    debianPackages.some((name) => succeeds('apt-get', ['install', '-y', '-qq', name]));
  }
  const now = installed();
  if (now) return now;
  throw new Error(
    'No Chromium was found and none could be installed: install one and set CHROMIUM_PATH to it.',
  );
}
