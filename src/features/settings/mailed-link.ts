import { keptText } from '../../lib/kept-text.ts';
import { openedLink } from '../../lib/mail-link.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

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

// On the way to a login the head script `guard` keeps it.
const kept = keptText(storageKeys.addressLink, 'session');

const mailedLink = (start: LinkStart) =>
  openedLink((fragment) => parseMailedLink(fragment, start), kept);

/** The link of our mail that proves an address. */
export const $addressLink = mailedLink('#address_token=');

/** The link of a mail about another address (§18.82). */
export const $emailLink = mailedLink('#email_token=');

/** Forgets the link once it was spent or refused, or is a part of one. */
export const forgetMailedLink = kept.forget;
