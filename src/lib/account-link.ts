import { atom, onMount } from 'nanostores';
import { accountLinks, accountLinkStart, type AccountLink } from '../domain/links.ts';
import type { keptText } from './kept-text.ts';
import { hasStoredLogin } from './supabase.ts';

const token = /^[\w-]{8,256}$/;

/** A link from the account service's mails: its purpose and its token. */
export type MailLink = { type: AccountLink; tokenHash: string };

/** Parses the `#token_hash=…&type=…` of such a link (§6.19, §6.22); undefined for anything else. */
export function parseMailLink(fragment: string): MailLink | undefined {
  const given = new URLSearchParams(fragment.slice(1));
  const tokenHash = given.get('token_hash') ?? '';
  const type = accountLinks.find((known) => known === given.get('type'));
  return type && token.test(tokenHash) ? { type, tokenHash } : undefined;
}

/**
 * A store for the link with which the page was opened, parsed by `parse`. Only a button spends its token. With `kept`,
 * the link waits in this tab for that button, even across a login or a reload.
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
    // Keeps the token out of the history, screenshots and shared addresses, unless a reload would then lose it.
    if (opened && (kept?.keep(hash) ?? true)) {
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    $link.set(opened ?? parse(kept?.read() ?? ''));
    // If the tab already shows this page, opening a link only changes the fragment.
    const reload = () => {
      if (parse(location.hash)) location.reload();
    };
    const page = new AbortController();
    addEventListener('hashchange', reload, { signal: page.signal });
    return () => page.abort();
  });
  return $link;
}

/** The link from a mail with which this page was opened. */
export const $mailLink = openedLink(parseMailLink);

/** True if a visitor opened the page with a link that a mail program has cut off (§6.26). Members need no link. */
export const $linkIncomplete = atom(false);

onMount($linkIncomplete, () => {
  if (import.meta.env.SSR) return;
  const isPart = location.hash.startsWith(accountLinkStart) && !parseMailLink(location.hash);
  $linkIncomplete.set(isPart && !hasStoredLogin());
});
