import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

/** The token of the last link from a reset mail that was used up in this browser, or found to be (§6.20). */
export const spentLink = keptText(storageKeys.spentLink, 'local');
