import { linkStart, waitingKindOf, type LinkKind, type WaitingKind } from '../domain/links.ts';
import { keptText } from './kept-text.ts';
import { openedLink } from './account-link.ts';
import { storageKeys } from './storage-keys.ts';

// Tokens of links that unsubscribe begin with the id of the account.
const token = /^(?:[0-9a-f-]{36}\.)?[0-9a-f]{64}$/;

/** A link of our own mails with which this tab was opened. One that was cut off has no token. */
export type MailedLink = { token?: string };

/** Parses a link of this kind (§15.60, §15.92, §18.82, §18.94); undefined for anything else. */
export function parseMailedLink(fragment: string, kind: LinkKind): MailedLink | undefined {
  if (!fragment.startsWith(linkStart(kind))) return undefined;
  const text = new URLSearchParams(fragment.slice(1)).get(kind) ?? '';
  return token.test(text) ? { token: text } : {};
}

/** The link that waits in this tab. The head scripts `guard` and `from-purchase` keep it for a log-in or a sign-up. */
export const keptLink = keptText(storageKeys.addressLink, 'session');

/** A store of the link of this kind with which the page was opened, or which waited for the log-in. */
export const mailedLink = (kind: LinkKind) =>
  openedLink((fragment) => parseMailedLink(fragment, kind), keptLink);

const partOfAddress = /^[^\s<>@]{1,2}…@[\w.-]+$/u;

/** The kind of the link that waits for the log-in, and the shortened address that it names, if any (§15.60). */
export function waitingLink(): { kind: WaitingKind; address?: string } | undefined {
  const fragment = keptLink.read() ?? '';
  const kind = waitingKindOf(fragment);
  const named = new URLSearchParams(fragment.slice(1)).get('for') ?? '';
  return kind && { kind, ...(partOfAddress.test(named) && { address: named }) };
}

/** The address that the waiting link was mailed to, as far as it says (§15.75, §15.76); '' otherwise. */
export function mailedTo(): string {
  return new URLSearchParams(keptLink.read()?.slice(1)).get('to') ?? '';
}

/** Forgets the link, once it was redeemed, refused or found incomplete. */
export const forgetMailedLink = keptLink.forget;
