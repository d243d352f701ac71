import { expect, test } from 'vitest';
import { losesNothing } from '../../../tests/components/support/samples/account.ts';
import { lossLines } from './closing-words.ts';

const pack = (id: string, remaining: number, role: 'buyer' | 'second', is_shared = false) => ({
  ...{ pack: id, remaining, role, is_shared },
  valid_until: '2027-01-02',
});
const always = 'Your profile, your picture, and your packs with their receipts on the dashboard.';

test('§18.31 closing an account lists everything that the member loses and everyone who is told', () => {
  expect(
    lossLines({
      packs: [
        pack('super-value', 3, 'buyer', true),
        pack('single', 1, 'buyer'),
        pack('super-value', 1, 'second'),
      ],
      bought: [{ order: 'a', pack: 'single', gives: 0, until: '2026-01-02', refunded: true }],
      free_interview: true,
      bookings: [{ kind: 'interview', starts_at: '2026-12-01T04:30:00Z' }],
      guest_bookings: 1,
      feedback: 2,
      files: 1,
      loan_group: 2027,
      lenders: ['Sample Lender One'],
    }),
  ).toEqual([
    '3 sessions of your Super Value Pack, valid until 2 January 2027. The person you share it with loses them too.',
    '1 session of your Single Pack, valid until 2 January 2027.',
    'Your share of a Super Value Pack with 1 session left, valid until 2 January 2027. The pack stays with its buyer.',
    'Your free mock interview. You cannot get a second one.',
    'Mock interview on 1 December 2026, 10:00 am (India time). We will tell your mentor.',
    '1 upcoming session booked by the person you share a pack with. We will tell them.',
    'What your mentors wrote about 2 sessions.',
    '1 file that you sent us.',
    'Your place in the 2027 loan group, with its offers.',
    'Your loan request at Sample Lender One. We will tell it to stop using your details.',
    always,
  ]);
});

test('§18.31 a member who has nothing else is told only about the profile and the picture', () => {
  expect(lossLines(losesNothing)).toEqual(['Your profile and your picture.']);
});
