const types = ['recovery', 'email', 'email_change'] as const;
const token = /^[\w-]{8,256}$/;

/** A link from one of our mails: its purpose and its token. */
export type MailLink = { type: (typeof types)[number]; tokenHash: string };

/** Reads the `#token_hash=…&type=…` of our mails (§6.19, §6.22); undefined for anything else. */
export function parseMailLink(fragment: string): MailLink | undefined {
  const given = new URLSearchParams(fragment.slice(1));
  const tokenHash = given.get('token_hash') ?? '';
  const type = types.find((known) => known === given.get('type'));
  return type && token.test(tokenHash) ? { type, tokenHash } : undefined;
}

let taken: { link: MailLink | undefined } | undefined;

/**
 * The mail link this page was opened with. The first call removes it from the address, so that the token
 * is in no history, screenshot or shared address. The token is spent only when somebody presses a button.
 */
export function mailLink(): MailLink | undefined {
  if (!taken) {
    taken = { link: parseMailLink(location.hash) };
    if (taken.link) history.replaceState(history.state, '', location.pathname + location.search);
    // A link opened in a tab that already shows this page only changes the fragment.
    addEventListener('hashchange', () => {
      if (parseMailLink(location.hash)) location.reload();
    });
  }
  return taken.link;
}
