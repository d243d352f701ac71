import { atom, onMount } from 'nanostores';
import type { keptText } from './kept-text.ts';
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

/**
 * A store of the link in the address that the page was opened with, as `parse` reads it. Its token is spent only when
 * somebody presses a button. With `kept`, the link waits in this tab for that button, also across a login or a reload.
 */
export function openedLink<Link>(
  parse: (fragment: string) => Link | undefined,
  kept?: ReturnType<typeof keptText>,
) {
  const $link = atom<Link | undefined>();
  onMount($link, () => {
    if (import.meta.env.SSR) return;
    const { hash } = location;
    const opened = parse(hash);
    // So that the token is in no history, screenshot or shared address. It stays where a reload would lose it.
    if (opened && (kept?.keep(hash) ?? true)) {
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    $link.set(opened ?? parse(kept?.read() ?? ''));
    // A link opened in a tab that already shows this page only changes the fragment.
    const reload = () => {
      if (parse(location.hash)) location.reload();
    };
    const page = new AbortController();
    addEventListener('hashchange', reload, { signal: page.signal });
    return () => page.abort();
  });
  return $link;
}

/** The mail link this page was opened with. */
export const $mailLink = openedLink(parseMailLink);

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
