/**
 * `npm run bench:build`: times the build with ten and with a thousand FAQs and testimonials, in a copy
 * of the project.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import * as v from 'valibot';
import { runWithoutEnvFile } from '../local/run.ts';

const execute = promisify(execFile);
const sources = ['src', 'public', 'build', 'package.json', 'tsconfig.json', 'astro.config.mjs'];
const sizes = [10, 1_000];

const entries = v.array(v.looseObject({ id: v.string() }));

/** Repeats the entries of a list until there are `count`, each with its own id and serial number. */
async function multiply(file: string, count: number): Promise<void> {
  const list = v.parse(entries, parse(await readFile(file, 'utf8')));
  const many = Array.from({ length: count }, (_, n) => {
    const entry = list[n % list.length];
    return {
      ...entry,
      id: `entry-${n}`,
      ...(entry?.['serial'] !== undefined && { serial: n + 1 }),
    };
  });
  await writeFile(file, stringify(many));
}

/** How long a build with `count` of each takes, in ms. */
async function buildWith(count: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'admitcircle-build-'));
  for (const name of sources) await cp(name, join(folder, name), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  for (const name of ['faqs', 'testimonials']) {
    await multiply(join(folder, `src/content/${name}.yml`), count);
  }
  const env = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    PUBLIC_SITE_URL: 'http://localhost:4321',
    PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321',
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_bench',
  };
  const started = Date.now();
  await execute('astro', ['build'], { cwd: folder, env });
  const ms = Date.now() - started;
  await rm(folder, { recursive: true, force: true });
  return ms;
}

runWithoutEnvFile(async () => {
  console.log('| FAQs and testimonials | build, s |\n| ---: | ---: |');
  for (const count of sizes) {
    console.log(`| ${count} | ${((await buildWith(count)) / 1000).toFixed(1)} |`);
  }
});
