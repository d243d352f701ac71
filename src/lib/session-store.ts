import type { AuthChangeEvent, AuthError, Session as StoredSession } from '@supabase/supabase-js';
import { atom, onMount } from 'nanostores';
import { storageKeys } from './storage-keys.ts';
import { hasStoredSession, loadSupabase, type Supabase } from './supabase.ts';
import { sessionOf, type Session } from './member.ts';
import { storedUser } from './stored-user.ts';

/** The session of this page. It follows the stored session, across tabs and the back/forward cache. */
export const $session = atom<Session>({ status: 'loading' });

/** Sets the session to the user that a sign-in or a sign-up returned. */
export function setSessionUser(user: unknown): void {
  $session.set(sessionOf(user));
}

/** True if the account service refused the session, as opposed to no connection, a rate limit or an outage. */
function isRefusal({ name, status }: AuthError): boolean {
  if (name === 'AuthSessionMissingError') return true;
  return name === 'AuthApiError' && (status === 400 || status === 401 || status === 403);
}

function isAnother(shown: Session, stored: Session): boolean {
  if (shown.status !== 'authenticated') return false;
  return stored.status !== 'authenticated' || stored.member.id !== shown.member.id;
}

/**
 * Confirms the stored session with the backend (§11.6). A refused token is renewed once before the session counts as
 * over, because the clock of this device may be wrong (R9). While the backend cannot be reached, the stored user
 * counts: being offline logs nobody out.
 */
async function confirmStored({ auth }: Supabase): Promise<Session> {
  const stored = await auth.getSession();
  if (stored.error) return isRefusal(stored.error) ? sessionOf(null) : sessionOf(storedUser());
  if (!stored.data.session) return sessionOf(null);

  const { data, error } = await auth.getUser();
  if (!error) return sessionOf(data.user);
  if (!isRefusal(error)) return sessionOf(stored.data.session.user);

  const refreshed = await auth.refreshSession();
  if (!refreshed.error) return sessionOf(refreshed.data.user);
  if (!isRefusal(refreshed.error)) return sessionOf(stored.data.session.user);
  await auth.signOut({ scope: 'local' });
  return sessionOf(null);
}

onMount($session, () => {
  // The build has no session.
  if (import.meta.env.SSR) return;

  const page = new AbortController();
  let connected: Promise<Supabase> | undefined;
  // A slow answer about an earlier state must not replace a newer one.
  let latest = 0;

  const take = (session: Session) => {
    latest += 1;
    $session.set(session);
  };

  const onAuthEvent = (event: AuthChangeEvent, session: StoredSession | null) => {
    // confirmStored finds out the same.
    if (event === 'INITIAL_SESSION') return;
    if (event === 'SIGNED_OUT') take(sessionOf(null));
    else if (session) take(sessionOf(session.user));
  };

  const connect = async () => {
    const supabase = await loadSupabase();
    if (page.signal.aborted) return supabase;
    // A message evicts pages from the back/forward cache, so that going back shows no data of a member who has
    // logged out (§6.16). Open pages get the storage event. The channel is opened only with a session, because a
    // browser that blocks storage may refuse to open it.
    const sessionOver = new BroadcastChannel('admitcircle-session-over');
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      onAuthEvent(event, session);
      if (event === 'SIGNED_OUT') sessionOver.postMessage(event);
    });
    page.signal.addEventListener('abort', () => {
      data.subscription.unsubscribe();
      sessionOver.close();
    });
    return supabase;
  };

  const refresh = async () => {
    latest += 1;
    const asked = latest;
    if (!hasStoredSession()) {
      $session.set(sessionOf(null));
      return;
    }
    // Another member's data is hidden before the backend answers.
    if (isAnother($session.get(), sessionOf(storedUser()))) $session.set({ status: 'loading' });
    let session: Session;
    try {
      connected ??= connect();
      session = await confirmStored(await connected);
    } catch {
      // The account client could not be downloaded: the stored user counts until the next attempt.
      connected = undefined;
      session = sessionOf(storedUser());
    }
    if (asked === latest) $session.set(session);
  };

  // Another tab signed in or out.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKeys.session || key === null) void refresh();
  };
  // A page from the back/forward cache must not show a member who has logged out.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void refresh();
  };
  addEventListener('storage', onStorage, { signal: page.signal });
  addEventListener('pageshow', onPageShow, { signal: page.signal });

  void refresh();
  return () => page.abort();
});
