/**
 * Installs packages when node_modules does not match the lockfile, and refuses a lockfile that does not
 * match package.json (§20.6). It runs before npm scripts on whatever Node (20 or newer) the machine has,
 * so it uses nothing but Node's own modules.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`AdmitCircle needs Node 20 or newer to set itself up; this is ${process.version}.`);
  console.error('Install a current Node from https://nodejs.org and run the command again.');
  process.exit(1);
}

const lockfile = readFileSync('package-lock.json', 'utf8');
const ranges = ({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies });
const wanted = ranges(JSON.parse(readFileSync('package.json', 'utf8')));
const locked = ranges(JSON.parse(lockfile).packages['']);
const stale = Object.keys({ ...wanted, ...locked }).find((name) => wanted[name] !== locked[name]);
if (stale) {
  console.error(`package.json and package-lock.json do not agree on ${stale}.`);
  console.error('Run npm install, which brings the lockfile up to date, and commit both.');
  process.exit(1);
}

const stamp = 'node_modules/.admitcircle-lock';
const lock = createHash('sha256').update(lockfile).digest('hex');
const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;

if (!installed) {
  console.log('Installing packages (once per lockfile; a minute or two) ...');
  const npm = (...args) =>
    spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    }).status === 0;
  // `npm ci` fails if the registry lacks a package for another platform; `npm install` does not.
  if (!npm('ci') && !npm('install', '--no-save')) {
    console.error(
      'The packages could not be installed. Check that the npm registry can be reached, then run the command again.',
    );
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}
