import { atom } from 'nanostores';
import * as v from 'valibot';
import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import { link, moment } from '../../domain/schema.ts';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { bookingSchema, slotsSchema, type Slot } from './my-sessions-schema.ts';
import { mySessions } from './my-sessions-store.ts';

/** The sentence that tells a member why a change to a booking or an invitation failed. */
export const sayBookingFailure = (error: unknown) => sayFailure(error, bookingRefusals);

const fetchSlots = (kind: SessionKind): Promise<Slot[]> =>
  rpc('open_slots', { p_kind: kind }, slotsSchema);

/** The slots of the next 60 days that members can book now, soonest first. */
export const slots = {
  interview: createMemberStore('slots-interview', () => fetchSlots('interview')),
  gd: createMemberStore('slots-gd', () => fetchSlots('gd')),
};

/** Fetches the slots again. Until then, the page keeps the current ones. */
export function refreshSlots(): void {
  slots.interview.refresh();
  slots.gd.refresh();
}

/** Like `mySessions.change`, but for changes that may also free up or take seats. */
export const change = <T>(run: () => Promise<T>) =>
  mySessions.change(() => run().finally(refreshSlots));

/** What is sent with a booking: the member's school and interview day. Both are empty if unknown. */
export type Aim = { institute: string; interviewOn: string };

/**
 * Books a slot on the given pack, or on the free interview if no pack is given (§15.8). Throws if the database refuses.
 */
export const bookSlot = (
  slot: string,
  order: string | undefined,
  { institute, interviewOn }: Aim,
) =>
  change(() =>
    rpc(
      'book_slot',
      {
        p_slot: slot,
        ...(order !== undefined && { p_order: order }),
        p_institute: institute,
        ...(interviewOn && { p_interview_on: interviewOn }),
      },
      bookingSchema,
    ),
  );

/** Adds a school that the member is applying to, or changes its interview day (§15.104). */
export const setTarget = (institute: string, interviewOn: string | undefined) =>
  mySessions.change(() =>
    rpc(
      'set_target',
      { p_institute: institute, ...(interviewOn && { p_interview_on: interviewOn }) },
      v.unknown(),
    ),
  );

/** Removes a school that the member is no longer applying to. */
export const removeTarget = (institute: string) =>
  mySessions.change(() => rpc('remove_target', { p_institute: institute }, v.unknown()));

/**
 * Signs the member up for an email when a slot of this kind opens on these weekdays, 'mon' to 'sun', with a mentor from
 * this school if given (§15.90).
 */
export const waitForTime = (kind: SessionKind, weekdays: string[], school: string) =>
  change(() =>
    rpc(
      'wait_for_time',
      { p_kind: kind, p_weekdays: weekdays, ...(school && { p_school: school }) },
      v.unknown(),
    ),
  );

/** Stops the emails about open slots of this kind. */
export const stopWaiting = (kind: SessionKind) =>
  change(() => rpc('stop_waiting', { p_kind: kind }, v.unknown()));

/** Moves a booking to another slot (§15.12). If the move fails, leaves the booking unchanged and throws. */
export const moveBooking = (booking: string, slot: string) =>
  change(() => rpc('move_booking', { p_booking: booking, p_slot: slot }, bookingSchema));

const cancelled = v.object({ session_returned: v.boolean() });

/**
 * Cancels a booking. Resolves to whether the session was returned. With `returns`, the database refuses to cancel if
 * the session would be lost. Throws if the database refuses.
 */
export async function cancelBooking(booking: string, returns: boolean): Promise<boolean> {
  const answer = await change(() =>
    rpc('cancel_booking', { p_booking: booking, p_returns: returns }, cancelled),
  );
  return answer.session_returned;
}

/** Returns the link to the session's meeting (§15.36). Throws before the meeting opens and after it has ended. */
export const meetingLinkOf = (booking: string) => rpc('join_session', { p_booking: booking }, link);

/** Rates a session that has ended, from 1 to 5, with a comment. A second rating replaces the first (§15.37). */
export const rateSession = (booking: string, score: number, word: string) =>
  change(() =>
    rpc('rate_session', { p_booking: booking, p_score: score, p_word: word }, v.unknown()),
  );

/** Bookings whose feedback was opened for the first time on this page. */
export const $justRead = atom<readonly string[]>([]);

/** Marks a session's feedback as read (§15.71). */
export const readFeedback = (booking: string) => {
  $justRead.set([...$justRead.get(), booking]);
  return change(() => rpc('read_feedback', { p_booking: booking }, v.unknown()));
};

/** Marks an exercise from a mentor's feedback as done or not done, and stores the note about it (§15.103). */
export const doExercise = (booking: string, done: boolean, note: string) =>
  change(() => rpc('do_exercise', { p_booking: booking, p_done: done, p_note: note }, v.unknown()));

/** Shows the member's first name to the others in a GD, or hides it (§15.100). */
export const showName = (booking: string, shown: boolean) =>
  change(() => rpc('show_name', { p_booking: booking, p_shown: shown }, v.unknown()));

/** Reports that the mentor did not join (§15.22). Resolves to the mentor's deadline for an answer; null after the answer. */
export const reportNoMentor = (booking: string) =>
  change(() => rpc('report_no_mentor', { p_booking: booking }, v.nullable(moment)));

/** Names the second person on a pack for two. If the same address is named again, the email is resent (§15.24). */
export const nameSecondPerson = (order: string, address: string) =>
  change(() => rpc('name_second_person', { p_order: order, p_address: address }, v.unknown()));
