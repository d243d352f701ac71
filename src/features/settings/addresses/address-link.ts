import { atom, onMount } from 'nanostores';
import { storageKeys } from '../../../lib/storage-keys.ts';

const token = /^[0-9a-f]{64}$/;

/** The link of our mail that this tab was opened with, or `incomplete` for a part of one. */
export type MailedLink = { token: string } | 'incomplete';

/** The parts of addresses in which our mails end. */
type LinkStart = '#address_token=' | '#email_token=';

/** Reads the token of our mails behind `start` (§15.60, §18.82); undefined for anything else. */
export function parseMailedLink(fragment: string, start: LinkStart): MailedLink | undefined {
  if (!fragment.startsWith(start)) return undefined;
  const given = fragment.slice(start.length);
  return token.test(given) ? { token: given } : 'incomplete';
}

/**
 * A store of the mailed link that waits for its button in this tab. It outlives a login on the way, for which
 * the head script `guard` keeps it.
 */
export function mailedLink(start: LinkStart) {
  const $link = atom<MailedLink | undefined>();
  onMount($link, () => {
    if (import.meta.env.SSR) return;
    if (parseMailedLink(location.hash, start)) {
      sessionStorage.setItem(storageKeys.addressLink, location.hash);
      // So that the token is in no history, screenshot or shared address.
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    const link = parseMailedLink(sessionStorage.getItem(storageKeys.addressLink) ?? '', start);
    // A part of a link is of no use after a reload either.
    if (link === 'incomplete') forgetMailedLink();
    $link.set(link);
    // A link opened in a tab that already shows this page only changes the fragment.
    const reload = () => {
      if (parseMailedLink(location.hash, start)) location.reload();
    };
    const page = new AbortController();
    addEventListener('hashchange', reload, { signal: page.signal });
    return () => page.abort();
  });
  return $link;
}

/** The link of our mail that proves an address. */
export const $addressLink = mailedLink('#address_token=');

/** Forgets the link once it was spent or refused. */
export function forgetMailedLink(): void {
  sessionStorage.removeItem(storageKeys.addressLink);
}
