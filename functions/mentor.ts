import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { lengthOf } from '../src/domain/periods.ts';
import { mentorPage, previewReply } from '../src/domain/mentors/own-page.ts';
import { mentorRequest } from '../src/domain/mentors/mentor-requests.ts';
import { mentorRefusals } from '../src/domain/refusals/mentors.ts';
import { database, type DatabaseClient } from './_lib/database/database.ts';
import { readLinkEnv } from './_lib/env/env.ts';
import { refused } from './_lib/http/api-error.ts';
import { handle } from './_lib/http/handle.ts';
import { json } from './_lib/http/replies.ts';
import { readJson, refuseCrossSite } from './_lib/http/request.ts';
import { unwrapMentor } from './_lib/mentors/mentor-calls.ts';
import { linkMaker, pageLinkOf, type LinkMaker } from './_lib/mentors/mentor-link.ts';

/** The largest body we read, in bytes: enough for 400 ids. */
const bodyLimit = 32 * 1024;

const versioned = v.array(v.looseObject({ slot: v.string(), version: v.number() }));
const begun = v.array(v.looseObject({ ...versioned.item.entries, starts_at: v.string() }));
const withVersions = v.looseObject({
  reports: begun,
  missing: versioned,
  coming: versioned,
  past: begun,
});

type Versioned = v.InferOutput<typeof versioned>[number];
type Link = ReturnType<typeof pageLinkOf>;

async function page(client: DatabaseClient, link: Link, links: LinkMaker): Promise<Response> {
  const data = unwrapMentor(await client.rpc('mentor_page', link));
  const { reports, missing, coming, past, ...rest } = v.parse(withVersions, data);
  const linkTo = (purpose: 'feedback' | 'cancel', { slot, version }: Versioned) =>
    links.session(purpose, { slot, mentor: link.p_mentor, version });
  const linked = (sessions: readonly Versioned[]) =>
    sessions.map((session) => ({
      ...session,
      feedback: linkTo('feedback', session),
      cancel: linkTo('cancel', session),
    }));
  const isOpen = (starts: string) => Date.now() < Date.parse(starts) + lengthOf('mentor link');
  const linkedWhileOpen = (sessions: v.InferOutput<typeof begun>) =>
    sessions.map((session) => ({
      ...session,
      feedback: isOpen(session.starts_at) ? linkTo('feedback', session) : null,
    }));
  return json(
    v.parse(mentorPage, {
      ...rest,
      reports: linkedWhileOpen(reports),
      missing: linked(missing),
      coming: linked(coming),
      past: linkedWhileOpen(past),
    }),
  );
}

/**
 * `/api/mentor` (§11.64): GET returns a mentor's own page; POST carries out one of the page's actions and returns the
 * updated page, or the times that a pattern would create. The link's token travels in the Authorization header.
 */
export default handle('mentor', ['GET', 'POST'], async (req) => {
  const env = readLinkEnv();
  const client = database(env);
  if (req.method === 'POST') refuseCrossSite(req, env.siteUrl);
  const link = pageLinkOf(req, env.linkSecrets);
  if (req.method === 'POST') {
    const refusal = refused(mentorRefusals, 'act_not_valid');
    const asked = await readJson(req, mentorRequest, bodyLimit, refusal);
    const call = { ...link, p_act: asked };
    const reply = unwrapMentor(await client.rpc('act_by_mentor', call));
    if (asked.act === 'preview') return json(v.parse(previewReply, { times: reply }));
  }
  return page(client, link, linkMaker(env.siteUrl, env.linkSecrets));
});

export const config: Config = { path: '/api/mentor', region: 'sin' };
