import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { inject } from 'vitest';
import { sqlEditor } from '../../local/backend/sql-editor.ts';
import { passTime } from '../../local/pass-time.ts';

const { backendUrl, keys } = inject('stack');
const sql = sqlEditor(backendUrl, keys.secretKey);

/** Proves the address of a member's account, as our link does. */
export async function proveAddress(member: string): Promise<void> {
  await sql(
    `insert into private.proven_addresses (user_id, address)
    select id, lower(email) from auth.users where id = $1`,
    member,
  );
}

/** Sets a member's phone number. */
export async function setPhone(member: string, phone: string): Promise<void> {
  await sql('update public.profiles set phonenumber = $2 where id = $1', member, phone);
}

/** A phone number of India that is unique in this run. */
export function newPhone(): string {
  return `9${BigInt(`0x${randomUUID().replaceAll('-', '')}`)
    .toString()
    .slice(0, 9)}`;
}

export type Member = { id: string; token: string };

/** Calls a database function as a member. */
export async function callAs(
  { token }: Pick<Member, 'token'>,
  name: string,
  body: object,
): Promise<unknown> {
  const response = await fetch(`${backendUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: keys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Gives a member a free interview, and books a session on it in two days. Resolves to the booking's id. */
export async function newBooking(member: Member): Promise<string> {
  const [mentor] = await sql(
    "select operations.add_mentor('Meera', 'IIM A', $1, 'https://meet.example.com/m') as id",
    `${randomUUID()}@example.com`,
  );
  const [slot] = await sql(
    `insert into private.slots (kind, mentor_id, starts_at, minutes)
    values ('interview', $1, now() + interval '48 hours', 45) returning id`,
    mentor?.['id'],
  );
  await sql(
    'insert into private.free_grants (member_id, address_hash, phone_hash) values ($1, $2, $3)',
    member.id,
    ...[0, 1].map(() => (randomUUID() + randomUUID()).replaceAll('-', '')),
  );
  const booking = await callAs(member, 'book_slot', { p_slot: slot?.['id'] });
  return v.parse(v.object({ id: v.string() }), booking).id;
}

/** Cancels a booking, as its member does. */
export async function cancelBooking(member: Member, booking: string): Promise<void> {
  await callAs(member, 'cancel_booking', { p_booking: booking, p_returns: true });
}

/** The hashes that are kept of a member's free interview. */
export async function grantsOf(member: string): Promise<Record<string, unknown>[]> {
  return sql(
    'select address_hash, phone_hash from private.free_grants where member_id = $1',
    member,
  );
}

/** Lets the session of a booking begin this many days ago, with feedback on it. */
export async function heldWithFeedback(booking: string, daysAgo: number): Promise<void> {
  const [row] = await sql('select slot_id as slot from private.bookings where id = $1', booking);
  await passTime(sql, v.parse(v.string(), row?.['slot']), -24 * daysAgo);
  await sql(
    `insert into private.feedback (booking_id, version, mentor_id, attended)
    select bookings.id, 1, slots.mentor_id, false
    from private.bookings join private.slots on slots.id = slot_id where bookings.id = $1`,
    booking,
  );
}

/** How many versions of feedback there are on a booking. */
export async function feedbackOn(booking: string): Promise<number> {
  const found = await sql('select version from private.feedback where booking_id = $1', booking);
  return found.length;
}

/** The rows of a member's files. */
export async function rowsOf(member: string): Promise<Record<string, unknown>[]> {
  return sql('select id from private.files where owner_id = $1', member);
}

/** Sets the largest file, in bytes, that the storage service takes into the bucket. */
export async function limitBucket(bytes: number): Promise<void> {
  await sql("update storage.buckets set file_size_limit = $1 where id = 'files'", bytes);
}
