import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { step } from '../step.ts';

type Variables = Record<string, string | undefined>;

/** The files and folders that a build reads. The lockfile stands in for the packages. */
const sources = [
  ...['src', 'public', 'build', 'local/build.ts', 'astro.config.mjs'],
  ...['tsconfig.json', 'package.json', 'package-lock.json', '.gitignore'],
];

/** Enough for the builds that a checkout alternates between: for `npm start`, for the tests, and on two branches. */
const KEPT = 4;

/** The environment variables that a build reads. It does not get any others. */
function variablesOf(environment: Variables): Variables {
  const isRead = ([name]: [string, unknown]) => /^(?:PUBLIC_\w+|CONTEXT|MAIL_FROM)$/.test(name);
  return Object.fromEntries(Object.entries(environment).filter(isRead).sort());
}

async function filesOf(name: string): Promise<string[]> {
  const source = resolve(name);
  if (!(await stat(source)).isDirectory()) return [source];
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** A hash of everything that affects a build. */
async function hashOf(variables: Variables): Promise<string> {
  // Pages may contain the date: the footer, for example, shows the year.
  const day = new Date().toDateString();
  const hash = createHash('sha256').update(JSON.stringify([process.version, day, variables]));
  for (const file of (await Promise.all(sources.map(filesOf))).flat()) {
    const content = await readFile(file);
    hash.update(JSON.stringify([relative('.', file), content.length])).update(content);
  }
  return hash.digest('hex').slice(0, 32);
}

/** Builds into a folder, in a process that has only these variables. Rejects with the process's output. */
async function buildInto(dist: string, variables: Variables): Promise<void> {
  const script = fileURLToPath(new URL('build-process.ts', import.meta.url));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [script, dist], {
    env: { PATH, HOME, ASTRO_TELEMETRY_DISABLED: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode !== 0) throw new Error(`${said}${complaint}`.trim());
  process.stdout.write(`${said}${complaint}`);
}

/** Keeps a copy of a build, and deletes the oldest copies. */
async function keep(dist: string, kept: string): Promise<void> {
  const part = `${kept}.${randomUUID()}`;
  await cp(dist, part, { recursive: true });
  // Renamed only when complete. Another process may already have kept the same build.
  await rename(part, kept).catch(() => rm(part, { recursive: true }));
  const builds = readdirSync(dirname(kept)).map((name) => join(dirname(kept), name));
  const newestFirst = builds.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of newestFirst.slice(KEPT)) await rm(old, { recursive: true, force: true });
}

/**
 * Puts the site into the folder `dist`, built with this process's variables plus those in `environment`. If nothing
 * that a build reads has changed since an earlier build of this checkout, copies that build (§20.40).
 */
export async function placeBuild(
  environment: Variables,
  dist: string,
  build = buildInto,
): Promise<void> {
  const variables = variablesOf({ ...process.env, ...environment });
  const hash = await hashOf(variables);
  const kept = resolve('.netlify', 'builds', hash);
  if (existsSync(kept)) {
    utimesSync(kept, new Date(), new Date());
    await step('took the last build', () => cp(kept, dist, { recursive: true }));
    return;
  }
  await step('built the pages', () => build(dist, variables));
  // If a file was changed during the build, only some pages contain the change.
  if ((await hashOf(variables)) === hash) await keep(dist, kept);
}
