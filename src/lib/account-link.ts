import { atom, onMount } from 'nanostores';
import { accountLinks, accountLinkStart, type AccountLink } from '../domain/links.ts';
import type { keptText } from './kept-text.ts';
import { hasStoredLogin } from './supabase.ts';

const token = /^[\w-]{8,256}$/;

/** A link from the account service's emails, with its purpose and its token. */
export type MailLink = { type: AccountLink; tokenHash: string };

/** Parses the `#token_hash=…&type=…` of such a link (§6.19, §6.22); undefined for anything else. */
export function parseMailLink(fragment: string): MailLink | undefined {
  const given = new URLSearchParams(fragment.slice(1));
  const tokenHash = given.get('token_hash') ?? '';
  const type = accountLinks.find((known) => known === given.get('type'));
  return type && token.test(tokenHash) ? { type, tokenHash } : undefined;
}

/**
 * A store for the link that opened the page, parsed by `parse`. With `kept`, the link stays in this tab until its token
 * is used up, even across a login or a reload.
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
    // Keeps the token out of the history, screenshots and shared addresses, unless the link would then be lost in a
    // reload.
    if (opened && (kept?.keep(hash) ?? true)) {
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    $link.set(opened ?? parse(kept?.read() ?? ''));
    // If the tab already shows this page, following a link only changes the fragment.
    const reload = () => {
      if (parse(location.hash)) location.reload();
    };
    const page = new AbortController();
    addEventListener('hashchange', reload, { signal: page.signal });
    return () => page.abort();
  });
  return $link;
}

/** The link from an email that opened this page. */
export const $mailLink = openedLink(parseMailLink);

/** True if a visitor opened the page from a link that a mail program has cut off (§6.26). Members need no link. */
export const $linkIncomplete = atom(false);

onMount($linkIncomplete, () => {
  if (import.meta.env.SSR) return;
  const isPart = location.hash.startsWith(accountLinkStart) && !parseMailLink(location.hash);
  $linkIncomplete.set(isPart && !hasStoredLogin());
});
