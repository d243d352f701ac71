import { keptLink, type LinkKind } from '../../lib/our-link.ts';

/** The links that need a log-in. */
export type WaitingKind = Exclude<LinkKind, 'unsubscribe' | 'times'>;

const kinds: readonly WaitingKind[] = ['verify', 'email_token', 'pack', 'invitation'];
const partOfAddress = /^[^\s<>@]{1,2}…@[\w.-]+$/u;

/** The kind of the link that waits for the log-in, and the shortened address that it names, if any (§15.60). */
export function waitingLink(): { kind: WaitingKind; address?: string } | undefined {
  const fragment = keptLink.read() ?? '';
  const kind = kinds.find((known) => fragment.startsWith(`#${known}=`));
  const named = new URLSearchParams(fragment.slice(1)).get('for') ?? '';
  return kind && { kind, ...(partOfAddress.test(named) && { address: named }) };
}
