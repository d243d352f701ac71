import * as v from 'valibot';
import { learnTime } from './clock.ts';
import { kept } from './kept.ts';
import { rpc, type Functions } from './member-data.ts';
import { storageKeys } from './storage-keys.ts';

/** A reply from the backend, and when the request was sent and answered, by `performance.now()`. */
type Answer = { data: unknown; asked: number; answered: number };

/** The calls that the head script `early-calls` made with this token. A failed call resolves to undefined. */
export type EarlyAnswers = { token: string; calls: Map<string, Promise<Answer | undefined>> };

declare global {
  /**
   * Set by the head script `early-calls` on a member page, if the stored token is valid for at least another minute.
   */
  var earlyAnswers: EarlyAnswers | undefined;
  /** Set by the head script `fonts`: resolves once the page uses our fonts. */
  var fontsInUse: Promise<void> | undefined;
}

/** How long rows that have arrived wait for our fonts at most, in milliseconds. */
const longestWaitForFonts = 300;

const session = kept(storageKeys.session, v.object({ access_token: v.string() }), 'local');

/**
 * Returns the early reply to a call. Works only once, and only for the token that is stored now; otherwise returns
 * undefined.
 */
async function take(call: string): Promise<Answer | undefined> {
  const answer = globalThis.earlyAnswers?.calls.get(call);
  if (!answer) return undefined;
  globalThis.earlyAnswers?.calls.delete(call);
  if (globalThis.earlyAnswers?.token !== session.read()?.access_token) return undefined;
  return answer;
}

/**
 * Takes the reply to a call that the head script made, parses it, and derives the server's time (§12.57). If there is
 * none or the call failed, `ask` makes the call as usual.
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
  // Our fonts break some lines at another word than the device's, so rows that appeared before them would move.
  await Promise.race([
    globalThis.fontsInUse,
    new Promise((resolve) => setTimeout(resolve, longestWaitForFonts)),
  ]);
  return data;
}

/** Like `rpc`, but for a call that the head script may have made already. */
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
