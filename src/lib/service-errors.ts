import type { AuthError } from '@supabase/supabase-js';
import { hints } from '../domain/account/messages.ts';

/** True if the account service did not reply or is down (§11.14). */
export function isRetryable(error: AuthError): boolean {
  return error.name === 'AuthRetryableFetchError';
}

/** The message to show if the account service did not reply. */
export function noAnswer(): string {
  return navigator.onLine ? hints.accountServiceDown : hints.offline;
}

// Texts that supabase-js substitutes for an empty message.
const placeholder = /^$|^\{\}$|^HTTP \d+$/;

/** The account service's message (§5.26), or `fallback` if it has none that a reader could understand. */
export function readable(error: AuthError, fallback: string): string {
  // An error without a status means that no reply arrived, and its text is the browser's own.
  if (isRetryable(error) && !error.status) return noAnswer();
  if (error.code === 'captcha_failed') return hints.pageOutOfDate;
  return placeholder.test(error.message) ? fallback : error.message;
}

/** Why a part of the page could not be downloaded: there is no connection, or a new deploy has removed its file. */
export function notLoaded(): string {
  return navigator.onLine ? hints.pageOutOfDate : hints.offline;
}
