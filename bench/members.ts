import { createClient, type Session } from '@supabase/supabase-js';
import type { BrowserContext, Page } from 'playwright';
import type { StackAddresses } from '../local/temporary-stack.ts';
import { storageKeys } from '../src/lib/storage-keys.ts';

/** Signs up a new member; resolves to the session that a login would store. */
export async function newSession(stack: StackAddresses): Promise<Session> {
  const client = createClient(stack.backend, stack.publishableKey, {
    auth: { persistSession: false },
  });
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
