import { inject } from 'vitest';
import { bookingsOn } from '../samples/bookings.ts';
import { overHttp } from '../samples/caller.ts';
import { loansOn } from '../samples/loans.ts';

const { backendUrl, keys } = inject('stack');

/** The database behind the functions. `know` is for members who did not sign up through it. */
export const here = overHttp(backendUrl, keys);
export const { sql } = here;
export const bookings = bookingsOn(here);
export const loans = loansOn(here);

/** The year after this, whose June is less than 24 months away. */
export const nextYear = new Date().getUTCFullYear() + 1;

/** Joins that year’s loan group with a verified address. */
export async function joinGroup(member: string): Promise<void> {
  await loans.proveAddress(member);
  await loans.join(member, { p_course_starts: `${nextYear}-06-01` });
}

/** Gives a member a free interview and books it in two days. Resolves to the booking’s id. */
export async function newBooking(member: string): Promise<string> {
  await bookings.grantFree(member);
  return (await bookings.book(member, await bookings.newSlot(48))).id;
}

export const rowsOf = (member: string) =>
  sql('select id from private.files where owner_id = $1', member);
