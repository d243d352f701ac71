import * as v from 'valibot';
import { learnTime } from './clock.ts';
import { kept } from './kept.ts';
import { rpc, type Functions } from './member-data.ts';
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

/** Takes the early answer to a call, once and only for the token that is stored now; undefined if there is none. */
async function take(call: string): Promise<Answer | undefined> {
  const answer = globalThis.earlyAnswers?.calls.get(call);
  if (!answer) return undefined;
  globalThis.earlyAnswers?.calls.delete(call);
  if (globalThis.earlyAnswers?.token !== session.read()?.access_token) return undefined;
  return answer;
}

/**
 * Takes the answer to a call that the head script made, parses it, and learns the server's time (§12.57). Without one, or
 * if that call failed, `ask` makes the call as if nobody had asked before.
 */
export async function early<Schema extends v.GenericSchema>(
  call: string,
  schema: Schema,
  ask: () => Promise<v.InferOutput<Schema>>,
): Promise<v.InferOutput<Schema>> {
  const answer = await take(call);
  if (!answer) return ask();
  const data = v.parse(schema, answer.data);
  learnTime(answer.asked, data, answer.answered);
  return data;
}

/** As `rpc`, for a call that the head script may have made. */
export const earlyRpc = <Name extends keyof Functions, Schema extends v.GenericSchema>(
  name: Name,
  args: Functions[Name]['Args'],
  schema: Schema,
): Promise<v.InferOutput<Schema>> =>
  early(
    `rpc/${name}${Object.keys(args).length > 0 ? `#${JSON.stringify(args)}` : ''}`,
    schema,
    () => rpc(name, args, schema),
  );
