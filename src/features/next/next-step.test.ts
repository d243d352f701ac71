import { expect, test } from 'vitest';
import { memberPages } from '../../domain/member-pages.ts';
import { dayAndTime, shortTime } from '../../domain/words/dates.ts';
import { toPaise } from '../../domain/words/money.ts';
import {
  betterOffer,
  booking,
  feedback,
  invitation,
  nextTime,
  pack,
  sessionFile,
  sessions,
  waiting as waitingFor,
} from '../../../tests/components/support/samples/bookings.ts';
import { standing } from '../../../tests/components/support/samples/refunds.ts';
import { exerciseOf } from '../bookings/progress.ts';
import { indiaDay } from '../../domain/words/dates.ts';
import { plain } from '../ui/Sentence.tsx';
import type { Booking, MySessions } from '../bookings/my-sessions-schema.ts';
import { nextStep, type NextStep } from './next-step.ts';
import { sayOnDashboard } from './say-on-dashboard.ts';
import { isFirstVisit } from './season.ts';
import { sayAlso, type Also } from './say-also.ts';

const now = Date.now();
const unread = booking(-48, { feedback: { ...feedback, read: false } });
const asked = standing();
const request = standing({ state: 'more_needed' });
const cancelled = booking(20, { state: 'called_off', reason: 'mentor', order: 'order' });
const nothing = sessions({
  free_interview: { left: 0, state: 'none', book_until: null },
  waiting: waitingFor({ loan: 'in group' }),
});

const waiting = (changes: Partial<MySessions['waiting']>) => (has: MySessions) => ({
  ...has,
  waiting: { ...has.waiting, ...changes },
});

const alsoSaid = ({ says, words }: Also) => (says ? `${plain(says)}. ` : '') + plain(words);

const alsoOf = (has: MySessions, at = now) =>
  sayAlso(has, nextStep(has, at), at).map((one) => [alsoSaid(one), one.href]);

// This session is rated and has no exercise.
const done = { ...feedback, exercise: null };
const rating = { score: 5, word: '' };
const held = (changes: Partial<Booking> = {}) =>
  booking(-48, { feedback: done, rating, ...changes });
const after = (one: Booking) => (has: MySessions) => ({ ...has, past: [...has.past, one] });

// Each step with a cause, in order of rank.
const causes: [NextStep['step'], (has: MySessions) => MySessions][] = [
  ['join', (has) => ({ ...has, upcoming: [booking(0.1), ...has.upcoming] })],
  ['refund', waiting({ refund: request })],
  ['count', waiting({ loan: 'not counted' })],
  [
    'rebook',
    (has) => ({
      ...waiting({ returned: cancelled.id })(has),
      packs: [pack({ order: 'order' })],
      past: [cancelled, ...has.past],
    }),
  ],
  ['feedback', after(unread)],
  ['session', (has) => ({ ...has, upcoming: [booking(20), ...has.upcoming] })],
  ['exercise', after(held({ feedback }))],
  ['session', (has) => ({ ...has, upcoming: [...has.upcoming, booking(30)] })],
  ['invitation', (has) => ({ ...has, invitations: [invitation] })],
  ['claim', (has) => ({ ...has, claimable: [{ id: 'o', pack: 'single', amount: 1 }] })],
  ['book', (has) => ({ ...has, packs: [pack()] })],
  ['payment', waiting({ payment: { order: 'o', pack: 'single', failed: false } })],
  ['rate', after(held({ rating: null }))],
  ['offers', waiting({ loan: 'to choose' })],
  ['awaited', after(booking(-2))],
  ['money', waiting({ refund: asked })],
  ['loan', waiting({ loan: 'with_lender', lender: 'A Bank' })],
  [
    'free',
    (has) => ({ ...has, free_interview: { left: 1, state: 'none' as const, book_until: null } }),
  ],
  ['practice', (has) => has],
];

test.each(causes)('§15.70 the next step is ‘%s’ if there is nothing else to do', (step, cause) => {
  expect(nextStep(cause(nothing), now).step).toBe(step);
});

const pairs = causes.slice(1).map(([later, cause], index) => {
  const [earlier, first] = causes[index] ?? ['join', (has: MySessions) => has];
  return [earlier, later, (has: MySessions) => first(cause(has))] as const;
});
test.each(pairs)('§15.70 the step ‘%s’ comes before ‘%s’', (earlier, _later, both) => {
  expect(nextStep(both(nothing), now).step).toBe(earlier);
});

test('§15.70 feedback on a missed session does not lead to a next step', () => {
  const missed = held({ feedback: { ...feedback, attended: false, read: false }, rating: null });
  expect(nextStep(after(missed)(nothing), now).step).toBe('practice');
});

