/**
 * Names the address of the receipt whose link led here, or the masked one that /success has shown, in the hidden part of
 * the line before this script (§15.75).
 */
import { linkStart } from '../../domain/links.ts';
import { waitingLinkKey } from '../../lib/storage-keys.ts';

const part = document.currentScript?.previousElementSibling?.querySelector('span');
try {
  const link = sessionStorage.getItem(waitingLinkKey) ?? '';
  const query = new URLSearchParams(link.slice(1));
  const address = query.get('to') ?? query.get('for');
  const name = part?.querySelector('b');
  if (name && address && link.startsWith(linkStart('pack'))) {
    // Breaks before the '@', as in `MailAddress`.
    const at = address.lastIndexOf('@');
    name.append(address.slice(0, at), document.createElement('wbr'), address.slice(at));
    part?.removeAttribute('hidden');
  }
} catch {
  // Without storage, the link was not kept.
}
