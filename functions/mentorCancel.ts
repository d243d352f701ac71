import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { cancelPage } from '../src/domain/mentors/mentor-pages.ts';
import { database } from './_lib/database/database.ts';
import { readLinkEnv } from './_lib/env/env.ts';
import { handle } from './_lib/http/handle.ts';
import { unwrapMentor } from './_lib/mentors/mentor-calls.ts';
import { mentorLinkOf } from './_lib/mentors/mentor-link.ts';
import { json } from './_lib/http/replies.ts';
import { refuseCrossSite } from './_lib/http/request.ts';

/**
 * `/api/mentorCancel` (§11.55): GET returns the session that a mentor's link can cancel; POST cancels it for everyone.
 * Repeating the call changes nothing. The link's token travels in the Authorization header.
 */
export default handle('mentorCancel', ['GET', 'POST'], async (req) => {
  const env = readLinkEnv();
  const client = database(env);
  if (req.method === 'POST') refuseCrossSite(req, env.siteUrl);
  const link = mentorLinkOf(req, 'cancel', env.linkSecrets);
  const call = req.method === 'POST' ? 'cancel_by_mentor' : 'cancel_page';
  const data = await client.rpc(call, link);
  return json(v.parse(cancelPage, unwrapMentor(data)));
});

export const config: Config = { path: ['/api/mentorCancel', '/api/mentorcancel'], region: 'sin' };
