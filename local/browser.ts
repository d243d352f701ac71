import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox, webkit } from 'playwright';

/** Lets Chromium run as root and without a GPU, and stops it from making network calls of its own. */
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

const headlessShell = 'chromium-headless-shell';

function installed(): string | undefined {
  const own = chromium.executablePath();
  return existsSync(own) ? own : (onPath('chromium') ?? onPath('chromium-browser'));
}

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/** Installs a Debian package if this machine runs Debian and we are root. */
function installPackage(name: string) {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return;
  succeeds('apt-get', ['update', '-qq']);
  succeeds('apt-get', ['install', '-y', '-qq', name]);
}

/**
 * The path of a Chromium for the browser tests (§20.7): CHROMIUM_PATH, or else Playwright's, the system's, or a new
 * installation. Throws a one-line error that says what to do.
 */
export function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    try {
      accessSync(named, constants.X_OK);
    } catch (cause) {
      throw new Error(`CHROMIUM_PATH is ${named}, which is not a program.`, { cause });
    }
    return named;
  }
  const found = installed();
  if (found) return found;

  console.log('Installing a Chromium for the browser tests (once) ...');
  if (!succeeds('playwright', ['install', 'chromium'])) installPackage('chromium');
  const now = installed();
  if (now) return now;
  throw new Error(
    'No Chromium was found and none could be installed: install one and set CHROMIUM_PATH to it.',
  );
}

/**
 * The path of the headless shell for the system's `browser`, installed if necessary, or else `browser` itself. In the
 * shell, tests take half as long, because the full browser draws a window even in headless mode. The shell does not
 * have a back/forward cache.
 */
export function findHeadlessShell(browser: string): string {
  if (process.env['CHROMIUM_PATH'] || browser !== onPath('chromium')) return browser;
  if (!onPath(headlessShell)) {
    console.log("Installing the headless shell of the system's Chromium (once) ...");
    installPackage(headlessShell);
  }
  return onPath(headlessShell) ?? browser;
}

/** Whether Playwright's own Firefox or WebKit runs here. Installs the browser if necessary. */
export function hasOwnBrowser(name: 'firefox' | 'webkit'): boolean {
  const path = (name === 'firefox' ? firefox : webkit).executablePath();
  if (existsSync(path)) return true;
  console.log(`Installing Playwright's ${name} (once) ...`);
  // Installing libraries requires root, which GitHub's runners have.
  const withLibraries = process.env['CI'] ? ['--with-deps'] : [];
  return succeeds('playwright', ['install', ...withLibraries, name]) && existsSync(path);
}