test('§15.70 §15.21 after a session, the next step says by when its feedback should arrive, and once it is late, that the mentor was reminded', () => {
  const over = booking(-2, {
    starts_at: '2026-11-24T13:00:00+00:00',
    ends_at: '2026-11-24T13:45:00+00:00',
  });
  const end = Date.parse(over.ends_at);
  const at = (hours: number, one = over) => {
    const then = end + hours * 3_600_000;
    const next = nextStep(after(one)(nothing), then);
    if (next.step !== 'awaited') return next.step;
    const { title, text, action } = sayOnDashboard(next, then);
    return { title: plain(title), text: plain(text ?? ''), action };
  };
  const action = { label: 'See your session', href: `/dashboard/sessions#past-${over.id}` };
  const writing = 'Meera is writing your feedback';
  expect(at(1)).toEqual({
    title: writing,
    text: 'It is due by tomorrow at 7:15 pm. We’ll email you as soon as it’s here.',
    action,
  });
  expect(at(23)).toMatchObject({
    title: writing,
    text: expect.stringMatching(/by today at 7:15 pm/),
  });
  expect(at(24)).toEqual({
    title: 'Your feedback from Meera is late',
    text: 'It was due by today at 7:15 pm. We’ve reminded your mentor and will email you as soon as it’s here.',
    action,
  });
  expect(at(47)).toMatchObject({ action });
  expect(at(48), 'then we know that it is missing').toBe('practice');
  const refund = { number: 'R-1', state: 'asked' } as const;
  for (const changes of [
    { feedback: done, rating },
    { given_back: true },
    { refund },
    { state: 'late' as const },
  ]) {
    expect(at(1, { ...over, ...changes }), Object.keys(changes).join()).toBe('practice');
  }
  const ended = { ...nothing, upcoming: [booking(-1)] };
  expect(nextStep(ended, now).step, 'a session that ended since the page loaded').toBe('awaited');
});

const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test('§15.99 the next step is the exercise of the feedback that came last, also if it is on an earlier session', () => {
  const did = { ...feedback, first_given_at: ago(60), exercise_done_at: ago(30) };
  const recent = booking(-48, { feedback: did, rating });
  const earlier = booking(-96, { feedback: { ...feedback, first_given_at: ago(10) }, rating });
  const next = nextStep({ ...nothing, past: [recent, earlier] }, now);
  expect(next).toMatchObject({ step: 'exercise', practised: { id: earlier.id } });
});

test('§15.70 the next step is the exercise for two weeks, or rating the session once the exercise is done', () => {
  const given = (days: number, changes = {}) =>
    booking(-20 * 24, {
      feedback: { ...feedback, first_given_at: ago(days * 24 * 60), ...changes },
      rating: null,
    });
  const stepAfter = (one: Booking) => nextStep(after(one)(nothing), now).step;
  expect(stepAfter(given(15))).toBe('practice');
  expect(stepAfter(given(13)), 'counted from the feedback, which came late').toBe('exercise');
  const exercise_done_at = new Date(now).toISOString();
  expect(stepAfter(given(13, { exercise_done_at }))).toBe('rate');
  expect(stepAfter(given(15, { exercise_done_at }))).toBe('practice');
});

test('§15.70 the next step suggests practice by the feedback that came last, as the exercise does', () => {
  const did = (minutes: number) => ({
    ...feedback,
    first_given_at: ago(minutes),
    exercise_done_at: ago(1),
  });
  const recent = booking(-48, { feedback: did(60), rating });
  const earlier = booking(-96, { feedback: did(10), rating });
  const next = nextStep({ ...nothing, past: [recent, earlier] }, now);
  expect(next).toMatchObject({ step: 'practice', last: { id: earlier.id } });
});

test('§15.70 after a session that we or its mentor cancelled, the next step says whose it was, when and why', () => {
  const gone = { ...cancelled, starts_at: '2026-12-02T04:00:00+00:00' };
  const say = (changes: Partial<Booking> = {}, day = '11-29', has: Partial<MySessions> = {}) => {
    const packs = [pack(), pack({ order: 'order', remaining: 4, used: 1 })];
    const about = waiting({ returned: gone.id })({
      ...{ ...nothing, packs, past: [{ ...gone, ...changes }], ...has },
    });
    const then = Date.parse(`2026-${day}T06:00:00Z`);
    const next = nextStep(about, then);
    if (next.step !== 'rebook') return next.step;
    const { title, text, action } = sayOnDashboard(next, then);
    const also = sayAlso(about, next, then).map(alsoSaid);
    return { title: plain(title), text: plain(text ?? ''), action, also };
  };
  expect(say()).toEqual({
    title: 'Mock interview cancelled: Wed\u00a02\u00a0Dec,\u00a09:30\u00a0am',
    text: 'With Meera, IIM Ahmedabad. Your mentor could not make it, so we cancelled. You have your session back. Super Value Pack: 4 of 5 left.',
    action: { label: 'Book another time', href: '/dashboard/sessions#book-order' },
    also: [],
  });
  expect(say({ kind: 'gd', reason: 'too_few' }, '12-01')).toMatchObject({
    title: 'Mock GD cancelled: tomorrow, 9:30 am',
    text: expect.stringContaining('Too few people had booked, so we cancelled.') as unknown,
  });
  expect(say({ reason: 'us' })).toMatchObject({
    text: expect.stringContaining('We cancelled this session. You have your') as unknown,
  });
  const free = { state: 'granted', left: 1, book_until: '2027-01-21' } as const;
  expect(say({ order: null, is_free: true }, '11-29', { free_interview: free })).toMatchObject({
    text: expect.stringContaining(' Free mock interview: book it by 21 January 2027.') as unknown,
    action: { href: '/dashboard/sessions#book-free' },
  });
  expect(say({}, '11-29', { past: [gone, unread] })).toMatchObject({
    also: ['Meera has written your feedback. Read your feedback'],
  });
  expect(say({ order: 'another' }), 'its pack can no longer be booked on').toBe('book');
  const other = { ...gone, id: 'other', starts_at: '2026-12-01T04:00:00+00:00' };
  expect(say({}, '11-29', { past: [gone, other] })).toMatchObject({
    also: ['Cancelled: Tue\u00a01\u00a0Dec,\u00a09:30\u00a0am, with Meera. See the session'],
  });
});

