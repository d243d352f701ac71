import * as v from 'valibot';
import {
  bookingSchema,
  mySessionsSchema,
  slotsSchema,
  type Booking,
  type SessionPack,
  type MySessions,
  type Slot,
} from '../../../../src/features/bookings/my-sessions-schema.ts';
import type { SessionFile } from '../../../../src/domain/files/member-files.ts';
import { storageKeys } from '../../../../src/lib/storage-keys.ts';
import { toPaise } from '../../../../src/domain/words/money.ts';
import { single } from '../../../samples/packs.ts';
import { asOfNow, inDays, inHours } from './moments.ts';
import { standing } from './refunds.ts';

let made = 0;
const newId = (): string => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;

/** A pack of five with no session used. */
export function pack(changes: Partial<SessionPack> = {}): SessionPack {
  return {
    order: newId(),
    pack: 'super-value',
    status: 'paid',
    role: 'buyer',
    other: null,
    sold: 5,
    used: 0,
    booked: 0,
    reported: 0,
    theirs: { used: 0, booked: 0, reported: 0 },
    given_back: 0,
    remaining: 5,
    valid_until: inDays(365),
    is_valid: true,
    refund: null,
    other_refunds: [],
    disputed: false,
    second: { address: null, state: 'none', namings_left: 3, replaceable: true },
    ...changes,
  };
}

export const singlePack = (changes: Partial<SessionPack> = {}): SessionPack =>
  pack({ pack: 'single', sold: 1, remaining: 1, second: null, ...changes });

/** The times of a session that starts in this many hours. */
function times(hours: number, minutes: number) {
  return {
    starts_at: inHours(hours),
    ends_at: inHours(hours + minutes / 60),
    minutes,
    free_until: inHours(hours - 24),
    join_from: inHours(hours - 1 / 6),
  };
}

/** An interview that starts in this many hours. */
export function booking(hours: number, changes: Partial<Booking> = {}): Booking {
  return v.parse(bookingSchema, {
    id: newId(),
    kind: 'interview',
    ...times(hours, 45),
    mentor: { id: 1, name: 'Meera', institute: 'IIM Ahmedabad' },
    state: hours < -1 ? 'held' : 'booked',
    reason: null,
    sequence: 0,
    order: newId(),
    is_free: false,
    institute: 'IIM Bangalore',
    given_back: false,
    taken: 1,
    minimum: 1,
    topic: null,
    takes_place: false,
    shows_name: false,
    no_mentor_reported: false,
    report_is_open: false,
    answer_until: null,
    refund: null,
    feedback: null,
    rating: null,
    files: [],
    ...changes,
  });
}

export const sessionFile = (changes: Partial<SessionFile> = {}): SessionFile => ({
  id: newId(),
  purpose: 'cv',
  size: 17,
  type: 'application/pdf',
  ...changes,
});

/** A mentor’s feedback on a session. */
export const feedback: NonNullable<Booking['feedback']> = {
  attended: true,
  content: 4,
  structure: 3,
  communication: 5,
  presence: 2,
  went_well: 'Calm under pressure',
  to_work_on: 'Answer first, then explain',
  exercise: 'Tell your story in ninety seconds',
  exercise_done_at: null,
  exercise_note: '',
  first_given_at: inHours(-1),
  read: true,
};

/** A time for an interview that starts in this many hours. */
export function slot(hours: number, changes: Partial<Slot> = {}): Slot {
  const { starts_at, minutes, free_until } = times(hours, 45);
  const [one] = v.parse(slotsSchema, [
    {
      id: newId(),
      kind: 'interview',
      starts_at,
      minutes,
      mentor: 'Meera',
      mentor_id: 1,
      institute: 'IIM Ahmedabad',
      seats: 1,
      taken: 0,
      minimum: 1,
      free_until,
      mine: false,
      ...changes,
    },
  ]);
  if (!one) throw new Error('There is one slot.');
  return one;
}

/** Stores a chosen time, as a mentor’s card does. */
export const keepTime = ({ id, kind, starts_at, mentor, mentor_id }: Slot) =>
  localStorage.setItem(
    storageKeys.chosenTime,
    JSON.stringify({ slot: id, kind, starts_at, mentor: { id: mentor_id, name: mentor } }),
  );

/** A request to be told when an interview opens on a Saturday or Sunday. */
export const waitingTime = (
  changes: Partial<MySessions['waiting_times'][number]> = {},
): MySessions['waiting_times'][number] => ({
  kind: 'interview',
  weekdays: ['sat', 'sun'],
  school: null,
  until: inHours(60 * 24),
  ...changes,
});

export const invitation: MySessions['invitations'][number] = {
  order: newId(),
  pack: 'super-value',
  address: 'asha@example.com',
  from: 'Meera',
  sessions: 4,
  terms: null,
};

type NextTime = NonNullable<MySessions['waiting']['next_time']>;

/** The next free time, in this many hours. */
export const nextTime = (hours: number, changes: Partial<NextTime> = {}): NextTime => ({
  slot: newId(),
  starts_at: inHours(hours),
  mentor_id: 1,
  mentor: 'Meera',
  institute: 'XLRI',
  ...changes,
});

/** A better offer from City Bank that we have not answered yet. */
export const betterOffer = (
  changes: Partial<NonNullable<MySessions['waiting']['better']>> = {},
): NonNullable<MySessions['waiting']['better']> => ({
  lender: 'City Bank',
  answer: null,
  rate: null,
  answer_by: inDays(5),
  ...changes,
});

/** The `waiting` part for a member with nothing to do or to wait for outside sessions. */
export const waiting = (changes: Partial<MySessions['waiting']> = {}): MySessions['waiting'] => ({
  refund: null,
  returned: null,
  payment: null,
  loan: 'none',
  loan_amount: null,
  loan_asked: null,
  lender: null,
  declined: null,
  better: null,
  next_time: null,
  ...changes,
});

/** The answer of `my_sessions` for a member who has nothing yet, at any time. */
export function sessions(changes: Partial<MySessions> = {}): MySessions {
  const answer = v.parse(mySessionsSchema, {
    now: inHours(0),
    packs: [],
    free_interview: { left: 900, state: 'none', book_until: null },
    invitations: [],
    upcoming: [],
    past: [],
    addresses: ['asha@example.com'],
    changing_to: null,
    claimable: [],
    waiting: waiting(),
    waiting_times: [],
    targets: [],
    ...changes,
  });
  return changes.now === undefined ? asOfNow(answer) : answer;
}

/** An answer of `my_sessions` with something in every list and every field. */
export function everySession(): MySessions {
  return sessions({
    packs: [
      pack({ refund: standing({ number: 'R-1' }), other_refunds: [standing({ number: 'R-2' })] }),
      pack({ role: 'second', other: 'Meera', second: null }),
    ],
    invitations: [invitation],
    upcoming: [booking(48, { files: [sessionFile()] })],
    past: [
      booking(-48, {
        feedback,
        rating: { score: 4, word: 'Honest' },
        refund: { number: 'R-2', state: 'asked' },
      }),
    ],
    claimable: [{ id: newId(), pack: 'single', amount: toPaise(single.price) }],
    waiting_times: [waitingTime()],
    targets: [{ institute: 'IIM Bangalore', interview_on: inDays(19) }],
  });
}
