import type { AuthError } from '@supabase/supabase-js';
import { hints } from '../../domain/messages.ts';

/** True when no answer came, or one that says to come back later. */
export function isRetryable(error: AuthError): boolean {
  return error.name === 'AuthRetryableFetchError';
}

/** Why the account service gave no answer of its own. */
export function noAnswer(): string {
  return navigator.onLine ? hints.accountServiceDown : hints.offline;
}

// What the library puts where the service has sent no text: its own guesses, of no use to a person.
const placeholder = /^$|^\{\}$|^HTTP \d+$/;

/** The service's message (spec §8), or ours where it sends none that a person can read. */
export function readable(error: AuthError, fallback: string): string {
  // Status 0: nothing was received, so the text is the browser's.
  if (isRetryable(error) && !error.status) return noAnswer();
  return placeholder.test(error.message) ? fallback : error.message;
}
