import type { AuthChangeEvent, AuthError, Session as StoredSession } from '@supabase/supabase-js';
import { atom, onMount } from 'nanostores';
import { storageKeys } from './storage-keys.ts';
import { hasStoredLogin, loadSupabase, type Supabase } from './supabase.ts';
import { loginOf, type Login } from './member.ts';
import { storedUser } from './stored-user.ts';

/**
 * Who is logged in on this page. Follows changes to the stored login by other tabs and after a return from the
 * back/forward cache.
 */
export const $login = atom<Login>({ status: 'loading' });

/** Logs in the user returned by a login or a sign-up. */
export function setLogin(user: unknown): void {
  $login.set(loginOf(user));
}

/**
 * True if the account service refused the login, and did not merely fail because of a lost connection, a rate limit or
 * an outage.
 */
export function isRefusal({ name, status }: AuthError): boolean {
  if (name === 'AuthSessionMissingError') return true;
  return name === 'AuthApiError' && (status === 400 || status === 401 || status === 403);
}

function isAnother(shown: Login, stored: Login): boolean {
  if (shown.status !== 'authenticated') return false;
  return stored.status !== 'authenticated' || stored.member.id !== shown.member.id;
}

/**
 * Confirms the stored login with the backend (§11.6). A refused token is renewed once before the login counts as over,
 * because this device's clock may be wrong (R9). While the backend cannot be reached, the stored user counts, so that
 * being offline does not log anyone out.
 */
async function confirmStored({ auth }: Supabase): Promise<Login> {
  const stored = await auth.getSession();
  if (stored.error) return isRefusal(stored.error) ? loginOf(null) : loginOf(storedUser());
  if (!stored.data.session) return loginOf(null);

  const { data, error } = await auth.getUser();
  if (!error) return loginOf(data.user);
  if (!isRefusal(error)) return loginOf(stored.data.session.user);

  const refreshed = await auth.refreshSession();
  if (!refreshed.error) return loginOf(refreshed.data.user);
  if (!isRefusal(refreshed.error)) return loginOf(stored.data.session.user);
  await auth.signOut({ scope: 'local' });
  return loginOf(null);
}

/** If the page's first data is arriving without the account client, that data is parsed first (§12.57). */
async function firstRowsFirst(): Promise<void> {
  if (!globalThis.earlyAnswers || !('requestIdleCallback' in window)) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
}

onMount($login, () => {
  // During the build, no one is logged in.
  if (import.meta.env.SSR) return;

  const page = new AbortController();
  let connected: Promise<Supabase> | undefined;
  let loginOver: BroadcastChannel | undefined;
  page.signal.addEventListener('abort', () => loginOver?.close());
  // A slow reply about an earlier state must not replace a newer one.
  let latest = 0;

  const take = (login: Login) => {
    latest += 1;
    $login.set(login);
  };

  const onAuthEvent = (event: AuthChangeEvent, session: StoredSession | null) => {
    // `confirmStored` checks the same thing at the start.
    if (event === 'INITIAL_SESSION') return;
    if (event === 'SIGNED_OUT') take(loginOf(null));
    else if (session) take(loginOf(session.user));
  };

  const connect = async () => {
    // A message on this channel evicts pages from the back/forward cache, so that going back never shows data of a
    // member who has logged out (§6.16). Open pages get the storage event. We open the channel only if someone is
    // logged in, because a browser that blocks storage may refuse to open it.
    loginOver ??= new BroadcastChannel('admitcircle-session-over');
    await firstRowsFirst();
    const supabase = await loadSupabase();
    if (page.signal.aborted) return supabase;
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      onAuthEvent(event, session);
      if (event === 'SIGNED_OUT') loginOver?.postMessage(event);
    });
    page.signal.addEventListener('abort', () => {
      data.subscription.unsubscribe();
    });
    return supabase;
  };

  const refresh = async () => {
    latest += 1;
    const asked = latest;
    if (!hasStoredLogin()) {
      $login.set(loginOf(null));
      return;
    }
    // Another member's data must disappear before the backend replies.
    if (isAnother($login.get(), loginOf(storedUser()))) $login.set({ status: 'loading' });
    let login: Login;
    try {
      connected ??= connect();
      login = await confirmStored(await connected);
    } catch {
      // The account client could not be downloaded, so we trust the stored user until the next attempt.
      connected = undefined;
      login = loginOf(storedUser());
    }
    if (asked === latest) $login.set(login);
  };

  // Another tab may log a member in or out.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKeys.session || key === null) void refresh();
  };
  // A page from the back/forward cache must not show data of a member who has logged out.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void refresh();
  };
  addEventListener('storage', onStorage, { signal: page.signal });
  addEventListener('pageshow', onPageShow, { signal: page.signal });

  void refresh();
  return () => page.abort();
});
