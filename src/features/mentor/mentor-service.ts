import * as v from 'valibot';
import { errorReply } from '../../domain/api.ts';
import { mentorRefusals } from '../../domain/refusals/mentors.ts';
import { hints } from '../../domain/account/messages.ts';
import { fetchFunction, type Call } from '../../lib/function-call.ts';
import { MentorError } from './mentor-error.ts';

const json = v.pipe(v.string(), v.parseJson());

const refusal = v.pipe(json, errorReply);

/** The error of a call that no answer came to. */
export const unanswered = () =>
  new MentorError(navigator.onLine ? hints.serverDown : hints.offline, true);

/** Calls a function with the token of a mentor's link. Throws MentorError unless it succeeds. */
export async function fetchForMentor(
  token: string,
  path: string,
  call: Call = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...call.headers };
  const response = await fetchFunction(path, { ...call, headers }).catch(() => {
    throw unanswered();
  });
  if (response.ok) return response;
  const refused = v.safeParse(refusal, await response.text().catch(() => ''));
  // Other refusals are not about the link, and their words may be about payments.
  if (!refused.success || !Object.hasOwn(mentorRefusals, refused.output.error.code)) {
    throw unanswered();
  }
  const { code, message } = refused.output.error;
  throw new MentorError(message, code === 'not_open_yet');
}

/** As `fetchForMentor`, and parses the answer. */
export async function callForMentor<Schema extends v.GenericSchema>(
  token: string,
  path: string,
  schema: Schema,
  body?: object,
): Promise<v.InferOutput<Schema>> {
  const response = await fetchForMentor(token, path, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer = v.safeParse(v.pipe(json, schema), await response.text().catch(() => ''));
  if (answer.success) return answer.output;
  throw unanswered();
}