test('§15.70 a cancelled session is not the next step while another one is booked', () => {
  const [, rebook] = causes.find(([step]) => step === 'rebook') ?? [];
  const has = rebook?.({ ...nothing, upcoming: [booking(96)] });
  expect(has && nextStep(has, now).step).toBe('session');
});

test('§15.72 the loan group is the next step only for a member who has not started anything', () => {
  const noneLeft = { left: 0, state: 'none', book_until: null } as const;
  const fresh = sessions({ free_interview: noneLeft });
  expect(nextStep(fresh, now).step).toBe('group');
  expect(nextStep(after(held())(fresh), now).step).toBe('practice');
});

test('§15.70 the ‘book’ step also says what the last feedback suggests to practise', () => {
  const given = booking(-400, { feedback: { ...feedback, exercise_done_at: ago(1) }, rating });
  const next = nextStep({ ...nothing, packs: [pack()], past: [given] }, now);
  if (next.step !== 'book') throw new Error(`The next step is ${next.step}.`);
  expect(sayOnDashboard(next, now).text).toMatch(
    /^Practise presence \(2\u00a0of\u00a05 last time\)\. Super Value/,
  );
});

test('§15.70 the step quotes the beginning of the exercise, and names the day of the session before which to do it', () => {
  const say = (exercise: string, ...upcoming: Booking[]) => {
    const past = [held({ feedback: { ...feedback, exercise } })];
    const { title, text } = sayOnDashboard(nextStep({ ...nothing, past, upcoming }, now), now);
    return { title, text: plain(text ?? '') };
  };
  const { day } = dayAndTime(booking(72).starts_at);
  expect(say('Tell it in a minute.', booking(72))).toEqual({
    title: `Do your exercise before ${day}`,
    text: 'Meera: Tell it in a minute.',
  });
  const long = say('Tell it in a minute. '.repeat(20));
  expect(long.title).toBe('Do your exercise');
  expect(long.text).toMatch(
    /^Meera: (?:Tell it in a minute\. )+(?:Tell it in a|Tell it in|Tell it|Tell) …$/,
  );
  expect(long.text.length).toBeLessThan(155);
  expect(say('क'.repeat(500)).text.length).toBeLessThan(155);
});

test('§15.70 below another step, a link leads to an exercise that is still to do, and then none to the rating', () => {
  const coming = booking(20, { files: [sessionFile()], free_until: ago(1) });
  const also = (exercise_done_at: string | null) => {
    const past = [booking(-48, { feedback: { ...feedback, exercise_done_at } })];
    return alsoOf({ ...nothing, past, upcoming: [coming] }).map(([words]) => words);
  };
  expect(also(null)).toContain('Do your exercise');
  expect(also(null)).not.toContain('Rate your session with Meera');
  expect(also(ago(1))).not.toContain('Do your exercise');
  expect(also(ago(1))).toContain('Rate your session with Meera');
});

test('§15.70 an exercise that is done is not announced again with a corrected feedback', () => {
  const say = (exercise_done_at: string | null) => {
    const written = booking(-48, { feedback: { ...feedback, read: false, exercise_done_at } });
    return sayOnDashboard({ step: 'feedback', booking: written }, now).text;
  };
  expect(say(null)).toMatch(/one exercise/);
  expect(say(ago(1))).not.toMatch(/exercise/);
});

test.each([
  ['late', undefined],
  ['called_off', nextTime(60)],
] as const)(
  '§15.70 the ‘practice’ step does not offer a time whose session the member has just cancelled (%s)',
  (state, time) => {
    const { starts_at } = nextTime(60);
    const given = waiting({ next_time: nextTime(60, { starts_at }) })(nothing);
    const past = [booking(60, { state, starts_at })];
    expect(nextStep({ ...given, past }, now)).toMatchObject({
      step: 'practice',
      time: time && { starts_at },
    });
  },
);

