import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import {
  isOnlyLinks,
  looksLikeAdvertising,
  messageRequest,
  type messageReply,
} from '../src/domain/messages/contact-message.ts';
import { contactOwnRefusals, contactRefusals } from '../src/domain/refusals/messages.ts';
import { refused } from './_lib/http/api-error.ts';
import { callerOf } from './_lib/http/caller.ts';
import { database, unwrapRefused } from './_lib/database/database.ts';
import { readPlainEnv } from './_lib/env/env.ts';
import { handle } from './_lib/http/handle.ts';
import { json } from './_lib/http/replies.ts';
import { readJson, refuseCrossSite } from './_lib/http/request.ts';
import { signedInUser } from './_lib/account/signed-in.ts';

/** The largest body we read, in bytes: a message of the maximum length in any script, escaped as JSON. */
const bodyLimit = 32 * 1024;

const kept = v.object({ number: v.number(), settle_by: v.string() });

/**
 * `POST /api/message` (§11.62): stores a visitor's or member's question or complaint, and sends emails to support and
 * the sender (§18.13).
 */
export default handle('message', ['POST'], async (req, { ip }) => {
  const env = readPlainEnv();
  const client = database(env);
  refuseCrossSite(req, env.siteUrl);
  const refusal = refused(contactRefusals, 'message_not_valid');
  const { key, about, name, email, body } = await readJson(req, messageRequest, bodyLimit, refusal);
  if (isOnlyLinks(body)) throw refused(contactOwnRefusals, 'only_links');

  const member = await signedInUser(req, client);
  const caller = callerOf(ip, env);
  const reply = await client.rpc('send_message', {
    p_key: key,
    p_about: about,
    p_name: name,
    p_email: email,
    p_body: body,
    p_is_aside: looksLikeAdvertising(body),
    ...(member !== null && { p_user_id: member }),
    ...(caller !== null && { p_caller: caller }),
  });
  const { number, settle_by } = v.parse(kept, unwrapRefused(reply, contactRefusals));
  return json({ success: true, number, settleBy: settle_by } satisfies v.InferInput<
    typeof messageReply
  >);
});

export const config: Config = { path: '/api/message', region: 'sin' };
