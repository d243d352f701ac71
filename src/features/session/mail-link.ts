const types = ['recovery', 'email', 'email_change'] as const;
const token = /^[\w-]{8,256}$/;

/** A link from one of our mails: what it is for, and the token it spends. */
export type MailLink = { type: (typeof types)[number]; tokenHash: string };

/**
 * Reads `#token_hash=…&type=…` as our mails write it (§6.19, §6.22); anything else is no link.
 */
export function parseMailLink(fragment: string): MailLink | undefined {
  const given = new URLSearchParams(fragment.slice(1));
  const tokenHash = given.get('token_hash') ?? '';
  const type = types.find((known) => known === given.get('type'));
  return type && token.test(tokenHash) ? { type, tokenHash } : undefined;
}

let taken: { link: MailLink | undefined } | undefined;

/**
 * The link this page was opened with. The first call takes it out of the address, so that the token
 * is in no history, screenshot or shared address; it is spent only when somebody presses a button.
 */
export function mailLink(): MailLink | undefined {
  if (!taken) {
    taken = { link: parseMailLink(location.hash) };
    if (taken.link) history.replaceState(history.state, '', location.pathname + location.search);
    // A link opened in a tab that already shows this page changes nothing but the fragment.
    addEventListener('hashchange', () => {
      if (parseMailLink(location.hash)) location.reload();
    });
  }
  return taken.link;
}
