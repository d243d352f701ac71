import type * as v from 'valibot';
import { hints } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { mentorRefusals } from '../../domain/refusals/mentors.ts';
import { learnTime } from '../../lib/clock.ts';
import { createFetchedStore } from '../../lib/fetched-store.ts';
import { fetchFunction, FunctionError, parseReply, type Call } from '../../lib/function-call.ts';
import { keptText } from '../../lib/kept-text.ts';
import { openedLink } from '../../lib/account-link.ts';

/** The format of a token. The function decides whether the token is valid. */
const tokenPattern = /^[\w.-]{50,200}$/;

/** The token in a fragment. The skip link also puts an element's id there, which is not a token. */
function tokenOf(fragment: string): string | undefined {
  const token = fragment.slice(1);
  return token === '' || document.getElementById(token) ? undefined : token;
}

/**
 * Why a call failed, worded for the mentor. `mayRetry` is true if the same call may work in a moment, and `isEarly` if
 * it will work on the day before the session.
 */
type MentorFailure = { message: string; mayRetry?: boolean; isEarly?: boolean };

const isAboutLink = (code: string): code is keyof typeof mentorRefusals =>
  Object.hasOwn(mentorRefusals, code);

/** Explains why a call failed. Uses only the refusals about mentors' links, because others may mention payments. */
export function failureOf(error: unknown): MentorFailure {
  if (error instanceof FunctionError && isAboutLink(error.code)) {
    const message = error.told ?? mentorRefusals[error.code].says;
    return { message, isEarly: error.code === 'not_open_yet' };
  }
  return {
    message: navigator.onLine ? settingsMessages.serverDown : hints.offline,
    mayRetry: true,
  };
}

type Link<Schema extends v.GenericSchema> = {
  /** Where this tab stores the link's token. */
  storageKey: string;
  /** The path of the function that the link calls. `schema` parses its reply. */
  path: string;
  schema: Schema;
};

/**
 * Creates the store for a page behind a mentor's link. The page is fetched when the store is first read. `fetch` calls
 * the function with the link's token; `post` also sends a body and parses the reply. Both throw FunctionError. `change`
 * posts a body, expects the whole page as the reply and shows it; it resolves to undefined, or to the reason for a
 * failure.
 */
export function createMentorPage<Schema extends v.GenericSchema>({
  storageKey,
  path,
  schema,
}: Link<Schema>) {
  const $token = openedLink(tokenOf, keptText(storageKey, 'session'));

  const fetch = (query = '', { headers, ...call }: Call = {}): Promise<Response> =>
    fetchFunction(path + query, {
      ...call,
      headers: { authorization: `Bearer ${$token.get() ?? ''}`, ...headers },
    });

  async function ask<Reply extends v.GenericSchema>(
    reply: Reply,
    call?: Call,
  ): Promise<v.InferOutput<Reply>> {
    const asked = performance.now();
    const answer = await parseReply(await fetch('', call), reply);
    learnTime(asked, answer);
    return answer;
  }

  const post = <Reply extends v.GenericSchema>(body: object, reply: Reply) => {
    const headers = { 'content-type': 'application/json' };
    return ask(reply, { method: 'POST', headers, body: JSON.stringify(body) });
  };

  const store = createFetchedStore($token, async (token) => {
    if (!tokenPattern.test(token)) throw new FunctionError('link_not_valid');
    return ask(schema);
  });

  /** Shows a newer version of the page without fetching it. */
  const show = (page: v.InferOutput<Schema>) => store.show($token.get() ?? '', page);

  async function change(body: object): Promise<{ message: string } | undefined> {
    try {
      show(await post(body, schema));
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }

  return { ...store, show, change, fetch, post };
}