test('§15.70 the ‘practice’ step names the lowest score, the next free time and the lowest price of a pack', () => {
  const changes = { starts_at: '2026-11-28T04:30:00Z', mentor: 'Arjun', institute: null };
  const time = nextTime(0, changes);
  const last = exerciseOf([held({ feedback })]);
  const say = (next: Partial<Extract<NextStep, { step: 'practice' }>>, day = 20) =>
    sayOnDashboard(
      { step: 'practice', last, time, ...next },
      Date.parse(`2026-11-${day}T00:00:00Z`),
    );
  expect(say({}).title).toBe('Next: practise presence (2\u00a0of\u00a05 last time)');
  expect(plain(say({}).text ?? '')).toMatch(
    /^Arjun is free on Saturday 28 November at 10:00.am\. Packs start at Rs.699\./,
  );
  expect(plain(say({}, 27).text ?? '')).toMatch(/^Arjun is free tomorrow at 10:00.am\. Packs/);
  expect(say({ time: { ...time, mentor: null } }).text).toMatch(
    /^A mentor is free on Saturday 28 November at 10:00.am\. Packs/,
  );
  const even = { ...feedback, content: 4, structure: 4, communication: 4, presence: 4 } as const;
  const tie = say({ last: exerciseOf([held({ feedback: even })]), time: undefined });
  expect(tie, 'no score is the lowest').toMatchObject({
    title: 'Practise before the panel',
    text: expect.stringMatching(/^Packs start at Rs.699\.$/) as unknown,
  });
  expect(say({ last: undefined, time: null })).toMatchObject({
    title: 'Practise before the panel',
    text: expect.stringMatching(/^No times are open right now\. Packs/) as unknown,
    action: { href: `${memberPages.main}#packs` },
  });
});

test.each([
  ['chosen', 'You chose A Bank'],
  ['with_lender', 'A Bank has your request'],
  ['sanctioned', 'Sanctioned: your loan'],
] as const)('§15.70 the next step for a loan in the %s state is ‘%s’', (loan, title) => {
  const next = nextStep(waiting({ loan, lender: 'A Bank' })(nothing), now);
  expect(next.step === 'loan' && sayOnDashboard(next, now).title).toBe(title);
});

test('§16.24 §15.70 the next step says both amounts if the lender sanctioned less than the member asked for', () => {
  const sums = { loan_amount: toPaise(20_00_000), loan_asked: toPaise(25_00_000) };
  const next = nextStep(waiting({ loan: 'sanctioned', lender: 'A Bank', ...sums })(nothing), now);
  expect(next.step === 'loan' && sayOnDashboard(next, now).title).toBe(
    'Sanctioned: Rs\u00a020\u00a0lakh of Rs\u00a025\u00a0lakh',
  );
});

test('§15.72 a member counts as new until they have a pack, a session, an invitation or a loan request', () => {
  const isFirst = (has: MySessions) => isFirstVisit(has, nextStep(has, now));
  const fresh = sessions();
  expect(isFirst(fresh)).toBe(true);
  expect(isFirst({ ...fresh, free_interview: nothing.free_interview })).toBe(true);
  expect(isFirst({ ...fresh, invitations: [invitation] })).toBe(false);
  expect(isFirst({ ...fresh, packs: [pack({ remaining: 0, used: 5 })] })).toBe(false);
  expect(isFirst({ ...fresh, past: [held()] })).toBe(false);
  expect(isFirst(waiting({ loan: 'in group' })(fresh))).toBe(false);
});

test('§15.70 the step for the next session shows its time and mentor, whether the CV is missing, and always a link to the session', () => {
  const coming = booking(0.5);
  const say = (changes = {}) =>
    sayOnDashboard({ step: 'session', booking: { ...coming, ...changes } }, now);
  expect(say().title).toMatch(/^Mock interview: to(day|morrow), \d+:\d\d [ap]m$/);
  const text = plain(say().text ?? '');
  const starts_at = '2026-11-24T13:00:00+00:00';
  const untilThen = (hours: number) =>
    sayOnDashboard(
      { step: 'session', booking: { ...coming, kind: 'gd', starts_at } },
      Date.parse(starts_at) - hours * 3_600_000,
    );
  expect(plain(untilThen(3).text ?? '')).toBe('With Meera, IIM Ahmedabad, in 3 hours.');
  expect(untilThen(39).title).toBe('Mock GD: tomorrow, 6:30 pm');
  expect(plain(untilThen(39).text ?? '')).toBe('With Meera, IIM Ahmedabad.');
  const missing = 'Your CV is missing: your mentor reads it before the session.';
  expect(text).toContain(missing);
  const toFiles = `/dashboard/sessions#files-${coming.id}`;
  expect(say()).toMatchObject({ action: { label: 'Add your CV', href: toFiles } });
  const href = `/dashboard/sessions#booking-${coming.id}`;
  for (const complete of [say({ files: [sessionFile()] }), say({ kind: 'gd' })]) {
    expect(complete).toMatchObject({ action: { label: 'See your session', href } });
    expect(plain(complete.text ?? '')).not.toContain(missing);
  }
  const also = (changes = {}, ...later: Booking[]) => {
    const has = sessions({ upcoming: [{ ...coming, ...changes }, ...later] });
    return alsoOf(has);
  };
  const seen = ['See your session', href];
  expect(also(), 'the button asks for the CV').toEqual([seen]);
  expect(also({ files: [sessionFile()] })).toEqual([
    ['What to read before the session', '/dashboard/material'],
  ]);
  const again = sayOnDashboard({ step: 'session', booking: coming }, now, undefined, true);
  expect(again.action, 'the CV from another session can be used').toEqual({
    label: 'Use your last CV',
    href: toFiles,
  });
  expect(plain(say({ files: [sessionFile()] }).text ?? '')).toMatch(
    /CV is ready for your mentor\.$/,
  );
  const later = booking(96);
  const then = [
    expect.stringMatching(/^Then: .+, with Meera, IIM Ahmedabad\. See the session$/),
    `/dashboard/sessions#booking-${later.id}`,
  ];
  expect(also({}, later)).toEqual([seen, then]);
  expect(also({ files: [sessionFile()] }, later)).toEqual([then]);
});

