import { expect, test } from 'vitest';
import { $today } from '../../lib/now.ts';
import {
  cancelled,
  refundPack,
  request,
} from '../../../tests/components/support/samples/refunds.ts';
import { lasting } from '../../domain/periods.ts';
import { refundStateNames, refundStates } from '../../domain/refunds/refund.ts';
import { plain } from '../ui/Sentence.tsx';
import {
  canBook,
  latePromise,
  ordinaryEffects,
  refusalInWords,
  requestInShort,
  shareInWords,
  stepsOf,
  stopsBooking,
  toneOf,
  withdrawalInWords,
  whatStateMeans,
} from './refund-words.ts';
import type { RefundPack, RefundRequest } from './refunds-schema.ts';

const ordinary = { gives: 143_940, sessions: 3, cancels: 1, until: '2026-12-13' };
const pack = refundPack({ ordinary: { ...refundPack().ordinary, ...ordinary } });
const asked = request({
  amount: 143_940,
  sessions: 3,
  asked_at: '2026-11-22T10:00:00Z',
  decide_by: '2026-12-13',
});

const approved: RefundRequest = {
  ...asked,
  state: 'approved',
  decided_at: '2026-11-24T10:00:00Z',
  pay_by: '2026-12-21',
  can_take_back: false,
};

const effects = (changes: Partial<RefundPack['ordinary']>) =>
  ordinaryEffects({ ...pack, ordinary: { ...pack.ordinary, ...changes } })
    .map(plain)
    .join(' ');

test('§17.61 the page explains how an ordinary refund is calculated if the amount is a simple share of the price', () => {
  expect(shareInWords(pack)).toBe('3/5 of the Rs 2399 you paid');
  const all = { ...pack.ordinary, sessions: 5, gives: 239_900 };
  expect(shareInWords({ ...pack, ordinary: all })).toBe('Everything you paid');
  const less = { ...pack.ordinary, gives: 143_939 };
  expect(shareInWords({ ...pack, ordinary: less })).toBeUndefined();
});

test('§17.60 before asking for an ordinary refund, the member sees which bookings it cancels, and that this is final', () => {
  const own = effects({ bookings: [cancelled()] });
  expect(own).toContain(
    'We will cancel your mock interview with Arjun on Friday 4 December, 10:00 am (India time), right away.',
  );
  expect(own).toContain(
    'A cancelled booking stays cancelled, even if you withdraw the request later.',
  );
  expect(own).not.toContain('other person');
  expect(own).toContain('3 sessions, 1 of them booked, have not taken place.');
  const soon = cancelled({ kind: 'gd', is_used: true });
  expect(effects({ cancels: 0, uses: 1, bookings: [soon] })).toContain(
    `We will cancel your mock GD with Arjun on Friday 4 December, 10:00 am (India time), right away, and it will count as used, because it starts within ${lasting('cancel free')}. You can also take that session and ask afterwards.`,
  );
  expect(effects({})).toContain('We will cancel 1 booking of the other person right away.');
  expect(effects({ cancels: 3, bookings: [cancelled()] })).toContain(
    'We will cancel 2 bookings of the other person right away.',
  );
  expect(effects({ cancels: 0, uses: 1 })).toContain(
    'We will cancel 1 booking of the other person right away, and it will count as used, because it starts',
  );
  expect(effects({ cancels: 0, uses: 3, bookings: [soon] })).toContain(
    'We will cancel 2 bookings of the other person right away, and they will count as used',
  );
  expect(effects({ sessions: 1, cancels: 0 })).toContain('1 session has not taken place');
  expect(effects({ sessions: 1 })).toContain('1 session, a booked one, has not taken place');
  const whole = { sessions: 5, gives: pack.amount };
  expect(effects(whole)).toMatch(
    /^None of your 5 sessions has taken place, so you get back the whole/,
  );
  const one = { ...pack, sold: 1, ordinary: { ...pack.ordinary, ...whole, sessions: 1 } };
  expect(ordinaryEffects(one)[0]).toMatch(/^Your session has not taken place, so/);
  expect(effects({ cancels: 0 })).not.toMatch(/cancel/);
});

test.each([
  ['ordinary', 'pack_refunded', 'You have been refunded in full for this pack'],
  ['ordinary', 'too_late', 'until 13 December 2026'],
  ['ordinary', 'nothing_left', 'No sessions are left'],
  ['ordinary', 'refund_open', 'You already have an open request for this pack, shown above.'],
  ['ordinary', 'new code', 'You cannot ask for this now.'],
  ['session', 'pack_refunded', 'You have been refunded in full for this pack'],
  ['session', 'already_returned', 'or we have already refunded it'],
  [
    'session',
    'nothing_left',
    'This session returned to your pack, and has since been booked again',
  ],
  ['session', 'refund_open', 'Your open request for the 100% refund'],
  ['session', 'too_late', `The ${lasting('refund')} to ask for this have passed.`],
  ['session', 'new code', 'You cannot ask for this now.'],
  ['offer', 'pack_refunded', 'You have been refunded in full for this pack'],
  ['offer', 'no_session_held', 'None of this pack’s sessions has taken place yet.'],
  ['offer', 'refund_open', 'You have already asked for this refund. Your request is above.'],
  ['offer', 'new code', 'You cannot ask for this now.'],
] as const)('§17.60 a member sees why a refund is refused (%s, %s): %s', (kind, refusal, said) => {
  expect(refusalInWords(kind, refusal, pack)).toContain(said);
});

