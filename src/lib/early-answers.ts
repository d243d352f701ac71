import * as v from 'valibot';
import { kept } from './kept.ts';
import { storageKeys } from './storage-keys.ts';

/** An answer of the backend, and when it was asked for and given, by `performance.now()`. */
type Answer = { data: unknown; asked: number; answered: number };

/** What the head script `early-calls` asked for with this token, by call; undefined where that failed. */
export type EarlyAnswers = { token: string; calls: Map<string, Promise<Answer | undefined>> };

declare global {
  /** Set by the head script `early-calls` on a member's page, if the stored token is good for another minute. */
  var earlyAnswers: EarlyAnswers | undefined;
}

const session = kept(storageKeys.session, v.object({ access_token: v.string() }), 'local');

/**
 * Takes the early answer to a call, once and only for the token that is stored now (§12.57). Undefined without one, or
 * if it failed: then the call is made as if nobody had asked before.
 */
export async function takeEarlyAnswer(call: string): Promise<Answer | undefined> {
  const answer = globalThis.earlyAnswers?.calls.get(call);
  if (!answer) return undefined;
  globalThis.earlyAnswers?.calls.delete(call);
  if (globalThis.earlyAnswers?.token !== session.read()?.access_token) return undefined;
  return answer;
}
