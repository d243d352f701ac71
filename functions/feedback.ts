import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { feedbackPage, type feedbackReply } from '../src/domain/mentors/mentor-pages.ts';
import { feedbackRequest } from '../src/domain/mentors/mentor-requests.ts';
import { mentorRefusals } from '../src/domain/refusals/mentors.ts';
import { fileEndings, filePurposes, fileTypes } from '../src/domain/files/member-files.ts';
import { uuid } from '../src/domain/schema.ts';
import { refused } from './_lib/http/api-error.ts';
import { database, type DatabaseClient } from './_lib/database/database.ts';
import { readLinkEnv } from './_lib/env/env.ts';
import { downloadFile } from './_lib/files/files.ts';
import { handle } from './_lib/http/handle.ts';
import { unwrapMentor } from './_lib/mentors/mentor-calls.ts';
import { mentorLinkOf } from './_lib/mentors/mentor-link.ts';
import { attachment, json } from './_lib/http/replies.ts';
import { readJson, refuseCrossSite } from './_lib/http/request.ts';

/** The largest body we read, in bytes: three texts of the maximum length in any script, escaped as JSON. */
const bodyLimit = 64 * 1024;

const shownFile = v.object({
  path: v.string(),
  type: v.picklist(fileTypes),
  purpose: v.picklist(filePurposes.session),
});

type Link = ReturnType<typeof mentorLinkOf>;

async function page(client: DatabaseClient, link: Link): Promise<Response> {
  const data = unwrapMentor(await client.rpc('feedback_page', link));
  return json(v.parse(feedbackPage, data));
}

async function file(client: DatabaseClient, link: Link, id: string): Promise<Response> {
  if (!v.is(uuid, id)) throw refused(mentorRefusals, 'no_such_file');
  const shown = await client.rpc('file_for_mentor', { ...link, p_file: id });
  const { path, type, purpose } = v.parse(shownFile, unwrapMentor(shown));
  return attachment(await downloadFile(client, path), type, `${purpose}.${fileEndings[type]}`);
}

async function keep(client: DatabaseClient, link: Link, req: Request): Promise<Response> {
  const refusal = refused(mentorRefusals, 'feedback_not_valid');
  const given = await readJson(req, feedbackRequest, bodyLimit, refusal);
  const call = { ...link, p_given: given };
  const version = v.parse(v.number(), unwrapMentor(await client.rpc('give_feedback', call)));
  return json({ success: true, version } satisfies v.InferInput<typeof feedbackReply>);
}

/**
 * `/api/feedback` (§11.54): GET returns the mentor's feedback page, or a member's file with `?file=`; POST stores the
 * feedback on one member. The link's token travels in the Authorization header.
 */
export default handle('feedback', ['GET', 'POST'], async (req) => {
  const env = readLinkEnv();
  const client = database(env);
  if (req.method === 'POST') refuseCrossSite(req, env.siteUrl);
  const link = mentorLinkOf(req, 'feedback', env.linkSecrets);
  if (req.method === 'POST') return keep(client, link, req);
  const id = new URL(req.url).searchParams.get('file');
  return id === null ? page(client, link) : file(client, link, id);
});

export const config: Config = { path: '/api/feedback', region: 'sin' };
