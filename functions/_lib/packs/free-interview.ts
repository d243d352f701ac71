import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { ApiErrorCode } from '../../../src/domain/api.ts';
import {
  freeInterview,
  personOfAddress,
  personOfPhone,
  type FreeInterview,
} from '../../../src/domain/packs/free-interview.ts';
import {
  sessionMessages,
  type SessionProblem,
} from '../../../src/domain/bookings/session-messages.ts';
import { ApiError } from '../http/api-error.ts';
import { refusedWith, unwrap, type DatabaseClient } from '../database/database.ts';

/** A hash that tells nobody without the secret who the person is; an address never equals a phone. */
function hashOf(kind: 'address' | 'phone', person: string, secret: string): string {
  return createHmac('sha256', secret).update(`free interview ${kind} ${person}`).digest('hex');
}

/** Why the database gives none, with the status of the reply. */
const refusals: readonly (readonly [number, ApiErrorCode & SessionProblem])[] = [
  [403, 'address_not_proven'],
  [409, 'already_had'],
  [409, 'free_gone'],
  [409, 'person_changed'],
];

/**
 * Gives a member the free interview, once for an address and a phone number (§15.31). Throws ApiError
 * where the member may have none.
 */
export async function grantFreeInterview(
  member: string,
  client: DatabaseClient,
  secret: string,
): Promise<FreeInterview> {
  const [person] = unwrap(await client.rpc('free_interview_person', { p_user_id: member })) ?? [];
  if (!person?.is_proven) {
    throw new ApiError(403, 'address_not_proven', sessionMessages.address_not_proven);
  }
  const phone = personOfPhone(person.phonenumber);
  if (phone === undefined) {
    throw new ApiError(403, 'phone_missing', 'Add your phone number to your profile first.');
  }
  const reply = await client.rpc('grant_free_interview', {
    p_user_id: member,
    p_address: person.address,
    p_phonenumber: person.phonenumber,
    p_address_hash: hashOf('address', personOfAddress(person.address), secret),
    p_phone_hash: hashOf('phone', phone, secret),
  });
  const word = refusedWith(reply.error);
  const refused = refusals.find(([, code]) => code === word);
  if (refused) throw new ApiError(...refused, sessionMessages[refused[1]]);
  return v.parse(freeInterview, unwrap(reply));
}
