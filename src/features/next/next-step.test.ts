import { expect, test } from 'vitest';
import { memberPages } from '../../domain/member-pages.ts';
import {
  booking,
  feedback,
  invitation,
  pack,
  sessionFile,
  sessions,
} from '../../../tests/components/support/samples/bookings.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { isFirstVisit, nextStep, sayStep, type NextStep } from './next-step.ts';

const now = Date.now();
const unread = booking(-48, { feedback: { ...feedback, read: false } });
const request = { number: 'R-10001', order: 'order' };
const nothing = sessions({
  free_interview: { left: 0, state: 'none', book_until: null },
  waiting: { refund: null, payment: null, loan: 'in group' },
});

const waiting = (changes: Partial<MySessions['waiting']>) => (has: MySessions) => ({
  ...has,
  waiting: { ...has.waiting, ...changes },
});

// What brings each step about, in the order of their ranks.
const causes: [NextStep['step'], (has: MySessions) => MySessions][] = [
  ['join', (has) => ({ ...has, upcoming: [booking(0.1), ...has.upcoming] })],
  ['refund', waiting({ refund: request })],
  ['count', waiting({ loan: 'not counted' })],
  ['feedback', (has) => ({ ...has, past: [unread] })],
  ['session', (has) => ({ ...has, upcoming: [...has.upcoming, booking(30)] })],
  ['invitation', (has) => ({ ...has, invitations: [invitation] })],
  ['claim', (has) => ({ ...has, claimable: [{ id: 'o', pack: 'single', amount: 1 }] })],
  ['payment', waiting({ payment: { order: 'o', pack: 'single' } })],
  ['book', (has) => ({ ...has, packs: [pack()] })],
  [
    'free',
    (has) => ({ ...has, free_interview: { left: 1, state: 'none' as const, book_until: null } }),
  ],
  ['offers', waiting({ loan: 'to choose' })],
  ['group', waiting({ loan: 'none' })],
];

test.each(causes)('§15.70 %s comes when only it waits', (step, cause) => {
  expect(nextStep(cause(nothing), now)?.step).toBe(step);
});

// 'count', 'offers' and 'group' are states of one request, so no two of them wait at once.
const pairs = causes.slice(1).map(([later, cause], index) => {
  const [earlier, first] = causes[index] ?? ['join', (has: MySessions) => has];
  return [earlier, later, (has: MySessions) => first(cause(has))] as const;
});
test.each(pairs.filter(([earlier]) => earlier !== 'offers'))(
  '§15.70 %s comes before %s',
  (earlier, _later, both) => {
    expect(nextStep(both(nothing), now)?.step).toBe(earlier);
  },
);

test('§15.70 nothing is said to a member for whom nothing waits', () => {
  expect(nextStep(nothing, now)).toBeUndefined();
  const read = booking(-48, { feedback });
  expect(nextStep({ ...nothing, past: [read] }, now)).toBeUndefined();
  const missed = booking(-48, { feedback: { ...feedback, attended: false, read: false } });
  expect(nextStep({ ...nothing, past: [missed] }, now)).toBeUndefined();
});

test('§15.72 the first visit ends with the first pack or session', () => {
  const isFirst = (has: MySessions) => isFirstVisit(has, nextStep(has, now));
  const fresh = sessions();
  expect(isFirst(fresh)).toBe(true);
  expect(isFirst({ ...fresh, free_interview: nothing.free_interview })).toBe(true);
  expect(isFirst({ ...fresh, invitations: [invitation] })).toBe(false);
  expect(isFirst({ ...fresh, packs: [pack({ remaining: 0, used: 5 })] })).toBe(false);
  expect(isFirst({ ...fresh, past: [booking(-48, { feedback })] })).toBe(false);
});

test('§15.70 the next session says when, with whom, and that the CV is missing', () => {
  const coming = booking(0.5);
  const say = (changes = {}) =>
    sayStep({ step: 'session', booking: { ...coming, ...changes } }, now);
  expect(say().title).toMatch(/^Mock interview: To(day|morrow), \d+:\d\d [ap]m$/);
  expect(say().text).toContain('With Meera, IIM Ahmedabad, in');
  const missing = 'Your CV is missing; your mentor reads it before the session.';
  expect(say().text).toContain(missing);
  expect(say()).toMatchObject({ action: { label: 'Add your CV' } });
  const href = `/dashboard/sessions#booking-${coming.id}`;
  for (const complete of [say({ files: [sessionFile()] }), say({ kind: 'gd' })]) {
    expect(complete).toMatchObject({ action: { label: 'See your session', href } });
    expect(complete.text).not.toContain(missing);
  }
});

test('§15.70 each step leads to where it is done', () => {
  const href = (next: Exclude<NextStep, { step: 'claim' }>) => sayStep(next, now).action.href;
  expect(href({ step: 'refund', request })).toBe('/dashboard/refunds?order=order');
  expect(href({ step: 'feedback', booking: unread })).toBe(
    `/dashboard/sessions?feedback=${unread.id}`,
  );
  expect(href({ step: 'payment', payment: { order: 'o', pack: 'single' } })).toBe(
    `${memberPages.main}#order-o`,
  );
});