test.each([
  [['03T04', '05T04', '06T04'], 'Sat 5 and Sun 6 Dec'],
  [['03T04', '04T04', '05T04', '05T08', '05T19'], 'tomorrow, Sat 5 (2 sessions) and Sun 6 Dec'],
  [['29T04', '30T04', '31T19'], 'Wed 30 Dec and Fri 1 Jan'],
  [['05T04', '06T04', '07T04', '08T04'], 'Sun 6, Mon 7 and Tue 8 Dec'],
  [['05T04', '06T04', '07T04', '08T04', '09T04', '09T08'], 'Sun 6, Mon 7, Tue 8 Dec and 2 more'],
])(
  '§15.70 below the next of several sessions (%j, UTC), the card names the days of the others: ‘Then: %s’',
  (starts, days) => {
    const upcoming = starts.map((start) => {
      const at = `2026-12-${start}:00:00+00:00`;
      return booking(0, { starts_at: at, ends_at: at, join_from: at, free_until: at });
    });
    const has = sessions({ upcoming });
    const at = Date.parse('2026-12-03T00:00:00Z');
    const [said, href] = alsoOf(has, at).at(-1) ?? [];
    expect(said?.replaceAll('\u00a0', ' ')).toBe(`Then: ${days}. See the sessions`);
    expect(href).toBe(`/dashboard/sessions#booking-${upcoming[1]?.id}`);
  },
);

test('§15.70 §15.21 below another step, the card says who is writing the feedback on the session that is over', () => {
  const [over, coming] = [booking(-2), booking(30, { files: [sessionFile()] })];
  const has = sessions({ past: [{ ...over, state: 'held' }], upcoming: [coming] });
  const also = alsoOf(has);
  expect(also).toContainEqual([
    expect.stringMatching(
      /^Feedback from Meera is due by (?:today|tomorrow) at .+ [ap]m\. See the session$/,
    ),
    `/dashboard/sessions#past-${over.id}`,
  ]);
  const late = { ...has, past: [{ ...booking(-30), state: 'held' as const }] };
  expect(alsoOf(late).at(-1)?.[0]).toBe('Your feedback from Meera is late. See the session');
  expect(alsoOf(sessions({ past: has.past }))).toEqual([]);
  const earlier = booking(-4, { state: 'held', mentor: { ...over.mentor, name: 'Arjun' } });
  const two = sessions({ past: [...has.past, earlier] });
  expect(alsoOf(two), 'the step names the other one').toEqual([
    [
      expect.stringMatching(/^Feedback from Arjun \(.+[ap]m\) is due by /),
      `/dashboard/sessions#past-${earlier.id}`,
    ],
  ]);
  const booked = (past: Booking[]) => {
    const [said, href] = alsoOf(sessions({ past, upcoming: [coming] })).at(-1) ?? [];
    expect(href).toBe('/dashboard/sessions#awaited');
    return said;
  };
  expect(booked(two.past)).toBe('Meera and Arjun are writing your feedback. See the sessions');
  const another = { ...over, id: 'another', state: 'held' as const };
  expect(booked([...has.past, another])).toBe(
    'Meera is writing feedback on 2 sessions. See the sessions',
  );
  expect(booked([...two.past, another])).toBe(
    'Meera and Arjun are writing feedback on 3 sessions. See the sessions',
  );
});

