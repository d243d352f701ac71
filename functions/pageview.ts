import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { pageviewRequest } from '../src/domain/api.ts';
import { callerOf } from './_lib/http/caller.ts';
import { openDatabase, unwrap } from './_lib/database/database.ts';
import { handle } from './_lib/http/handle.ts';
import { describe, log } from './_lib/http/log.ts';
import { countedPage } from './_lib/http/counted-page.ts';
import { noContent } from './_lib/http/replies.ts';
import { readBody, refuseCrossSite, requireMediaType } from './_lib/http/request.ts';

const bodyLimit = 1024;

/**
 * `POST /api/pageview` (§11.26): counts a page view by path and day only (§12.27). Leaves out visitors who ask not to
 * be tracked (§12.26) and network addresses that send too many views (§11.43). A lost count is not an error.
 */
export default handle('pageview', ['POST'], async (req, { ip }) => {
  if (req.headers.get('dnt') === '1' || req.headers.get('sec-gpc') === '1') return noContent();
  const { env, client } = openDatabase();
  refuseCrossSite(req, env.siteUrl);
  requireMediaType(req, 'text/plain', 'application/json');
  const request = v.safeParse(pageviewRequest, await readBody(req, bodyLimit));
  const path = request.success ? countedPage(request.output.path) : null;
  if (path === null) return noContent();
  try {
    const caller = callerOf(ip, env);
    unwrap(
      await client.rpc('count_page_view', {
        p_path: path,
        ...(caller !== null && { p_caller: caller }),
      }),
    );
  } catch (error) {
    log('warn', 'page_view_lost', { detail: describe(error) });
  }
  return noContent();
});

export const config: Config = { path: '/api/pageview', region: 'sin' };
