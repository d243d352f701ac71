import * as v from 'valibot';
import { aboutExport } from '../../../src/domain/personal-data/export-words.ts';
import { fileAddress, kindOf } from '../../../src/domain/files/member-files.ts';
import { unwrap, type DatabaseClient } from '../database/database.ts';

const keptData = v.nullable(v.record(v.string(), v.unknown()));
const keptFiles = v.array(v.looseObject({ id: v.string(), purpose: v.string() }));

/** Everything that the database keeps about one person, with a download address for each file. */
async function exportOf(
  client: DatabaseClient,
  of: { p_user_id: string } | { p_email: string },
): Promise<Record<string, unknown> | undefined> {
  const kept = v.parse(keptData, unwrap(await client.rpc('export_member', of)));
  if (!kept?.['files']) return kept ?? undefined;
  const files = v
    .parse(keptFiles, kept['files'])
    .map((file) => ({ ...file, download: fileAddress(kindOf(file.purpose), file.id) }));
  return { ...kept, files };
}

/**
 * Everything we keep about a member, for that member (§18.40). Undefined if the account does not exist. Amounts are in
 * paise.
 */
export async function exportAccount(
  client: DatabaseClient,
  memberId: string,
): Promise<Record<string, unknown> | undefined> {
  const kept = await exportOf(client, { p_user_id: memberId });
  return kept && { about: aboutExport, madeAt: new Date().toISOString(), ...kept };
}

/**
 * Everything we keep about the person with this email address, with or without an account. For the operator, who must
 * have checked that the request came from that address.
 */
export async function exportMember(
  client: DatabaseClient,
  email: string,
): Promise<Record<string, unknown>> {
  return { about: aboutExport, ...(await exportOf(client, { p_email: email })) };
}
