/**
 * Keeps the link from the email, and marks the sign-up page after a purchase, with or without an email address (§4.15),
 * for a receipt's link (§15.75) and after an invitation (§15.76).
 */
import { linkStart } from '../../domain/links.ts';
import { waitingLinkKey } from '../../lib/storage-keys.ts';

const { hash, pathname, search } = location;
if (search.includes('from=purchase')) document.documentElement.dataset['from'] = 'purchase';
try {
  if (hash.startsWith(linkStart('pack')) || hash.startsWith(linkStart('invitation'))) {
    sessionStorage.setItem(waitingLinkKey, hash);
    history.replaceState(history.state, '', pathname + search);
  }
  const link = sessionStorage.getItem(waitingLinkKey);
  if (link?.startsWith(linkStart('pack'))) {
    document.documentElement.dataset['from'] = link.includes('&unaddressed')
      ? 'unaddressed'
      : 'receipt';
  }
  if (link?.startsWith(linkStart('invitation'))) {
    document.documentElement.dataset['from'] ??= 'invitation';
  }
} catch {
  // Without storage, the link is not kept; the visitor can follow it again from the email.
}