test.each([
  ['asked', 'Your open request, shown above, already asks for everything'],
  ['more_needed', 'Your open request, shown above, already asks for everything'],
  ['approved', 'or the money is on its way.'],
] as const)(
  '§17.60 while a request for the whole price is %s, a member cannot ask for another kind of refund, and is told why',
  (state, said) => {
    const requests = [{ ...asked, state }];
    for (const kind of ['session', 'offer'] as const) {
      expect(refusalInWords(kind, 'pack_refunded', { ...pack, requests })).toContain(said);
    }
  },
);

test('§17.32 a refund of a mistaken payment is shown as granted and does not use up a session', () => {
  const mistake: RefundRequest = { ...approved, kind: 'mistake', sessions: 0 };
  expect(requestInShort(mistake, 239_900)).toBe('A payment by mistake');
  expect(whatStateMeans(mistake)).toContain('We will send Rs 1439.40 by 21 December 2026 to the');
  expect(whatStateMeans(mistake)).toContain('You keep every session.');
  expect(stepsOf(mistake).map(({ name }) => name)).toEqual(['Granted', 'Money on its way', 'Paid']);
});

test.each([
  ['asked', 'Asked', 'waiting'],
  ['more_needed', 'We need your answer', 'ended'],
  ['by_transfer', 'Bank transfer', 'waiting'],
  ['failed', 'Sending again', 'waiting'],
] as const)('§17.64 the badge of a request that is %s says ‘%s’', (state, says, tone) => {
  expect(refundStateNames[state]).toBe(says);
  expect(toneOf(state)).toBe(tone);
});

test('§17.62 only an open refund request for the whole pack blocks bookings', () => {
  expect(stopsBooking(asked)).toBe(true);
  expect(stopsBooking({ kind: 'offer', state: 'failed' })).toBe(true);
  expect(stopsBooking({ kind: 'session', state: 'asked' })).toBe(false);
  expect(stopsBooking({ kind: 'ordinary', state: 'paid' })).toBe(false);
});

test('§17.64 the steps of a refund show what has been done, what is happening now and the promised dates', () => {
  expect(stepsOf(asked)).toEqual([
    { name: 'Asked', at: asked.asked_at },
    { name: 'Decided', note: 'by 13 December 2026' },
    { name: 'Money on its way', isTaken: false, note: 'not yet' },
    { name: 'Paid', note: 'within 3 weeks of the decision' },
  ]);
  expect(stepsOf(approved).slice(1)).toEqual([
    { name: 'Approved', at: approved.decided_at },
    { name: 'Money on its way', isTaken: false, note: 'not yet' },
    { name: 'Paid', note: 'by 21 December 2026' },
  ]);
  const [, , moving] = stepsOf({ ...approved, state: 'failed' });
  expect(moving).toEqual({ name: 'Sending again', isTaken: true, note: 'now' });
  const [, , waiting] = stepsOf({ ...approved, state: 'by_transfer' });
  expect(waiting).toEqual({ name: 'Bank transfer', note: 'after your answer' });
  const paid = stepsOf({ ...approved, state: 'paid', paid_at: '2026-12-02T10:00:00Z' });
  expect(paid.slice(2)).toEqual([{ name: 'Paid', at: '2026-12-02T10:00:00Z' }]);
});

test('§17.64 a refund request that ended without a payment does not show any further steps', () => {
  const names = (one: RefundRequest) => stepsOf(one).map(({ name }) => name);
  const ended_at = '2026-11-30T10:00:00Z';
  const declined: RefundRequest = { ...approved, state: 'declined', ended_at };
  expect(names(declined)).toEqual(['Asked', 'Declined']);
  expect(
    stepsOf(declined).at(-1),
    '§17.22 the last step has the day of the decision',
  ).toMatchObject({ at: ended_at });
  expect(names({ ...asked, state: 'taken_back', ended_at })).toEqual(['Asked', 'Withdrawn']);
  const needs = 'The card';
  expect(names({ ...asked, state: 'more_needed', needs })[1]).toBe('Your answer');
  expect(stepsOf({ ...asked, needs, answer: 'Here' })[1]).toMatchObject({ note: 'received' });
  // A question that the member never answered turned out not to matter.
  expect(names({ ...declined, needs })).toEqual(['Asked', 'Declined']);
  expect(names({ ...approved, needs })).not.toContain('Your answer');
  const answered = { ...declined, needs, answer: 'Here' };
  expect(stepsOf(answered)[1]).toMatchObject({ name: 'Your answer', note: 'received' });
});

