import * as v from 'valibot';

const schema = v.object({
  type: v.picklist(['recovery', 'email', 'email_change']),
  token_hash: v.pipe(v.string(), v.regex(/^[\w-]{8,256}$/)),
});

/** A link from one of our mails: what it is for, and the token it spends. */
export type MailLink = { type: v.InferOutput<typeof schema>['type']; tokenHash: string };

/** Reads `#token_hash=…&type=…` as our mails write it (design §5); anything else is no link. */
export function parseMailLink(fragment: string): MailLink | undefined {
  const result = v.safeParse(schema, Object.fromEntries(new URLSearchParams(fragment.slice(1))));
  return result.success
    ? { type: result.output.type, tokenHash: result.output.token_hash }
    : undefined;
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
