import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readStackConfig } from '../../local/config.ts';
import { stackEnvironment } from '../../local/environment.ts';
import { readKeys } from '../../local/keys.ts';
import { temporaryFolder } from '../samples/folder.ts';

const keys = {
  publishableKey: 'own publishable key',
  secretKey: 'own secret key',
  jwtSecret: 'own JWT secret',
  razorpayKeyId: 'own key id',
  razorpayKeySecret: 'own key secret',
  razorpayWebhookSecret: 'own webhook secret',
  freeInterviewSecret: 'own secret of free interviews',
  linkSecret: 'own secret of links',
};

/** A deployed site’s variables in .env.example, without ports and the business’s texts. */
function deployedVariables(): string[] {
  const sections = readFileSync('.env.example', 'utf8').split(/^# --- /m);
  return sections
    .filter((section) => /^(The site, deployed|Deployed functions) \(/.test(section))
    .flatMap((section) => [...section.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name));
}

/** Runs a module in a folder whose `.env` sets PUBLIC_CITY; returns what the module prints. */
function printed(module: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'PUBLIC_CITY=Pune\n');
  const { PUBLIC_CITY: _, ...env } = process.env;
  const args = ['--input-type=module-typescript', '--eval', module];
  return execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' }).trim();
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the local stack uses its own services, whatever is set in the environment', () => {
  const variables = deployedVariables();
  expect(variables).toContain('SUPABASE_SECRET_KEY');
  const expected = stackEnvironment(readStackConfig({}), keys);
  for (const name of variables) vi.stubEnv(name, 'https://real.example');

  expect(stackEnvironment(readStackConfig({}), keys)).toEqual(expected);
  expect(Object.keys(expected)).toEqual(expect.arrayContaining(variables));
});

test.each([
  ['a command reads .env', 'run', 'Pune'],
  ['a test or a bench does not read .env', 'runWithoutEnvFile', 'undefined'],
])('%s', (_, name, expected) => {
  const file = JSON.stringify(resolve('local/run.ts'));
  const module = `import { ${name} } from ${file}; ${name}(async () => console.log(String(process.env.PUBLIC_CITY)));`;
  expect(printed(module)).toBe(expected);
});

test('§13.20 a dry run of the production build lists in one place what the pages and the functions lack', () => {
  const given = {
    PATH: process.env['PATH'],
    CONTEXT: 'production',
    PUBLIC_SITE_URL: 'https://admitcircle.example',
    PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
    RAZORPAY_KEY_ID: 'rzp_live_abc',
  };
  const { status, stderr } = spawnSync(process.execPath, [resolve('local/build.ts')], {
    cwd: temporaryFolder(),
    env: given,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  const [title, ...lines] = stderr.trim().split('\n');
  expect(title).toBe('Correct these environment variables:');
  const missing = lines.map((line) => /^ {2}(\w+) is missing/.exec(line)?.[1]);
  const ofFunctions = ['SUPABASE_SECRET_KEY', 'RAZORPAY_WEBHOOK_SECRET', 'LINK_SECRET', 'SMTP_URL'];
  expect(missing).toEqual(expect.arrayContaining(['PUBLIC_SUPPORT_EMAIL', ...ofFunctions]));
});

test('§20.20 a data folder keeps its keys, and gets any key that a newer version needs', () => {
  const folder = temporaryFolder();
  const first = readKeys(folder);
  expect(readKeys(folder)).toEqual(first);

  const { freeInterviewSecret: _, ...earlier } = first;
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(earlier));
  const later = readKeys(folder);
  expect(later).toMatchObject(earlier);
  expect(later.freeInterviewSecret).not.toBe(first.freeInterviewSecret);
  expect(readKeys(folder), 'the new key stays').toEqual(later);
});

test('§20.20 a key file without keys is not silently replaced', () => {
  const folder = temporaryFolder();
  for (const text of ['', '[]', '{}', '{"secretKey":1}']) {
    writeFileSync(join(folder, 'keys.json'), text);
    expect(() => readKeys(folder)).toThrow('delete it to make new ones');
  }
});

test.each([
  ['in a workflow', '1', 1, 'Failed:\nPlaywright has no firefox for this machine.'],
  ['elsewhere', '', 0, 'Skipped: Playwright has no firefox for this machine.'],
])(
  'if a browser that was named cannot be installed, a workflow fails and any other run skips it: %s',
  (_, CI, status, said) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'playwright'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const env = { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder, CI };
    const ran = spawnSync(process.execPath, ['tests/run.ts', 'e2e', '--project=firefox'], {
      env,
      encoding: 'utf8',
    });
    expect(ran.stdout).toContain(said);
    expect(ran.status).toBe(status);
  },
);
