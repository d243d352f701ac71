import { openedLink } from '../../lib/mail-link.ts';
import { keptLink, parseMailedLink, type MailedLink } from '../../lib/mailed-link.ts';

/** A pack that waits for the account: with the token of its receipt, or after a payment without an account (§15.75). */
export type PackLink = MailedLink & { reference: string };

/** Reads the link of a receipt, or what /success left of a payment. */
export function parsePackLink(fragment: string): PackLink | undefined {
  const link = parseMailedLink(fragment, 'pack');
  const reference = new URLSearchParams(fragment.slice(1)).get('reference') ?? '';
  return link && /^[\w-]{1,64}$/.test(reference) ? { ...link, reference } : undefined;
}

/** The pack that waits for this account. */
export const $packLink = openedLink(parsePackLink, keptLink);