test('§15.70 §15.88 after we return a session, the next step is to book again; while another is booked, a link leads to the returned one', () => {
  const own = pack();
  const returned = held({ given_back: true, order: own.order });
  const has = waiting({ returned: returned.id })({ ...nothing, past: [returned], packs: [own] });
  const next = nextStep(has, now);
  expect(next).toMatchObject({ step: 'rebook', booking: { id: returned.id } });
  const { title, text } = sayOnDashboard(next, now);
  expect(title).toBe('You have your session back');
  expect(plain(text ?? '')).toMatch(/^With Meera, .+[ap]m\. Super Value Pack: /);
  const reported = { ...has, past: [{ ...returned, no_mentor_reported: true }] };
  expect(plain(sayOnDashboard(nextStep(reported, now), now).text ?? '')).toMatch(
    /[ap]m\. We are sorry that your mentor did not join\. Super Value Pack: /,
  );
  const booked = { ...has, upcoming: [booking(96)] };
  expect(alsoOf(booked)).toContainEqual([
    expect.stringMatching(/^Session returned: .+, with Meera\. See the session$/),
    `/dashboard/sessions#past-${returned.id}`,
  ]);
});

test('§15.70 below the next step, a link leads to a session that the member missed, until the member has had another', () => {
  const missed = held({ feedback: { ...feedback, attended: false } });
  const also = (past: Booking[], then = now) => {
    const has = sessions({ past, packs: [pack()] });
    return alsoOf(has, then);
  };
  const link = [
    expect.stringMatching(/^Meera marked you absent: .+[ap]m\. See the session$/),
    `/dashboard/sessions#past-${missed.id}`,
  ];
  expect(also([missed])).toEqual([link]);
  expect(also([missed], now + 15 * 86_400_000)).toEqual([]);
  expect(also([held({ id: 'later' }), missed])).not.toContainEqual(link);
  expect(also([{ ...missed, given_back: true }])).toEqual([]);
});

test('§4.28 §15.70 below any step but booking, the card says that the chosen time has gone', () => {
  const has = sessions({ packs: [pack()], upcoming: [booking(96)] });
  const { id: slot, kind, starts_at, mentor } = booking(120);
  const said = (isGone: boolean) =>
    sayAlso(has, nextStep(has, now), now, {
      slot,
      kind,
      starts_at,
      mentor: { id: 1, name: mentor.name },
      isGone,
    }).map(alsoSaid);
  expect(said(false)).toContainEqual(expect.stringMatching(/^Book your time: .+, with Meera$/));
  expect(said(true)).toContainEqual(
    expect.stringMatching(/, with Meera, has gone\. Choose another time$/),
  );
});

test('§15.70 once all packs are used up, a link below the awaited feedback leads to the packs, but not while one may get a session back', () => {
  const usedUp = pack({ sold: 1, used: 1, remaining: 0 });
  const also = (packs: MySessions['packs'], left = 0) => {
    const has = sessions({
      past: [booking(-2)],
      packs,
      free_interview: { left, state: 'none', book_until: null },
    });
    return alsoOf(has).map(([said]) => said);
  };
  expect(also([usedUp], 1), 'what costs nothing comes first').toEqual(['Get my free interview']);
  expect(also([usedUp])).toEqual(['Your pack is used up. See the packs']);
  expect(also([usedUp, usedUp])).toEqual(['Your packs are used up. See the packs']);
  expect(also([{ ...usedUp, reported: 1 }])).toEqual([]);
  expect(also([{ ...usedUp, status: 'refunded' }])).toEqual([]);
});

test('§15.70 the step to book a session adds up the sessions left in several packs', () => {
  const text = (...packs: ReturnType<typeof pack>[]) => {
    const has = { ...nothing, packs };
    return sayOnDashboard(nextStep(has, now), now).text;
  };
  expect(text(pack())).toBe('Super Value Pack: 5\u00a0of\u00a05\u00a0left.');
  expect(text(pack(), pack({ remaining: 2 }))).toBe('7 sessions left in your packs.');
});

test('§15.70 the step to book a session names the next free time, but not one that the member has just cancelled, or that is later than the pack', () => {
  const next_time = nextTime(24);
  const { starts_at } = next_time;
  const text = (changes: Partial<MySessions>) => {
    const has = waiting({ next_time })({ ...nothing, packs: [pack()], ...changes });
    return plain(sayOnDashboard(nextStep(has, now), now).text ?? '');
  };
  expect(text({})).toMatch(/left\. Meera is free tomorrow at \d/);
  expect(text({ past: [booking(24, { starts_at, state: 'cancelled' })] })).toMatch(/left\.$/);
  expect(text({ packs: [pack({ valid_until: indiaDay(now) })] })).toMatch(/left\.$/);
  expect(text({ packs: [pack({ valid_until: indiaDay(Date.parse(starts_at)) })] })).toMatch(
    /Meera/,
  );
});

test('§15.70 §15.13 below the next step, a link leads to a session that was cancelled too late, until its time', () => {
  const has = { ...after(booking(3, { state: 'late' }))(nothing), packs: [pack()] };
  const at = Date.parse(has.past.at(-1)?.starts_at ?? '');
  const also = (then: number) => alsoOf(has, then).map(([said]) => said);
  expect(also(at - 60_000)).toEqual([
    expect.stringMatching(
      /^You cancelled late, so this session counts as used: .+, with Meera\. See the session$/,
    ),
  ]);
  expect(also(at)).toEqual([]);
});

