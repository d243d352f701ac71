import { atom, onMount, type WritableAtom } from 'nanostores';
import type * as v from 'valibot';
import { hints } from '../../domain/account/messages.ts';
import { mentorRefusals } from '../../domain/refusals/mentors.ts';
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

/** The state of a page behind a mentor's link. */
export type LinkedState<Page> =
  | { status: 'loading' }
  | { status: 'no-link' }
  | ({ status: 'failed' } & MentorFailure)
  | { status: 'ready'; page: Page };

const isAboutLink = (code: string): code is keyof typeof mentorRefusals =>
  Object.hasOwn(mentorRefusals, code);

/** Says why a call failed. Only refusals about mentors' links have words that fit here; others may speak of payments. */
export function failureOf(error: unknown): MentorFailure {
  if (error instanceof FunctionError && isAboutLink(error.code)) {
    const message = error.told ?? mentorRefusals[error.code].says;
    return { message, mayRetry: error.code === 'not_open_yet' };
  }
  return { message: navigator.onLine ? hints.serverDown : hints.offline, mayRetry: true };
}

type Link<Schema extends v.GenericSchema> = {
  /** The key under which this tab keeps the token of its link. */
  storageKey: string;
  /** The function behind the link, and the schema of its answer. */
  path: string;
  schema: Schema;
};

/**
 * Creates the store of a page behind a mentor's link, which loads when it is first read. `fetch` calls the function
 * with the token of the link; `post` also sends a body and parses the answer. Both throw FunctionError. `change` posts
 * what the page's own schema answers and shows it; it resolves to why that failed, or to undefined.
 */
export function createMentorPage<Schema extends v.GenericSchema>({
  storageKey,
  path,
  schema,
}: Link<Schema>) {
  type Page = v.InferOutput<Schema>;
  const $page: WritableAtom<LinkedState<Page>> = atom({ status: 'loading' });
  const $token = openedLink(tokenOf, keptText(storageKey, 'session'));

  const fetch = (query = '', { headers, ...call }: Call = {}): Promise<Response> =>
    fetchFunction(path + query, {
      ...call,
      headers: { authorization: `Bearer ${$token.get() ?? ''}`, ...headers },
    });

  async function post<Reply extends v.GenericSchema>(
    body: object,
    reply: Reply,
  ): Promise<v.InferOutput<Reply>> {
    const headers = { 'content-type': 'application/json' };
    const call = { method: 'POST', headers, body: JSON.stringify(body) };
    return parseReply(await fetch('', call), reply);
  }

  async function change(body: object): Promise<{ message: string } | undefined> {
    try {
      $page.set({ status: 'ready', page: await post(body, schema) });
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }

  async function find(): Promise<LinkedState<Page>> {
    const token = $token.get();
    if (token === undefined) return { status: 'no-link' };
    if (!tokenPattern.test(token)) {
      return { status: 'failed', message: mentorRefusals.link_not_valid.says, mayRetry: false };
    }
    try {
      return { status: 'ready', page: await parseReply(await fetch(), schema) };
    } catch (error) {
      return { status: 'failed', ...failureOf(error) };
    }
  }

  async function load(): Promise<void> {
    $page.set({ status: 'loading' });
    $page.set(await find());
  }

  onMount($page, () => {
    if (import.meta.env.SSR) return;
    return $token.subscribe(() => void load());
  });

  return { $page, load, fetch, post, change };
}
