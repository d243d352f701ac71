import { openedLink } from '../../lib/account-link.ts';
import { keptLink, parseMailedLink, type MailedLink } from '../../lib/our-link.ts';

/**
 * A pack that the member can claim, through the link in a receipt or, without a token, through a payment on /success
 * (§15.75).
 */
export type PackLink = MailedLink & { reference: string };

/** Reads the link from a receipt or from /success; undefined for any other fragment. */
export function parsePackLink(fragment: string): PackLink | undefined {
  const link = parseMailedLink(fragment, 'pack');
  const reference = new URLSearchParams(fragment.slice(1)).get('reference') ?? '';
  return link && /^[\w-]{1,64}$/.test(reference) ? { ...link, reference } : undefined;
}

/** The pack that the member can claim, if the page was opened from a link to one. */
export const $packLink = openedLink(parsePackLink, keptLink);
