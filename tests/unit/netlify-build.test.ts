/** What Netlify makes of netlify.toml and functions/, using the libraries of its own build. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from '@netlify/config';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { functionNames, loadFunction } from '../../local/site/function-routes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

// The library types its settings as `any`.
const settings = v.object({
  functionsDirectory: v.string(),
  build: v.object({
    command: v.string(),
    publish: v.string(),
    environment: v.object({ NODE_VERSION: v.string(), NPM_FLAGS: v.string() }),
  }),
});

const manifest = v.object({
  functions: v.array(
    v.object({
      name: v.string(),
      region: v.optional(v.string()),
      schedule: v.optional(v.string()),
      bundler: v.string(),
      runtimeVersion: v.optional(v.string()),
      routes: v.optional(v.array(v.object({ pattern: v.string() })), []),
      trafficRules: v.optional(v.unknown()),
    }),
  ),
});

test('the production build finds its settings, and every function with its paths', async () => {
  const resolved = await resolveConfig({
    cwd: root,
    repositoryRoot: root,
    context: 'production',
    branch: 'main',
    mode: 'buildbot',
    offline: true,
  });
  const { build, functionsDirectory } = v.parse(settings, resolved.config);
  expect(build).toMatchObject({ command: 'npx astro build', publish: join(root, 'dist') });
  expect(build.environment).toMatchObject({ NODE_VERSION: '24', NPM_FLAGS: '--omit=dev' });

  const folder = await mkdtemp(join(tmpdir(), 'netlify-build-'));
  const file = join(folder, 'manifest.json');
  await zipFunctions(functionsDirectory, folder, {
    archiveFormat: 'none',
    basePath: root,
    config: { '*': { nodeVersion: build.environment.NODE_VERSION } },
    manifest: file,
  });
  const { functions } = v.parse(
    v.pipe(v.string(), v.parseJson(), manifest),
    await readFile(file, 'utf8'),
  );
  await rm(folder, { recursive: true });

  const found = functions.map(({ name, routes, schedule }) => [
    name,
    schedule ?? routes.map(({ pattern }) => pattern),
  ]);
  const asked = functionNames.map(async (name) => {
    const { config } = await loadFunction(name);
    return [name, 'schedule' in config ? config.schedule : [config.path].flat()];
  });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(await Promise.all(asked)));
  for (const { name, bundler, ...settings } of functions) {
    expect(settings, name).toMatchObject({ region: 'sin', runtimeVersion: 'nodejs24.x' });
    expect(['esbuild', 'nft'], name).toContain(bundler);
  }
  // A free plan accepts two rules, and what happens to a third is not documented.
  const limited = functions.filter(({ trafficRules }) => trafficRules !== undefined);
  expect(limited.length).toBeLessThanOrEqual(2);
});

function timesAnHour(schedule: string): number {
  const [, every, step] = /^(\*(?:\/(\d+))?|\d+) \* \* \* \*$/.exec(schedule) ?? [];
  if (every === undefined) throw new Error(`The documents cannot count ${schedule}.`);
  return every.startsWith('*') ? 60 / Number(step ?? 1) : 1;
}

test('the documents give the same numbers of functions, schedules and credits as the code', async () => {
  const [launch = '', hosting = '', architecture = ''] = await Promise.all(
    ['docs/launch.md', 'docs/hosting.md', 'ARCHITECTURE.md'].map(async (file) =>
      (await readFile(join(root, file), 'utf8')).replaceAll(/ +/g, ' '),
    ),
  );
  const loaded = functionNames.map(async (name) => ({
    name,
    ...(await loadFunction(name)).config,
  }));
  const jobs = (await Promise.all(loaded)).flatMap(({ name, schedule }) =>
    schedule === undefined ? [] : [{ name, hourly: timesAnHour(schedule) }],
  );
  expect(launch).toContain(`names ${functionNames.length} functions`);
  expect(architecture).toContain(`There are ${functionNames.length},`);
  const [, named = ''] = /the schedules of\s([^.]*?),\s?and the rate/.exec(launch) ?? [];
  expect(named.match(/\w+(?=`)/g)).toEqual(jobs.map(({ name }) => name).sort());

  const rows = [...hosting.matchAll(/^\| Netlify, (.*) \| (\d+) credits? \| (\d+) credits? \|$/gm)];
  const costs = rows.map(([, what = '', few, many]) => ({
    what,
    few: Number(few),
    many: Number(many),
  }));
  for (const { name, hourly } of jobs) {
    const times = hourly * 24 * 30;
    const row = costs.find(({ what }) => what.includes(`\`${name}\``));
    const seconds = Number(/([\d.]+) s each/.exec(row?.what ?? '')?.[1]);
    expect(row?.what, name).toContain(`schedule: ${times.toLocaleString('en')} runs`);
    // An hour with 1 GB costs 10 credits, and 10,000 requests cost 2.
    const credits = Math.round((times * seconds) / 360 + times / 5000);
    expect([row?.few, row?.many], name).toEqual([credits, credits]);
  }
  expect(costs.filter(({ what }) => what.includes('schedule'))).toHaveLength(jobs.length);
  const [few, many] = [costs.map((row) => row.few), costs.map((row) => row.many)].map((column) =>
    column.reduce((sum, credits) => sum + credits, 0),
  );
  expect(hosting).toContain(`| ${few} credits, **$20** | ${many} credits, **$20** |`);
  expect(hosting).toMatch(new RegExp(`fewer\\sthan these ${few},`));
  // The cells look like '$25' and '$2 to $14', and the last row is the sum of the others.
  const dollars = [...hosting.matchAll(/^\| .*? \| (.*\$\d.*) \| (.*\$\d.*) \|$/gm)].map(
    ([, ...cells]) =>
      cells.map((cell) => {
        const [least, most = least] = [...cell.matchAll(/\$(\d+)/g)].map(([, sum]) => Number(sum));
        return [least, most];
      }),
  );
  const total = dollars.pop();
  const sum = (column: number, end: number) =>
    dollars.reduce((before, row) => before + Number(row[column]?.[end]), 0);
  expect(total).toEqual([0, 1].map((column) => [sum(column, 0), sum(column, 1)]));

  for (const [words, minutes, least, most] of [
    ['five minutes', 5, 12, 60],
    ['ten minutes', 10, 6, 6],
    ['hour', 60, 1, 1],
  ] as const) {
    const often = jobs.filter(({ hourly }) => hourly >= least && hourly <= most);
    const calls = often.reduce((sum, { hourly }) => sum + (hourly * minutes) / 60, 0);
    expect(architecture).toContain(`every ${words} | ${calls} (`);
  }
});
