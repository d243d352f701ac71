import { storageKeys } from './storage-keys.ts';

const stored = `localStorage.getItem('${storageKeys.session}')`;

/**
 * Scripts that run in the head before anything is painted. They are written out as they stand here,
 * so that their hashes can be put into the Content-Security-Policy.
 */
export const headScripts = {
  /** Marks the document when a session is stored, so that CSS never paints the signed-out bar first. */
  markSession: `try{${stored}&&(document.documentElement.dataset.session='stored')}catch{}`,
  /** Sends a visitor without a stored session from a guarded page to the login, and back afterwards. */
  guard: `try{${stored}||location.hash.includes('token_hash=')||location.replace('/login?next='+encodeURIComponent(location.pathname+location.search))}catch{}`,
} as const;
