import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type BackendKeys, generateKeys, startBackend } from '../../../local/backend/start.ts';
import { freePort } from '../../../local/free-ports.ts';
import type { Database } from '../../../src/lib/database.types.ts';
import { overHttp } from '../../samples/caller.ts';

export type Client = SupabaseClient<Database>;
export type Member = { id: string; email: string; token: string; client: Client };
export type TestBackend = Awaited<ReturnType<typeof startTestBackend>>;

/** The password of every test member. */
export const PASSWORD = 'a long password';

/** A client that keeps its session in memory and starts no timers. */
export function newClient(url: string, key: string): Client {
  return createClient<Database>(url, key, {
    auth: { autoRefreshToken: false, detectSessionInUrl: false, persistSession: false },
  });
}

export async function signUp(
  url: string,
  keys: BackendKeys,
  metadata: Record<string, unknown> = {},
): Promise<Member> {
  const client = newClient(url, keys.publishableKey);
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: metadata },
  });
  if (!data.user || !data.session) throw error ?? new Error('the sign-up returned no session');
  return { id: data.user.id, email, token: data.session.access_token, client };
}

/** Starts a backend on a free port with an empty data folder, with clients to talk to it. */
export async function startTestBackend({ confirmEmail = false } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'db-test-'));
  const smtpPort = await freePort();
  const keys = generateKeys();
  const backend = await startBackend({
    port: await freePort(),
    dataDir,
    siteUrl: 'http://localhost:4321',
    smtpPort,
    confirmEmail,
    keys,
  });
  const here = overHttp(backend.url, keys);
  return {
    /** What the samples write with; members from `newMember` can call too. */
    here,
    url: backend.url,
    keys,
    smtpPort,
    /** Asks a service with this token; a visitor has the public key. */
    ask: (path: string, token = keys.publishableKey, { headers, ...init }: RequestInit = {}) =>
      fetch(`${backend.url}${path}`, {
        redirect: 'manual',
        ...init,
        headers: {
          apikey: token === keys.secretKey ? token : keys.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        },
      }),
    anonymous: newClient(backend.url, keys.publishableKey),
    service: newClient(backend.url, keys.secretKey),
    async newMember(metadata?: Record<string, unknown>) {
      const member = await signUp(backend.url, keys, metadata);
      here.know(member);
      return member;
    },
    async stop() {
      await backend.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
