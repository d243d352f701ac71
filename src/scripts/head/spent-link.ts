/** Hides the form for a new password until the page can say that its link was already used here (§6.20). */
import { spentLinkKey } from '../../lib/storage-keys.ts';

try {
  const link = new URLSearchParams(location.hash.slice(1));
  const token = link.get('token_hash');
  if (link.get('type') === 'recovery' && token && token === localStorage.getItem(spentLinkKey)) {
    document.documentElement.dataset['spent'] = '';
  }
} catch {
  // Without storage, no link was kept.
}
