/** What supabase/config.toml sets, and what the Supabase CLI makes of the file and of the commands in the documents. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { afterAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { fakeService } from '../functions/servers.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'supabase-cli-'));
cpSync(join(root, 'supabase'), join(folder, 'supabase'), {
  recursive: true,
  filter: (path) => path !== join(root, 'supabase/cli'),
});
afterAll(() => rmSync(folder, { recursive: true }));

/** `npm run supabase` installs the CLI; most machines do without its 190 MB. */
const cli = join(root, 'supabase/cli/node_modules/supabase/dist/supabase.js');
const withCli = test.skipIf(!existsSync(cli));

const needed = {
  auth: {
    site_url: 'env(PUBLIC_SITE_URL)',
    email: {
      enable_confirmations: false,
      double_confirm_changes: true,
      smtp: { enabled: true, host: 'env(SMTP_HOST)' },
    },
    mfa: { totp: { enroll_enabled: true, verify_enabled: true } },
    // The first limit applies only with our own mail service, and is not pushed without one.
    rate_limit: { email_sent: 1000, sign_in_sign_ups: 300 },
  },
  storage: { file_size_limit: '4MiB' },
};

test('the configuration sets everything that a deployed project needs', () => {
  expect(parse(readFileSync(join(root, 'supabase/config.toml'), 'utf8'))).toMatchObject(needed);
});

/** Runs the CLI in a copy of the project, with its own home folder and only these variables. */
function supabase(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | string; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [cli, ...args],
      {
        cwd: folder,
        env: { HOME: folder, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', ...env },
      },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Replaces Supabase’s own API with one that knows no settings of the project yet. */
async function managementApi(): Promise<string> {
  const { url } = await fakeService(() => ({ body: {} }));
  const names = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${url}`);
  const profile = join(folder, 'profile.yaml');
  writeFileSync(profile, ['name: test', 'project_host: test', ...names].join('\n'));
  return profile;
}

const difference = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ changes: v.array(v.object({ path: v.array(v.string()), local: v.unknown() })) }),
);

withCli(
  'the CLI accepts the configuration and would set everything that a deployed project needs',
  async () => {
    const profile = await managementApi();
    const ref = 'abcdefghijklmnopqrst';
    const { code, stdout, stderr } = await supabase(
      ['config', 'diff', `--remote=${ref}`, '--profile', profile, '--output-format', 'json'],
      {
        SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
        PUBLIC_SITE_URL: 'https://site.example',
        SMTP_HOST: 'smtp.example',
      },
    );
    expect(stderr).not.toMatch(/WARN|deprecated|no longer supported/i);
    expect(code, stderr).toBe(0);
    const { changes } = v.parse(difference, stdout);
    const settings = Object.fromEntries(changes.map(({ path, local }) => [path.join('.'), local]));
    expect(settings).toMatchObject({
      'auth.site_url': 'https://site.example',
      'auth.email.enable_confirmations': false,
      'auth.email.double_confirm_changes': true,
      'auth.mfa.totp.enroll_enabled': true,
      'auth.mfa.totp.verify_enabled': true,
      'auth.email.smtp.enabled': true,
      'auth.email.smtp.host': 'smtp.example',
      // The limit applies only with our own mail service, and is not pushed without one.
      'auth.rate_limit.email_sent': 1000,
      'auth.rate_limit.sign_in_sign_ups': 300,
      'storage.file_size_limit': '4MiB',
    });
  },
);

test('the documents say to push migrations to the linked project, never to a local database', () => {
  for (const document of ['docs/launch.md', 'docs/hosting.md']) {
    const text = readFileSync(join(root, document), 'utf8');
    const pushes = text.match(/supabase -- db push\b.*/g) ?? [];
    expect(pushes.length, document).toBeGreaterThan(0);
    for (const push of pushes) expect(push).toMatch(/^supabase -- db push --remote\b/);
  }
});

withCli('the CLI knows the command that pushes migrations', async () => {
  const { code, stderr } = await supabase(['db', 'push', '--remote', '--dry-run']);
  expect(code).toBe(1);
  expect(stderr).toContain('Have you run supabase link?');
});

test('files that the CLI writes when it is linked are ignored by git', () => {
  const written = 'supabase/.temp/linked-project.json';
  expect(execFileSync('git', ['check-ignore', written], { cwd: root, encoding: 'utf8' })).toBe(
    `${written}\n`,
  );
});
