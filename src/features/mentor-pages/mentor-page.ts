import type * as v from 'valibot';
import { hints } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { mentorRefusals } from '../../domain/refusals/mentors.ts';
import { learnTime } from '../../lib/clock.ts';
import { createFetchedStore } from '../../lib/fetched-store.ts';
import { fetchFunction, FunctionError, parseReply, type Call } from '../../lib/function-call.ts';
import { keptText } from '../../lib/kept-text.ts';
import { openedLink } from '../../lib/account-link.ts';

/** The shape of a token; the function decides whether it is valid. */
const tokenPattern = /^[\w.-]{50,200}$/;

/** The token in a fragment. The skip link puts the id of an element there, which is none. */
function tokenOf(fragment: string): string | undefined {
  const token = fragment.slice(1);
  return token === '' || document.getElementById(token) ? undefined : token;
}

/** Why a call failed, in words for the mentor; `mayRetry` if the same call may work later. */
type MentorFailure = { message: string; mayRetry: boolean };

const isAboutLink = (code: string): code is keyof typeof mentorRefusals =>
  Object.hasOwn(mentorRefusals, code);

/** Says why a call failed. Only refusals about mentors' links have words that fit here; others may speak of payments. */
export function failureOf(error: unknown): MentorFailure {
  if (error instanceof FunctionError && isAboutLink(error.code)) {
    const message = error.told ?? mentorRefusals[error.code].says;
    return { message, mayRetry: error.code === 'not_open_yet' };
  }
  return {
    message: navigator.onLine ? settingsMessages.serverDown : hints.offline,
    mayRetry: true,
  };
}

type Link<Schema extends v.GenericSchema> = {
  /** The key under which this tab keeps the token of its link. */
  storageKey: string;
  /** The function behind the link, and the schema of its answer. */
  path: string;
  schema: Schema;
};

/**
 * Creates the store of a page behind a mentor's link, which is fetched when it is first read. `fetch` calls the function
 * with the token of the link; `post` also sends a body and parses the answer. Both throw FunctionError. `change` posts
 * what the page's own schema answers and shows it; it resolves to why that failed, or to undefined.
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

  /** Shows a newer page without a request. */
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
