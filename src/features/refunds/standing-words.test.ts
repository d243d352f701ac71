import { expect, test } from 'vitest';
import { $today } from '../../lib/now.ts';
import { standing } from '../../../tests/components/support/samples/refunds.ts';
import { openRequest, otherStanding, packStanding, sessionStanding } from './standing-words.ts';
import { standingLabel } from './standing-label.ts';

const approved = standing({
  state: 'approved',
  decided_at: '2026-11-24T10:00:00Z',
  pay_by: '2026-12-21',
});

const of = (changes: Parameters<typeof standing>[0]) => standing({ ...approved, ...changes });
// A sum stays on one line.
const plain = (words: string) => words.replaceAll('\u00a0', ' ');
const session = (request: typeof approved) => plain(sessionStanding(request).join(request.number));

test.each([
  [
    standing(),
    'On hold, because you asked for Rs 2399 back on 22 November 2026. We will decide by 13 December 2026.',
    'You asked for Rs 2399 back for one session on 22 November 2026 (R-10007). We will decide by 13 December 2026.',
  ],
  [
    standing({ state: 'more_needed', late: 'decision' }),
    'On hold, because you asked for Rs 2399 back on 22 November 2026. We need an answer from you.',
    'You asked for Rs 2399 back for one session on 22 November 2026 (R-10007). We need an answer from you.',
  ],
  [
    of({ decided_at: `${$today.get()}T06:30:00+00:00` }),
    'Your refund of Rs 2399 is approved. We will send it today, or by 21 December 2026 at the latest.',
    'Your refund of Rs 2399 for one session is approved (R-10007). We will send it today, or by 21 December 2026 at the latest.',
  ],
  [
    approved,
    'Your refund of Rs 2399 is approved. We will send it by 21 December 2026.',
    'Your refund of Rs 2399 for one session is approved (R-10007). We will send it by 21 December 2026.',
  ],
  [
    of({ state: 'paying' }),
    'Your refund of Rs 2399 is on its way.',
    'Your refund of Rs 2399 for one session is on its way (R-10007).',
  ],
  [
    of({ state: 'failed' }),
    'The bank rejected your refund of Rs 2399. We will send it again by 21 December 2026.',
    'The bank rejected your refund of Rs 2399 for one session (R-10007). We will send it again by 21 December 2026.',
  ],
  [
    of({ state: 'by_transfer' }),
    'Your refund of Rs 2399 is approved. Reply to our email with your bank account, and we will transfer it by 21 December 2026.',
    'Your refund of Rs 2399 for one session is approved (R-10007). Reply to our email with your bank account, and we will transfer it by 21 December 2026.',
  ],
])('§17.62 a pack says where a request stands', (request, whole, one) => {
  expect(plain(packStanding(request))).toBe(whole);
  expect(session(request)).toBe(one);
});

test('§17.62 a session’s own card says where its refund stands', () => {
  expect(plain(sessionStanding(standing(), 'this session').join('R-10007'))).toBe(
    'You asked for Rs 2399 back for this session on 22 November 2026 (R-10007). We will decide by 13 December 2026.',
  );
});

test('§17.62 a pack says that the refund of a session was paid', () => {
  expect(session(of({ state: 'paid' }))).toBe('We sent your refund of Rs 2399 (R-10007).');
});

test('§17.62 a pack says that we declined a refund', () => {
  expect(session(of({ state: 'declined', amount: 47_980 }))).toBe(
    'We declined your request for Rs 479.80 (R-10007). The request says why.',
  );
});

test('§17.65 a pack says so when we have missed a promised date', () => {
  expect(plain(packStanding(standing({ late: 'decision' })))).toBe(
    'On hold, because you asked for Rs 2399 back on 22 November 2026. We promised a decision by 13 December 2026 and missed that date. We are sorry.',
  );
  for (const state of ['approved', 'paying', 'failed', 'by_transfer'] as const) {
    expect(packStanding(of({ state, late: 'payment' }))).toContain(
      'We promised your refund by 21 December 2026 and missed that date. We are sorry',
    );
  }
});

test('§17.62 the second person is told why the pack cannot be used', () => {
  expect(otherStanding(standing())).toBe('On hold, because the buyer asked for a refund');
  expect(otherStanding(approved)).toBe('Being refunded to the buyer, so no one can book with it');
});

test('§17.60 the open request for the whole pack comes before those for sessions, and a paid one is not open', () => {
  const [paid, one] = [standing({ state: 'paid' }), standing({ number: 'R-8' })];
  expect(openRequest({ refund: approved, other_refunds: [one] })).toBe(approved);
  expect(openRequest({ refund: null, other_refunds: [paid, one] })).toBe(one);
  expect(openRequest({ other_refunds: [paid] })).toBeUndefined();
});

test('§17.62 the open request that waits for the member’s answer comes before the others', () => {
  const ours = standing({ number: 'R-8' });
  const yours = standing({ number: 'R-9', state: 'more_needed' });
  expect(openRequest({ other_refunds: [ours, yours] })).toBe(yours);
  expect(openRequest({ refund: approved, other_refunds: [yours] })).toBe(yours);
  const whole = standing({ state: 'more_needed' });
  expect(openRequest({ refund: whole, other_refunds: [yours] })).toBe(whole);
});

test.each([
  ['asked', 'Refund requested', '1 session: refund requested'],
  ['more_needed', 'We need your answer', '1 session: we need your answer'],
  ['approved', 'Refund approved', '1 session: refund approved'],
  ['paying', 'Refund on its way', '1 session: refund on its way'],
  ['failed', 'Sending refund again', '1 session: sending refund again'],
  ['by_transfer', 'Refund by bank transfer', '1 session: refund by bank transfer'],
] as const)('§17.62 the badge of a pack with a request that is %s', (state, whole, one) => {
  const request = standing({ state });
  expect(standingLabel({ refund: request }, request)).toBe(whole);
  expect(standingLabel({ refund: null, other_refunds: [request] }, request)).toBe(one);
});
