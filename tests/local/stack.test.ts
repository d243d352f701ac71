import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test } from 'vitest';
import { readStackConfig, temporaryConfig, type StackConfig } from '../../local/config.ts';
import { stackUrls } from '../../local/environment.ts';
import { readKeys } from '../../local/keys.ts';
import { listening } from '../../local/listening.ts';
import { startMailbox } from '../../local/mailbox/start.ts';
import { startServices } from '../../local/stack.ts';
import type { Database } from '../../src/lib/database.types.ts';
import { freePorts } from '../../local/free-ports.ts';
import { single } from '../samples/packs.ts';

const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

async function newConfig(): Promise<StackConfig> {
  const config = await temporaryConfig();
  cleanUp.push(() => rm(config.dataDir, { recursive: true, force: true }));
  return config;
}

async function start(config: StackConfig) {
  const parts = await startServices(config, readKeys(config.dataDir));
  cleanUp.push(() => parts.stop());
  return parts;
}

/** Listens on a port until the test ends. */
async function occupy(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await listening(server, 'any variable', port);
  cleanUp.push(() => new Promise((resolve) => server.close(resolve)));
}

function clients(config: StackConfig) {
  const { publishableKey, secretKey } = readKeys(config.dataDir);
  const { backend } = stackUrls(config);
  const auth = { persistSession: false, autoRefreshToken: false };
  return {
    visitor: createClient<Database>(backend, publishableKey, { auth }),
    service: createClient<Database>(backend, secretKey, { auth }),
  };
}

/** Calls the sandbox’s `/v1/orders`, which lists orders or creates an order; resolves to the reply’s text. */
async function sandboxOrders(config: StackConfig, init?: RequestInit): Promise<string> {
  const { razorpayKeyId, razorpayKeySecret } = readKeys(config.dataDir);
  const response = await fetch(`${stackUrls(config).sandbox}/v1/orders`, {
    ...init,
    headers: {
      authorization: `Basic ${btoa(`${razorpayKeyId}:${razorpayKeySecret}`)}`,
      'content-type': 'application/json',
    },
  });
  return response.text();
}

test('accounts, orders and the sandbox’s data survive a restart', async () => {
  const config = await newConfig();
  const credentials = { email: 'keeps@example.com', password: 'correct horse' };
  const receipt = 'ac_kept';

  const first = await start(config);
  const { data: account } = await clients(config).visitor.auth.signUp(credentials);
  const userId = account.user?.id ?? '';
  await clients(config)
    .service.rpc('open_order', {
      p_user_id: userId,
      p_pack: 'single',
      p_amount: single.paise,
      p_idempotency_key: crypto.randomUUID(),
    })
    .throwOnError();
  const body = JSON.stringify({ amount: single.paise, currency: 'INR', receipt });
  await sandboxOrders(config, { method: 'POST', body });
  await first.stop();

  await start(config);
  const { data, error } = await clients(config).visitor.auth.signInWithPassword(credentials);
  expect(error).toBeNull();
  expect(data.user?.id).toBe(userId);
  const { data: orders } = await clients(config)
    .service.from('orders')
    .select('pack, status')
    .eq('user_id', userId)
    .throwOnError();
  expect(orders).toEqual([{ pack: 'single', status: 'created' }]);
  expect(await sandboxOrders(config)).toContain(receipt);
});

test.each([
  ['site', 'PORT'],
  ['backend', 'SUPABASE_PORT'],
  ['mailbox', 'MAILBOX_PORT'],
  ['smtp', 'SMTP_PORT'],
  ['sandbox', 'SANDBOX_PORT'],
] as const)(
  'if the port of the %s is taken, this is reported before anything starts, together with %s',
  async (part, variable) => {
    const config = await newConfig();
    await occupy(config.ports[part]);
    const dataDir = join(config.dataDir, 'backend');

    await expect(startServices(config, readKeys(config.dataDir))).rejects.toThrow(
      `Port ${config.ports[part]} is already in use. Stop what uses it (npm start in another terminal?), or set ${variable} to a free port.`,
    );
    expect(existsSync(dataDir)).toBe(false);
    // The other ports are still free.
    const others = Object.values(config.ports).filter((port) => port !== config.ports[part]);
    for (const port of others) await occupy(port);
  },
);

test('an email port that is taken just before the start is reported', async () => {
  const [port = 0, smtpPort = 0] = await freePorts(2);
  await occupy(smtpPort);
  await expect(startMailbox({ port, smtpPort })).rejects.toThrow(/set SMTP_PORT to a free port/);
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number'],
  [{ SMTP_PORT: '70000' }, 'SMTP_PORT must be a port number'],
  // With 0 the system would choose another port, which nothing else would know.
  [{ PORT: '0' }, 'PORT must be a port number'],
  [{ LOCAL_CONFIRM_EMAIL: 'yes' }, 'LOCAL_CONFIRM_EMAIL must be 0 or 1'],
  [{ PORT: '54321' }, 'PORT and SUPABASE_PORT are both 54321'],
])('the setting %j is refused: %s', (variables, reason) => {
  expect(() => readStackConfig(variables)).toThrow(reason);
});

test('an empty variable counts as not set', () => {
  expect(readStackConfig({ PORT: '' }).ports.site).toBe(4321);
});
