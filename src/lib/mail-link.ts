import { atom, onMount } from 'nanostores';
import { hasStoredSession } from './supabase.ts';

const types = ['recovery', 'email', 'email_change'] as const;
const token = /^[\w-]{8,256}$/;

/** A link from one of our mails: its purpose and its token. */
export type MailLink = { type: (typeof types)[number]; tokenHash: string };

/** The start of the part of an address that our mails end in. */
const linkStart = '#token_hash=';

/** Reads the `#token_hash=…&type=…` of our mails (§6.19, §6.22); undefined for anything else. */
export function parseMailLink(fragment: string): MailLink | undefined {
  const given = new URLSearchParams(fragment.slice(1));
  const tokenHash = given.get('token_hash') ?? '';
  const type = types.find((known) => known === given.get('type'));
  return type && token.test(tokenHash) ? { type, tokenHash } : undefined;
}

/** The mail link this page was opened with. Its token is spent only when somebody presses a button. */
export const $mailLink = atom<MailLink | undefined>();

/**
 * True when a visitor opened the page with a part of a mail link, which some mail programs cut (§6.26). A
 * member needs no link.
 */
export const $linkIncomplete = atom(false);

onMount($linkIncomplete, () => {
  if (import.meta.env.SSR) return;
  const isPart = location.hash.startsWith(linkStart) && !parseMailLink(location.hash);
  $linkIncomplete.set(isPart && !hasStoredSession());
});

onMount($mailLink, () => {
  if (import.meta.env.SSR) return;
  const link = parseMailLink(location.hash);
  if (link) {
    $mailLink.set(link);
    // So that the token is in no history, screenshot or shared address.
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  // A link opened in a tab that already shows this page only changes the fragment.
  const reload = () => {
    if (parseMailLink(location.hash)) location.reload();
  };
  const page = new AbortController();
  addEventListener('hashchange', reload, { signal: page.signal });
  return () => page.abort();
});
