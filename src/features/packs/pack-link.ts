import { openedLink } from '../../lib/account-link.ts';
import { keptLink, parseMailedLink, type MailedLink } from '../../lib/our-link.ts';

/** A pack that waits for the account: by the link in a receipt, or by a payment on /success, without a token (§15.75). */
export type PackLink = MailedLink & { reference: string };

/** Reads the link of a receipt or of /success; undefined for any other fragment. */
export function parsePackLink(fragment: string): PackLink | undefined {
  const link = parseMailedLink(fragment, 'pack');
  const reference = new URLSearchParams(fragment.slice(1)).get('reference') ?? '';
  return link && /^[\w-]{1,64}$/.test(reference) ? { ...link, reference } : undefined;
}

/** The pack that waits for this account, if the page was opened for one. */
export const $packLink = openedLink(parsePackLink, keptLink);
