import { atom } from 'nanostores';
import * as v from 'valibot';
import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { bookingSchema, slotsSchema, type Slot } from '../packs/practice-schema.ts';
import { showFreshPractice } from '../packs/practice-store.ts';

// ms. The picker looks this far ahead.
const ahead = 60 * 24 * 60 * 60_000;

function fetchSlots(kind: SessionKind): Promise<Slot[]> {
  const now = Date.now();
  return rpc(
    'open_slots',
    {
      p_kind: kind,
      p_from: new Date(now).toISOString(),
      p_to: new Date(now + ahead).toISOString(),
    },
    slotsSchema,
  );
}

const slots = {
  interview: createMemberStore('slots-interview', () => fetchSlots('interview')),
  gd: createMemberStore('slots-gd', () => fetchSlots('gd')),
};

/** The times of the next 60 days that can be booked now, soonest first. */
export const $slots = { interview: slots.interview.$data, gd: slots.gd.$data };

/** Fetches the times again; the page keeps the current ones meanwhile. */
export function refreshSlots(): void {
  slots.interview.refresh();
  slots.gd.refresh();
}

/** Runs a change; resolves to its answer once the page shows the new bookings, also if it is refused. */
async function change<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    refreshSlots();
    await showFreshPractice();
  }
}

/** Books a slot on a pack, or on the free interview without one (§15.8). Throws when the database refuses. */
export const bookSlot = (slot: string, order: string | undefined, institute: string) =>
  change(() =>
    rpc(
      'book_slot',
      { p_slot: slot, ...(order !== undefined && { p_order: order }), p_institute: institute },
      bookingSchema,
    ),
  );

/** Lets the member be told when a time of a kind opens on these days, 'mon' to 'sun' (§15.90). */
export const waitForTime = (kind: SessionKind, weekdays: string[]) =>
  change(() => rpc('wait_for_time', { p_kind: kind, p_weekdays: weekdays }, v.unknown()));

/** Ends that. */
export const stopWaiting = (kind: SessionKind) =>
  change(() => rpc('stop_waiting', { p_kind: kind }, v.unknown()));

/** Moves a booking to another slot (§15.12). A move that fails leaves it where it was, and throws. */
export const moveBooking = (booking: string, slot: string) =>
  change(() => rpc('move_booking', { p_booking: booking, p_slot: slot }, bookingSchema));

const cancelled = v.object({ session_returned: v.boolean() });

/**
 * Cancels a booking; resolves to whether the session came back. With `returns` it is refused when the session
 * would not. Throws when the database refuses.
 */
export async function cancelBooking(booking: string, returns: boolean): Promise<boolean> {
  const answer = await change(() =>
    rpc('cancel_booking', { p_booking: booking, p_returns: returns }, cancelled),
  );
  return answer.session_returned;
}

const meetingLink = v.pipe(v.string(), v.regex(/^https:\/\/./));

/** The link of the meeting (§15.36). Throws before it opens and after it has ended. */
export const meetingLinkOf = (booking: string) =>
  rpc('join_session', { p_booking: booking }, meetingLink);

/** Rates a session that has ended, 1 to 5 and a word; again replaces it (§15.37). */
export const rateSession = (booking: string, score: number, word: string) =>
  change(() =>
    rpc('rate_session', { p_booking: booking, p_score: score, p_word: word }, v.unknown()),
  );

/** The sessions whose feedback was new on this page until it was opened. */
export const $justRead = atom<readonly string[]>([]);

/** Notes that the member opened the feedback on a session (§15.71). */
export const readFeedback = (booking: string) => {
  $justRead.set([...$justRead.get(), booking]);
  return change(() => rpc('read_feedback', { p_booking: booking }, v.unknown()));
};

/** Lets the others in a GD read the member's first name, or no longer (§15.100). */
export const showName = (booking: string, shown: boolean) =>
  change(() => rpc('show_name', { p_booking: booking, p_shown: shown }, v.unknown()));

/** Says that the mentor did not come (§15.22). */
export const reportNoMentor = (booking: string) =>
  change(() => rpc('report_no_mentor', { p_booking: booking }, v.unknown()));

/** Names the second person of a pack for two; the same address again sends the mail again (§15.24). */
export const nameSecondPerson = (order: string, address: string) =>
  change(() => rpc('name_second_person', { p_order: order, p_address: address }, v.unknown()));

/** Accepts a pack that somebody shares, with the terms (§15.25). */
export const acceptInvitation = (order: string) =>
  change(() => rpc('accept_second_person', { p_order: order, p_terms: true }, v.unknown()));
