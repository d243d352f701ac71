import { memberPages } from './member-pages.ts';

// Links in emails that contain a token. The token is in the fragment, so that it never reaches a server or a log.

/** Our links that need a login. They are kept in the tab until the member has logged in (§15.60). */
export const waitingKinds = ['verify', 'email_token', 'pack', 'invitation'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Links to unsubscribe from emails about news or free times. They need no login (§18.94, §15.92). */
type EndingKind = 'unsubscribe' | 'times';

/** A link's kind, and also the name of its token. */
export type LinkKind = WaitingKind | EndingKind;

/** How the fragment of this kind of link starts. */
export const linkStart = (kind: LinkKind) => `#${kind}=`;

/** The page that handles this kind of link. */
const linkPage = (kind: LinkKind) =>
  ({
    verify: memberPages.verify,
    email_token: memberPages.settings,
    pack: memberPages.main,
    invitation: memberPages.sessions,
    unsubscribe: '/unsubscribe',
    times: '/unsubscribe',
  })[kind];

/**
 * The address of a link of this kind, on the page that handles it or on another `page` that links to it. `more` adds
 * parameters: `to` is the email address that the email was sent to, which prefills the sign-up form.
 */
export const linkAddress = (
  siteUrl: string,
  kind: LinkKind,
  token: string,
  {
    page = linkPage(kind),
    ...more
  }: { page?: string; for?: string; reference?: string; to?: string } = {},
) => `${siteUrl}${page}#${new URLSearchParams({ [kind]: token, ...more })}`;

/** The path to which a mail program posts to unsubscribe. */
export const oneClickPath = '/api/unsubscribe';

/**
 * The address to which a mail program posts when its own unsubscribe button is pressed (§19.19). Mail servers cannot
 * send a fragment, so the token is in the query; it can be used only to stop these emails.
 */
export const oneClickAddress = (siteUrl: string, kind: EndingKind, token: string) =>
  `${siteUrl}${oneClickPath}?${new URLSearchParams({ [kind]: token })}`;

/** The kind of a link that needs a login; undefined for any other fragment. */
export const waitingKindOf = (fragment: string): WaitingKind | undefined =>
  waitingKinds.find((kind) => fragment.startsWith(linkStart(kind)));

/**
 * The page with its query and fragment, so that the member can return to it. Drops a fragment that has a value, because
 * it may be a token, and tokens must not reach a server.
 */
export const placeOf = ({ pathname, search, hash }: Location) =>
  pathname + search + (hash.includes('=') ? '' : hash);

/** The kinds of links in the account service's emails. */
export const accountLinks = ['recovery', 'email', 'email_change'] as const;
export type AccountLink = (typeof accountLinks)[number];

/** The page that handles one of the account service's links. */
export const accountLinkPage = (type: AccountLink) =>
  type === 'recovery' ? memberPages.settings : '/login';

/** How the fragment of this kind of link starts. */
export const accountLinkStart = '#token_hash=';

/** Links in mentors' emails by purpose, with the page that each opens. The token is the fragment (§15.18). */
export const mentorLinkPages = {
  feedback: '/feedback',
  cancel: '/cancelsession',
  page: '/mentor',
} as const;
