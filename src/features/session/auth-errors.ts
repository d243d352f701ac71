import type { AuthError } from '@supabase/supabase-js';
import { hints } from '../../domain/messages.ts';

/** True when the service did not answer, or asked to be called again later. */
export function isRetryable(error: AuthError): boolean {
  return error.name === 'AuthRetryableFetchError';
}

/** What to say when the account service did not answer. */
export function noAnswer(): string {
  return navigator.onLine ? hints.accountServiceDown : hints.offline;
}

// What the library puts in the place of an empty answer; of no use to a person.
const placeholder = /^$|^\{\}$|^HTTP \d+$/;

/** The service's message (§5.26), or `fallback` where it sent none that a person can read. */
export function readable(error: AuthError, fallback: string): string {
  // Status 0 means that nothing was received, so the text is the browser's.
  if (isRetryable(error) && !error.status) return noAnswer();
  return placeholder.test(error.message) ? fallback : error.message;
}
