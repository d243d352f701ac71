import { atom, onMount } from 'nanostores';
import { storageKeys } from '../../lib/storage-keys.ts';

const start = '#address_token=';
const token = /^[0-9a-f]{64}$/;

/** The link of our mail that this tab was opened with, or `incomplete` for a part of one. */
export type AddressLink = { token: string } | 'incomplete';

/** Reads the `#address_token=…` of our mails (§15.60); undefined for anything else. */
export function parseAddressLink(fragment: string): AddressLink | undefined {
  if (!fragment.startsWith(start)) return undefined;
  const given = fragment.slice(start.length);
  return token.test(given) ? { token: given } : 'incomplete';
}

/**
 * The mailed link that waits for its button in this tab. It outlives a login on the way, for which the
 * head script `guard` keeps it.
 */
export const $addressLink = atom<AddressLink | undefined>();

/** Forgets the link once it was spent or refused. */
export function forgetAddressLink(): void {
  sessionStorage.removeItem(storageKeys.addressLink);
}

onMount($addressLink, () => {
  if (import.meta.env.SSR) return;
  if (parseAddressLink(location.hash)) {
    sessionStorage.setItem(storageKeys.addressLink, location.hash);
    // So that the token is in no history, screenshot or shared address.
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  const link = parseAddressLink(sessionStorage.getItem(storageKeys.addressLink) ?? '');
  // A part of a link is of no use after a reload either.
  if (link === 'incomplete') forgetAddressLink();
  $addressLink.set(link);
  // A link opened in a tab that already shows this page only changes the fragment.
  const reload = () => {
    if (parseAddressLink(location.hash)) location.reload();
  };
  addEventListener('hashchange', reload);
  return () => removeEventListener('hashchange', reload);
});
