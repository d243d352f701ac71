import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { prepareWorkspace } from './workspace.ts';

/** The backend's keys. The secret key and the JWT secret must stay on the server. */
export type BackendKeys = { publishableKey: string; secretKey: string; jwtSecret: string };

export type Backend = {
  /** The URL for supabase-js, without a trailing slash. */
  url: string;
  /** Ends the process after the current request, or after 5 s; the data is kept. */
  stop(): Promise<void>;
};

/** The only report from process.ts: that it is ready, or why it failed. */
const reportSchema = v.variant('state', [
  v.object({ state: v.literal('ready') }),
  v.object({ state: v.literal('failed'), reason: v.string() }),
]);

const STOP_TIMEOUT_MS = 5_000;

/**
 * The key gives access only to what is public. It never changes, because pages contain it: that way, one build works
 * for every stack.
 */
const PUBLISHABLE_KEY = 'sb_publishable_of_every_local_stack_000';

/** New keys in Supabase's format. Secret keys are random. */
export function generateKeys(): BackendKeys {
  return {
    publishableKey: PUBLISHABLE_KEY,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(48).toString('base64url'),
  };
}

/**
 * Starts the local backend (accounts, tables, storage; §20.12) on 127.0.0.1, in a child process that ends with this
 * one. Resolves once an anonymous read of the home content succeeds. Rejects with a one-line error if the port is
 * taken, if another backend holds the data folder, or if its data cannot be read or brought to the declared schema
 * (§20.39). Data stays in dataDir between runs, and mail goes to smtpPort on this machine. With confirmEmail, members
 * confirm their address by mail before the first login.
 */
export async function startBackend(options: {
  port: number;
  dataDir: string;
  siteUrl: string;
  smtpPort: number;
  confirmEmail?: boolean;
  keys: BackendKeys;
}): Promise<Backend> {
  const { keys } = options;
  await prepareWorkspace(options);
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), {
    cwd: options.dataDir,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      BACKEND_PORT: String(options.port),
      BACKEND_SMTP_PORT: String(options.smtpPort),
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      SUPABASE_JWT_SECRET: keys.jwtSecret,
      EXPERIMENTAL_STORAGE: '1',
      DO_NOT_TRACK: '1',
    },
  });
  const exited = once(child, 'exit');

  async function stop(): Promise<void> {
    const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    if (child.connected) child.disconnect();
    await exited;
    clearTimeout(deadline);
  }

  const report = await Promise.race([
    once(child, 'message').then(([message]) => v.parse(reportSchema, message)),
    exited.then(
      ([code]) => ({ state: 'failed', reason: `its process ended with code ${code}` }) as const,
    ),
  ]);
  if (report.state === 'failed') {
    await stop();
    throw new Error(`The local backend did not start: ${report.reason}`);
  }

  const url = `http://127.0.0.1:${options.port}`;
  const home = await fetch(`${url}/rest/v1/home?select=imagename&limit=1`, {
    headers: { apikey: keys.publishableKey },
  });
  if (home.status !== 200) {
    await stop();
    throw new Error(
      `The local backend did not start: reading home answered ${home.status}. If the data in ${options.dataDir} is damaged, delete that folder to start over`,
    );
  }
  const ended = () =>
    console.error('The local backend ended unexpectedly: stop this command and start it again.');
  child.once('exit', ended);
  return {
    url,
    async stop() {
      child.off('exit', ended);
      await stop();
    },
  };
}
