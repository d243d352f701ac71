import type { Config } from '@netlify/functions';
import { exportRefusals } from '../src/domain/refusals/export.ts';
import { openDatabase, unwrap } from './_lib/database/database.ts';
import { ApiError, refused } from './_lib/http/api-error.ts';
import { handle } from './_lib/http/handle.ts';
import { exportAccount } from './_lib/personal-data/member-export.ts';
import { attachment } from './_lib/http/replies.ts';
import { refuseCrossSite } from './_lib/http/request.ts';
import { requireMember } from './_lib/account/signed-in.ts';

/** `GET /api/memberData` (§11.61): everything we keep about the member, as one JSON file (§18.40). */
export default handle('memberData', ['GET'], async (req) => {
  const { env, client } = openDatabase();
  refuseCrossSite(req, env.siteUrl);
  const member = await requireMember(req, client);
  if (!unwrap(await client.rpc('may_export', { p_user_id: member }))) {
    throw refused(exportRefusals, 'too_many_requests');
  }
  const data = await exportAccount(client, member);
  if (!data) throw new ApiError(404, 'not_found', 'We hold no data about you.');
  const file = new Blob([JSON.stringify(data, null, 2)]);
  return attachment(file, 'application/json', 'admitcircle-data.json');
});

export const config: Config = { path: ['/api/memberData', '/api/memberdata'], region: 'sin' };
