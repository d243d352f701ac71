import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import type { freeInterviewReply } from '../src/domain/packs/free-interview.ts';
import { grantFreeInterview } from './_lib/packs/free-interview.ts';
import { openDatabase } from './_lib/database/database.ts';
import { handle } from './_lib/http/handle.ts';
import { json } from './_lib/http/replies.ts';
import { refuseCrossSite } from './_lib/http/request.ts';
import { requireMember } from './_lib/account/signed-in.ts';

/**
 * `POST /api/freeInterview` (§11.52): gives the member the free mock interview (§15.31). Repeated calls return the same
 * one.
 */
export default handle('freeInterview', ['POST'], async (req) => {
  const { env, client } = openDatabase();
  refuseCrossSite(req, env.siteUrl);
  const member = await requireMember(req, client);
  const free = await grantFreeInterview(member, client, env.freeInterviewSecret);
  return json({ success: true, free } satisfies v.InferInput<typeof freeInterviewReply>);
});

export const config: Config = { path: ['/api/freeInterview', '/api/freeinterview'], region: 'sin' };
