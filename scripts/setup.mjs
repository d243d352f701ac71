/**
 * Installs packages if node_modules does not match the lockfile, and refuses a lockfile that does not match
 * package.json (§20.6). Runs before npm scripts, on whatever Node (20 or newer) the machine has, so it uses only Node's
 * own modules.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`AdmitCircle needs Node 20 or newer to set itself up; this is ${process.version}.`);
  console.error('Install a current Node from https://nodejs.org and run the command again.');
  process.exit(1);
}

const ranges = ({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies });

/** Installs a folder's packages if its node_modules does not match its lockfile. */
function setUp(folder) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const wanted = ranges(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const locked = ranges(JSON.parse(lockfile).packages['']);
  const stale = Object.keys({ ...wanted, ...locked }).find((name) => wanted[name] !== locked[name]);
  if (stale) {
    console.error(
      `${join(folder, 'package.json')} and its package-lock.json do not agree on ${stale}.`,
    );
    console.error('Run npm install there, which brings the lockfile up to date, and commit both.');
    process.exit(1);
  }

  const stamp = join(folder, 'node_modules/.admitcircle-lock');
  const lock = createHash('sha256').update(lockfile).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;

  const began = performance.now();
  const where = folder === '.' ? '' : ` of ${folder}`;
  console.log(`Installing the packages${where} (once per lockfile; a minute or two) ...`);
  const npm = (...args) =>
    spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    }).status === 0;
  // Unlike `npm install`, `npm ci` fails if the registry lacks a package for another platform.
  if (!npm('ci') && !npm('install', '--no-save')) {
    console.error(
      'The packages could not be installed. Check that the npm registry can be reached, then run the command again.',
    );
    process.exit(1);
  }
  // Node's headers (70 MB) and a duplicate of the program; node_modules/node/bin still has it.
  rmSync(join(folder, 'node_modules/node/node_modules'), { recursive: true, force: true });
  writeFileSync(stamp, lock);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${'installed the packages'.padEnd(26)}${seconds.padStart(7)} s`);
}

// The arguments are folders with their own packages, needed only by certain commands (docs/dependencies.md).
for (const folder of ['.', ...process.argv.slice(2)]) setUp(folder);
