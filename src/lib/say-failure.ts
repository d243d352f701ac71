import { hints } from '../domain/account/messages.ts';
import type { Refusals } from '../domain/refusals/refusal.ts';
import { FunctionError } from './function-call.ts';

const unsure =
  'We got no answer, so we cannot tell whether that worked. Once you are online again, check this page before you try again.';

/** For calls that do not change anything, such as a download. */
export const notDone = 'That did not work. Please try again in a minute.';

/** For calls where we can help if the member writes to us. */
export const orWriteToUs = 'That did not work. Please try again, or write to us.';

/** Sentences that replace the defaults. */
type Own = {
  /** For a call without a reply. By default, the message says that the outcome is uncertain. */
  noAnswer?: string;
  /** For a refusal by a function whose error code is not in the table. The default is the function's own message. */
  notDone?: string;
  offline?: string;
};

function field(error: unknown, name: 'code' | 'message'): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return Object.getOwnPropertyDescriptor(error, name)?.value;
}

/** The error code with which a function or the database refused the request; undefined for any other error. */
export function wordOf(error: unknown): string | undefined {
  if (error instanceof FunctionError) return error.code === 'network' ? undefined : error.code;
  const word = field(error, 'message');
  return field(error, 'code') === 'P0001' && typeof word === 'string' ? word : undefined;
}

/** Why a link from our emails does not work for this member; undefined if the call failed for another reason. */
export function refusedLink(error: unknown): { state: 'spent' | 'other-account' } | undefined {
  const word = wordOf(error);
  if (word === 'link_not_valid') return { state: 'spent' };
  return word === 'other_account' ? { state: 'other-account' } : undefined;
}

function hasLoginEnded(error: unknown): boolean {
  const code = field(error, 'code');
  return error instanceof FunctionError ? code === 'session_expired' : code === '42501';
}

/**
 * The sentence that explains why a call failed: the one for its error code in `refusals`, or one about the connection.
 */
export function sayFailure(error: unknown, refusals: Refusals = {}, own: Own = {}): string {
  const word = wordOf(error);
  const refusal = word !== undefined && Object.hasOwn(refusals, word) ? refusals[word] : undefined;
  if (refusal) return refusal.says;
  if (hasLoginEnded(error)) return hints.sessionExpired;
  if (error instanceof FunctionError && word !== undefined) {
    return own.notDone ?? error.told ?? own.noAnswer ?? notDone;
  }
  if (!navigator.onLine) return own.offline ?? hints.offline;
  return own.noAnswer ?? unsure;
}
