import { keptText } from './kept-text.ts';
import { openedLink } from './mail-link.ts';
import { storageKeys } from './storage-keys.ts';

// Those that end mails begin with their account.
const token = /^(?:[0-9a-f-]{36}\.)?[0-9a-f]{64}$/;

/** A link of our mail that this tab was opened with. A part of one has no token. */
export type MailedLink = { token?: string };

/** What our mails lead to: the name of the token in their links. */
export type LinkKind = 'verify' | 'email_token' | 'pack' | 'invitation' | 'unsubscribe' | 'times';

/** Reads the link of this kind (§15.60, §15.92, §18.82, §18.94); undefined for anything else. */
export function parseMailedLink(fragment: string, kind: LinkKind): MailedLink | undefined {
  if (!fragment.startsWith(`#${kind}=`)) return undefined;
  const text = new URLSearchParams(fragment.slice(1)).get(kind) ?? '';
  return token.test(text) ? { token: text } : {};
}

/** On the way to a log-in or a sign-up the head scripts `guard` and `from-purchase` keep the link. */
export const keptLink = keptText(storageKeys.addressLink, 'session');

/** A store of the link of this kind that the page was opened with, or that waited for the log-in. */
export const mailedLink = (kind: LinkKind) =>
  openedLink((fragment) => parseMailedLink(fragment, kind), keptLink);

/** Forgets the link once it was spent or refused, or is a part of one. */
export const forgetMailedLink = keptLink.forget;
