import { hints } from '../domain/account/messages.ts';
import type { Refusals } from '../domain/refusals/refusal.ts';
import { FunctionError } from './function-call.ts';

const unsure =
  'We got no answer, so it is not certain what happened. The page shows it as soon as the connection is back; please look before you try again.';

/** For calls that change nothing, such as a download. */
export const notDone = 'That did not work. Please try again in a minute.';

/** For calls after which somebody who asks us can be helped. */
export const orWriteToUs = 'That did not work. Please try again, or write to us.';

/** Sentences of a subject's own. */
type Own = {
  /** Without an answer: that it is uncertain what happened, unless another sentence is given. */
  noAnswer?: string;
  /** For an answer without a word of the table; a function's own sentence, unless another is given. */
  notDone?: string;
  offline?: string;
};

function field(error: unknown, name: 'code' | 'message'): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return Object.getOwnPropertyDescriptor(error, name)?.value;
}

/** The code word with which a function or the database refused; undefined where neither did. */
export function wordOf(error: unknown): string | undefined {
  if (error instanceof FunctionError) return error.code === 'network' ? undefined : error.code;
  const word = field(error, 'message');
  return field(error, 'code') === 'P0001' && typeof word === 'string' ? word : undefined;
}

/** Why a link of our mails is of no use to this member, if that is why it was refused. */
export function refusedLink(error: unknown): { state: 'spent' | 'other-account' } | undefined {
  const word = wordOf(error);
  if (word === 'link_not_valid') return { state: 'spent' };
  return word === 'other_account' ? { state: 'other-account' } : undefined;
}

function hasSessionEnded(error: unknown): boolean {
  const code = field(error, 'code');
  return error instanceof FunctionError ? code === 'session_expired' : code === '42501';
}

/** Why something did not work, as a person reads it: what `refusals` say of its word, or what happened to the call. */
export function sayFailure(error: unknown, refusals: Refusals = {}, own: Own = {}): string {
  const word = wordOf(error);
  const refusal = word !== undefined && Object.hasOwn(refusals, word) ? refusals[word] : undefined;
  if (refusal) return refusal.says;
  if (hasSessionEnded(error)) return hints.sessionExpired;
  if (error instanceof FunctionError && word !== undefined) {
    return own.notDone ?? error.told ?? own.noAnswer ?? notDone;
  }
  if (!navigator.onLine) return own.offline ?? hints.offline;
  return own.noAnswer ?? unsure;
}
