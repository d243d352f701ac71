import * as v from 'valibot';
import {
  freeInterview,
  personOfPhone,
  type FreeInterview,
} from '../../../src/domain/packs/free-interview.ts';
import {
  freeInterviewOwnRefusals,
  freeInterviewRefusals,
} from '../../../src/domain/refusals/free-interview.ts';
import { refused } from '../http/api-error.ts';
import { unwrap, unwrapRefused, type DatabaseClient } from '../database/database.ts';
import { personHash } from '../account/person-hash.ts';

/**
 * Gives a member the free interview, which each email address and each phone number can have once (§15.31). Throws
 * ApiError if this member may not have it.
 */
export async function grantFreeInterview(
  member: string,
  client: DatabaseClient,
  secret: string,
): Promise<FreeInterview> {
  const [person] = unwrap(await client.rpc('free_interview_person', { p_user_id: member })) ?? [];
  if (!person?.is_proven) throw refused(freeInterviewRefusals, 'address_not_proven');
  const phone = personOfPhone(person.phonenumber);
  if (phone === undefined) throw refused(freeInterviewOwnRefusals, 'phone_missing');
  const reply = await client.rpc('grant_free_interview', {
    p_user_id: member,
    p_address: person.address,
    p_phonenumber: person.phonenumber,
    p_address_hash: personHash('free interview address', person.person, secret),
    p_phone_hash: personHash('free interview phone', phone, secret),
    ...(person.domain && {
      p_domain_hash: personHash('free interview domain', person.domain, secret),
    }),
  });
  return v.parse(freeInterview, unwrapRefused(reply, freeInterviewRefusals));
}