test('§15.70 §15.88 below the next step, a link leads to a session whose report is open, which is not rated', () => {
  const answer_until = new Date(now + 72 * 3_600_000).toISOString();
  const one = held({ rating: null, feedback: null, report_is_open: true, answer_until });
  const has = after(one)(nothing);
  const next = nextStep(has, now);
  expect(next).toEqual({ step: 'awaited', booking: one });
  expect(sayAlso(has, next, now)).toEqual([]);
  const said = sayOnDashboard({ step: 'awaited', booking: one }, now);
  expect(plain(said.title)).toBe('You told us that Meera did not join');
  const until = shortTime(answer_until).replaceAll(' ', '\u00a0');
  expect(said.text).toBe(
    `You get your session back by ${until} unless your mentor says they were there.`,
  );
  const answered = { ...one, answer_until: null };
  expect(sayOnDashboard({ step: 'awaited', booking: answered }, now).text).toMatch(/look into it/);
  const other = waiting({ loan: 'to choose' })(has);
  expect(alsoOf(other)).toEqual([
    [
      `Meera did not join: session back by ${until}, unless they object. See the session`,
      `/dashboard/sessions#past-${one.id}`,
    ],
  ]);
  const [later] = sayAlso(
    waiting({ loan: 'to choose' })(after(answered)(nothing)),
    nextStep(other, now),
    now,
  );
  expect(plain(later?.says ?? '')).toBe('Meera did not join: we are looking into it');
});

test('§15.70 below another step, the card says that a lender has sanctioned the loan', () => {
  const has = waiting({ loan: 'sanctioned', lender: 'A Bank' })({ ...nothing, packs: [pack()] });
  const [said, href] = alsoOf(has)[0] ?? [];
  expect(href).toBe('/dashboard/loan');
  expect(said).toMatch(/^A Bank has sanctioned your loan\./);
});

test('§15.70 on the sessions page, an exercise to do comes before the free interview', () => {
  const free_interview = { left: 1, state: 'none', book_until: null } as const;
  const at = (done: boolean) => {
    const exercise_done_at = done ? new Date(now).toISOString() : null;
    const has = after(held({ feedback: { ...feedback, exercise_done_at } }))(nothing);
    return nextStep({ ...has, free_interview }, now, { onSessions: true }).step;
  };
  expect([at(false), at(true)]).toEqual(['practice', 'free']);
});

test('§15.70 while all packs are used up, a link to the packs is below the rating and the free interview', () => {
  const packs = [pack({ sold: 1, used: 1, remaining: 0 })];
  const free_interview = { left: 1, state: 'none', book_until: null } as const;
  for (const rated of [rating, null]) {
    const has = { ...after(held({ rating: rated }))(nothing), packs, free_interview };
    expect(nextStep(has, now).step).toBe(rated ? 'free' : 'rate');
    if (rated) expect(sayOnDashboard(nextStep(has, now), now).title).toMatch(/^1 session done/);
    expect(alsoOf(has).at(-1)).toEqual(['See the packs', '/dashboard/main#packs']);
  }
});

test('§15.70 the step after the rating is to verify the email before the free interview', () => {
  const free_interview = { left: 1, state: 'none', book_until: null } as const;
  const has = { ...after(held({ rating: null }))(nothing), free_interview };
  const [first] = sayAlso(has, nextStep(has, now), now, undefined, false);
  expect(first && alsoSaid(first)).toBe(
    'A free mock interview is waiting for you. Verify your email',
  );
});

test('§15.70 where the next step is to rate a session, a button leads to the step after it', () => {
  const has = after(held({ rating: null }))(nothing);
  expect(nextStep(has, now).step).toBe('rate');
  expect(alsoOf(has)).toEqual([
    [
      'Next: practise presence (2\u00a0of\u00a05 last time). Choose a pack',
      '/dashboard/main#packs',
    ],
  ]);
  expect(alsoOf(waiting({ loan: 'to choose' })(has))).toEqual([
    ['You have loan offers to choose from. Compare offers', '/dashboard/loan'],
  ]);
  const free_interview = { left: 1, state: 'none', book_until: null } as const;
  expect(alsoOf({ ...has, free_interview })).toEqual([
    ['Get my free interview', '/dashboard/main#free-interview'],
  ]);
});

test.each([
  [{}, 'You asked for Rs 2399 back on 22 November 2026', '. We will decide by 13 December 2026.'],
  [
    { state: 'approved', pay_by: '2026-12-21' },
    'Your refund of Rs 2399 is approved',
    '. We will send it by 21 December 2026.',
  ],
  [{ state: 'paying' }, 'Your refund of Rs 2399 is on its way', '.'],
  [
    { state: 'failed', pay_by: '2026-12-21' },
    'The bank rejected your refund of Rs 2399',
    '. We will send it again by 21 December 2026.',
  ],
] as const)(
  '§15.70 §17.62 the next step names the amount, the state and the date of an open refund: %j',
  (changes, title, says) => {
    const refund = standing(changes);
    const next = nextStep(waiting({ refund })(nothing), now);
    if (next.step === 'claim') throw new Error('No purchase waits.');
    const said = sayOnDashboard(next, now);
    expect(plain(said.title)).toBe(title.replace('Rs ', 'Rs\u00a0'));
    expect(plain(said.text ?? '')).toBe(`Request R-10007${says}`);
    expect(said.action).toEqual({
      label: 'See your request',
      href: `/dashboard/refunds?request=${refund.number}`,
    });
  },
);

