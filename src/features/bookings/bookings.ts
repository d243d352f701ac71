import * as v from 'valibot';
import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { bookingSchema, slotsSchema, type Booking, type Slot } from '../packs/practice-schema.ts';
import { showFreshPractice } from '../packs/practice-store.ts';
import { createMemberStore } from '../../lib/member-data.ts';

// ms. The picker looks this far ahead.
const ahead = 60 * 24 * 60 * 60_000;

async function fetchSlots(kind: SessionKind): Promise<Slot[]> {
  const supabase = await loadSupabase();
  const now = Date.now();
  const { data } = await supabase
    .rpc('open_slots', {
      p_kind: kind,
      p_from: new Date(now).toISOString(),
      p_to: new Date(now + ahead).toISOString(),
    })
    .throwOnError();
  return v.parse(slotsSchema, data);
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

async function change<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    refreshSlots();
    await showFreshPractice();
  }
}

/** Books a slot on a pack, or on the free interview without one (§15.8). Throws when the database refuses. */
export function bookSlot(
  slot: string,
  order: string | undefined,
  institute: string,
): Promise<Booking> {
  return change(async () => {
    const supabase = await loadSupabase();
    const { data } = await supabase
      .rpc('book_slot', {
        p_slot: slot,
        ...(order !== undefined && { p_order: order }),
        p_institute: institute,
      })
      .throwOnError();
    return v.parse(bookingSchema, data);
  });
}

/** Moves a booking to another slot (§15.12). A move that fails leaves it where it was, and throws. */
export function moveBooking(booking: string, slot: string): Promise<Booking> {
  return change(async () => {
    const supabase = await loadSupabase();
    const { data } = await supabase
      .rpc('move_booking', { p_booking: booking, p_slot: slot })
      .throwOnError();
    return v.parse(bookingSchema, data);
  });
}

const cancelled = v.object({ session_returned: v.boolean() });

/**
 * Cancels a booking; resolves to whether the session came back. With `returns` it is refused when the session
 * would not. Throws when the database refuses.
 */
export function cancelBooking(booking: string, returns: boolean): Promise<boolean> {
  return change(async () => {
    const supabase = await loadSupabase();
    const { data } = await supabase
      .rpc('cancel_booking', { p_booking: booking, p_returns: returns })
      .throwOnError();
    return v.parse(cancelled, data).session_returned;
  });
}

const meetingLink = v.pipe(v.string(), v.regex(/^https:\/\/./));

/** The link of the meeting (§15.36). Throws before it opens and after it has ended. */
export async function meetingLinkOf(booking: string): Promise<string> {
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc('join_session', { p_booking: booking }).throwOnError();
  return v.parse(meetingLink, data);
}

/** Rates a session that has ended, 1 to 5 and a word; again replaces it (§15.37). */
export function rateSession(booking: string, score: number, word: string): Promise<void> {
  return change(async () => {
    const supabase = await loadSupabase();
    await supabase
      .rpc('rate_session', { p_booking: booking, p_score: score, p_word: word })
      .throwOnError();
  });
}

/** Says that the mentor did not come (§15.22). */
export function reportNoMentor(booking: string): Promise<void> {
  return change(async () => {
    const supabase = await loadSupabase();
    await supabase.rpc('report_no_mentor', { p_booking: booking }).throwOnError();
  });
}

/** Names the second person of a pack for two; the same address again sends the mail again (§15.24). */
export function nameSecondPerson(order: string, address: string): Promise<void> {
  return change(async () => {
    const supabase = await loadSupabase();
    await supabase.rpc('name_second_person', { p_order: order, p_address: address }).throwOnError();
  });
}

/** Accepts a pack that somebody shares, with the terms (§15.25). */
export function acceptInvitation(order: string): Promise<void> {
  return change(async () => {
    const supabase = await loadSupabase();
    await supabase.rpc('accept_second_person', { p_order: order, p_terms: true }).throwOnError();
  });
}