test('§17.64 the page says whether a 100% refund request covers the whole price or only the rest', () => {
  const offer: RefundRequest = { ...asked, kind: 'offer', sessions: 0, amount: pack.amount };
  expect(requestInShort(offer, pack.amount)).toBe(
    '100% refund after an offer: everything you paid',
  );
  expect(requestInShort({ ...offer, amount: 47_980 }, pack.amount)).toContain('the rest of');
  expect(requestInShort(asked, pack.amount)).toBe('Refund for 3 sessions');
});

test('§17.64 a request for one session names it', () => {
  const session = {
    kind: 'interview',
    mentor: 'Arjun',
    starts_at: '2026-12-04T04:30:00Z',
  } as const;
  const one: RefundRequest = { ...asked, kind: 'session', sessions: 1, session };
  expect(plain(requestInShort(one, pack.amount))).toBe(
    'A session that went wrong: mock interview with Arjun, Friday 4 December, 10:00 am',
  );
  expect(requestInShort({ ...one, session: null }, pack.amount)).toBe('A session that went wrong');
});

test('§17.64 a request names the account that the buyer paid with, if we know it', () => {
  const say = (method: string | null) => whatStateMeans({ ...approved, state: 'paying', method });
  expect(say('upi')).toContain('Rs 1439.40 is on its way to the UPI address you paid with.');
  expect(say(null)).toContain('to the card, UPI address, bank account or wallet you paid with.');
});

test('§17.64 every state of a refund has its own description, which includes the amount once it is approved', () => {
  const said = refundStates.map((state) => whatStateMeans({ ...approved, state }));
  expect(new Set(said).size).toBe(refundStates.length);
  for (const state of ['approved', 'paying', 'by_transfer', 'paid'] as const) {
    expect(whatStateMeans({ ...approved, state })).toContain('Rs 1439.40');
  }
  expect(
    whatStateMeans({ ...approved, decided_at: `${$today.get()}T06:30:00+00:00` }),
    'on the day of the approval, as the email says',
  ).toContain('We will send Rs 1439.40 today, or by 21 December 2026 at the latest, to the UPI');
  const paid = { ...approved, state: 'paid', transfer_reference: 'N1' } as const;
  expect(whatStateMeans(paid)).toContain('transferred');
});

test('§17.60 the pack of a withdrawn request can be booked if a session is left, unless the pack is disputed or a refund is open', () => {
  const change = (ordinary: Partial<RefundPack['ordinary']>) => ({
    ...pack,
    ordinary: { ...pack.ordinary, ...ordinary },
  });
  expect(canBook(pack)).toBe(true);
  expect(canBook(change({ refusal: 'too_late' }))).toBe(true);
  expect(canBook(change({ cancels: 3 }))).toBe(false);
  expect(canBook(change({ refusal: 'refund_open' }))).toBe(false);
  expect(canBook({ ...pack, disputed: true })).toBe(false);
});

test('§17.65 the message about a late refund admits that we missed the promised date, and names that date', () => {
  expect(latePromise(asked)).toBeUndefined();
  expect(latePromise({ ...asked, late: 'decision' })).toContain('a decision by 13 December 2026');
  expect(latePromise({ ...approved, late: 'payment' })).toContain(
    'your refund by 21 December 2026',
  );
});

test('§17.5 before withdrawing a request, the member is told that sessions return to the pack but cancelled bookings do not', () => {
  const comesBack = /get the 3 sessions back\. Cancelled bookings stay cancelled/;
  expect(withdrawalInWords({ ...asked, cancelled: true }, pack)).toMatch(comesBack);
  const until = (day: string) => ({ ...pack, ordinary: { ...pack.ordinary, until: day } });
  expect(withdrawalInWords(asked, until('2999-12-13'))).toBe(
    'You get the 3 sessions back. You can ask again until 13 December 2999.',
  );
  expect(withdrawalInWords(asked, until('2020-12-13'))).toMatch(
    /The last day to ask was 13 December 2020, so you cannot ask again\.$/,
  );
  const withdrawn = { ...asked, state: 'taken_back' } as const;
  expect(whatStateMeans(withdrawn)).toMatch(/sessions back\.$/);
  expect(whatStateMeans({ ...withdrawn, cancelled: true })).toContain('cancelled bookings stay');
  const offer = { ...asked, kind: 'offer', sessions: 0 } as const;
  expect(withdrawalInWords(offer, pack)).toContain('You can book with this pack again');
});
