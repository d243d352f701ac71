import { maskedAddress } from '../../../src/domain/account/masked-address.ts';

// The links in our mails that carry a token. It is in the fragment, which reaches no server.

const fragment = (kind: string, token: string, more: Record<string, string> = {}) =>
  `#${new URLSearchParams({ [kind]: token, ...more })}`;

/** The page that verifies an address. A log-in on the way shows the address masked (§15.60). */
export const verifyLink = (siteUrl: string, token: string, address: string) =>
  `${siteUrl}/dashboard/verify${fragment('verify', token, { for: maskedAddress(address) })}`;

/** Where a receipt without an account leads: `path` is the sign-up or the dashboard (§15.75). */
export const packLink = (siteUrl: string, path: string, token: string, reference: string) =>
  `${siteUrl}${path}${fragment('pack', token, { reference })}`;

/** Where members unsubscribe without a log-in from announcements (§18.93) or from mails about free times (§15.92). */
export const unsubscribeLink = (
  siteUrl: string,
  token: string,
  mails: 'unsubscribe' | 'times' = 'unsubscribe',
) => `${siteUrl}/unsubscribe${fragment(mails, token)}`;

/** Where an invitation leads: `path` is the sign-up or the sessions (§15.76). */
export const invitationLink = (siteUrl: string, path: string, token: string) =>
  `${siteUrl}${path}${fragment('invitation', token)}`;
