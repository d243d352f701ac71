import { wasLoggedOut } from '../session/login-flag.ts';
import { $session } from '../session/session-store.ts';
import { $loggingOut } from './logout.ts';
import { sessionEnded } from './login-address.ts';
import { mailLink } from './mail-link.ts';

function loginAddress(): string {
  const query = new URLSearchParams({ next: location.pathname + location.search });
  if (!wasLoggedOut()) query.set(sessionEnded, '1');
  return `/login?${query}`;
}

/**
 * Keeps a member's page for members: once loading has ended, an anonymous visitor is sent to the
 * login and comes back afterwards (spec §2). A logout goes home by itself, and the link of a reset
 * mail works for somebody who is not signed in.
 */
export function guardMemberPage(): void {
  if (mailLink()?.type === 'recovery') return;
  $session.subscribe(({ status }) => {
    if (status !== 'anonymous' || $loggingOut.get()) return;
    // What this tab kept of the member goes with a logout in another one.
    if (wasLoggedOut()) sessionStorage.clear();
    document.documentElement.removeAttribute('data-session');
    location.replace(loginAddress());
  });
}
