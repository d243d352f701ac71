import { createClient, type Session } from '@supabase/supabase-js';
import type { BrowserContext, Page } from 'playwright';
import type { StackAddresses } from '../local/temporary-stack.ts';
import { storageKeys } from '../src/lib/storage-keys.ts';

const keepsNothing = { auth: { persistSession: false } };

/** Signs up a new member; resolves to the session that a login would store. */
export async function newSession(stack: StackAddresses): Promise<Session> {
  const client = createClient(stack.backend, stack.publishableKey, keepsNothing);
  const { data, error } = await client.auth.signUp({
    email: `${crypto.randomUUID()}@example.com`,
    password: 'a long password',
    options: { data: { firstname: 'Asha', lastname: 'Rao' } },
  });
  if (!data.session) throw error ?? new Error('The sign-up returned no session.');
  return data.session;
}

/** Signs a member in on a page, or on every page of a context, from its next load on. */
export async function signIn(browser: BrowserContext | Page, session: Session): Promise<void> {
  await browser.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    storageKeys.session,
    JSON.stringify(session),
  ] as const);
}

/** Gives a member this many paid orders. */
export async function giveOrders(
  stack: StackAddresses,
  userId: string,
  count: number,
): Promise<void> {
  const client = createClient(stack.backend, stack.secretKey, keepsNothing);
  const rows = Array.from({ length: count }, () => ({
    user_id: userId,
    pack: 'single',
    amount: 69_900,
    receipt: `ac_${crypto.randomUUID().replaceAll('-', '')}`,
    idempotency_key: crypto.randomUUID(),
    status: 'paid',
  }));
  await client.from('orders').insert(rows).throwOnError();
}