test('§15.70 each step links to the page where the member can take it', () => {
  const href = (next: Exclude<NextStep, { step: 'claim' }>) =>
    sayOnDashboard(next, now).action?.href;
  expect(href({ step: 'refund', request })).toBe('/dashboard/refunds?request=R-10007');
  expect(href({ step: 'feedback', booking: unread })).toBe(
    `/dashboard/sessions?feedback=${unread.id}`,
  );
  expect(href({ step: 'rate', booking: unread })).toBe(`/dashboard/sessions#rate-${unread.id}`);
  const payment = { order: 'o', pack: 'most-purchased', failed: false };
  expect(href({ step: 'payment', payment })).toBe(`${memberPages.main}#order-o`);
});

test('§15.70 §8.28 the next step says whether a payment failed or has not arrived', () => {
  const title = (failed: boolean) =>
    sayOnDashboard(
      { step: 'payment', payment: { order: 'o', pack: 'most-purchased', failed } },
      now,
    ).title;
  expect(title(true)).toBe('Your payment for ‘Most Purchased’ did not go through');
  expect(title(false)).toBe('Your payment for ‘Most Purchased’ has not arrived yet');
});

const answers = [
  [{ answer: 'bettered', rate: 8.4 }, 'A lender beat City Bank: 8.4%', 'Compare the offers'],
  [{ answer: 'matched', rate: 8.6 }, 'A lender matched City Bank: 8.6%', 'Compare the offers'],
  [{ answer: 'declined' }, 'No lender matched City Bank', 'Take its offer'],
] as const;

test.each(answers)(
  '§15.70 our answer to a better offer replaces the step about the offers, and is said below any other step (%#)',
  (answer, title, text) => {
    const better = betterOffer(answer);
    const href = '/dashboard/loan#better-offer';
    const toChoose = waiting({ loan: 'to choose', better })(nothing);
    const said = sayOnDashboard(nextStep(toChoose, now), now);
    expect([plain(said.title), plain(said.text ?? '')]).toEqual([
      title,
      expect.stringMatching(text),
    ]);
    expect(said.action).toEqual({ label: 'See our answer', href });
    expect(alsoOf(toChoose)).toEqual([]);
    const chosen = waiting({ loan: 'chosen', lender: 'A Bank', better })(nothing);
    expect(plain(sayOnDashboard(nextStep(chosen, now), now).title)).toBe('You chose A Bank');
    expect(alsoOf(chosen)).toEqual([[`${title}. See our answer`, href]]);
    expect(alsoOf(after(held({ rating: null }))(toChoose))).toEqual(alsoOf(chosen));
  },
);

test('§15.70 until we answer a better offer, the step about the offers says when our answer is due', () => {
  const has = waiting({ loan: 'to choose', better: betterOffer() })(nothing);
  const { title, text } = sayOnDashboard(nextStep(has, now), now);
  expect(title).toBe('You have loan offers to choose from');
  expect(text).toMatch(/We will answer your better offer by .+ \d{4}\.$/);
  const late = waiting({ loan: 'to choose', better: betterOffer({ answer_by: '2026-01-02' }) })(
    nothing,
  );
  expect(sayOnDashboard(nextStep(late, now), now).text).toMatch(/is late\. We are sorry\.$/);
  expect(alsoOf(has)).toEqual([]);
});

test('§15.70 §17.62 for a week, the card says that we declined a refund request, unless another has been made or decided since', () => {
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const declined = (days: number) =>
    standing({ number: 'R-2', state: 'declined', asked_at: ago(20), decided_at: ago(days) });
  const also = (one: ReturnType<typeof standing>, other = one, refund = nothing.waiting.refund) => {
    const packs = [pack({ other_refunds: [one] }), pack({ other_refunds: [other] })];
    return alsoOf(waiting({ refund })({ ...nothing, packs }));
  };
  const link = ['We declined your refund request. Read why', '/dashboard/refunds?request=R-2'];
  const older = standing({ state: 'paid', asked_at: ago(15), decided_at: ago(10) });
  expect(also(older, declined(6.9))).toEqual([link]);
  expect(also(declined(7))).toEqual([]);
  expect(also(declined(3), { ...older, decided_at: ago(2) })).toEqual([]);
  expect(also(declined(3), older, standing({ asked_at: ago(1) }))).toEqual([]);
  expect(also(declined(3), older, standing({ asked_at: ago(9) }))).toEqual([link]);
});
