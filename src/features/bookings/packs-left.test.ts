import { expect, test } from 'vitest';
import { pack as samplePack } from '../../../tests/components/support/samples/bookings.ts';
import { standing } from '../../../tests/components/support/samples/refunds.ts';
import { plain } from '../ui/Sentence.tsx';
import { bookablePacks, canBeShared, leftOf, seatsOf, sourcesOf } from './packs-left.ts';

const pack = samplePack({
  order: 'a',
  used: 1,
  booked: 1,
  remaining: 3,
  valid_until: '2027-11-22',
  second: null,
});

test('§15.38 a pack shows how many sessions are left and when they expire', () => {
  expect(leftOf(pack)).toBe(
    '3 of 5 sessions left, 1 booked and 1 used, until 22\u00a0November\u00a02027',
  );
  expect(leftOf({ ...pack, booked: 0 })).toBe(
    '3 of 5 sessions left, until 22\u00a0November\u00a02027',
  );
  expect(leftOf({ ...pack, booked: 0, is_valid: false })).toBe(
    '3 of 5 sessions left. It ended on 22\u00a0November\u00a02027',
  );
  expect(leftOf({ ...pack, status: 'refunded', remaining: 0 })).toContain('Refunded');
});

test('§15.38 §15.88 a pack counts the sessions that the member may get back', () => {
  expect(leftOf({ ...pack, used: 2, reported: 1, remaining: 2 })).toContain(
    '2 of 5 sessions left, 1 booked, 1 used and 1 reported (it may return to the pack), until',
  );
  const last = { ...pack, sold: 1, booked: 0, remaining: 0 } as const;
  expect(leftOf({ ...last, reported: 1 })).toContain(
    '0 of 1 session left and 1 reported (it may return to the pack)',
  );
  expect(leftOf(last)).toBe('1 of 1 session used');
});

test('§15.38 a pack with nothing left says what became of its sessions, without a date', () => {
  const gone = { ...pack, status: 'partially_refunded', booked: 0, remaining: 0 } as const;
  const one = { ...gone, sold: 1 };
  expect(leftOf({ ...gone, used: 5 })).toBe('5 of 5 sessions used');
  expect(leftOf({ ...gone, used: 5, is_valid: false })).toBe('5 of 5 sessions used');
  expect(leftOf({ ...gone, used: 3, given_back: 2 })).toBe('3 sessions used and 2 refunded');
  expect(leftOf({ ...gone, used: 0, given_back: 5 })).toBe('5 of 5 sessions refunded');
  expect(leftOf({ ...one, used: 1 })).toBe('1 of 1 session used');
  expect(leftOf({ ...one, used: 1, given_back: 1 }), 'returned by hand').toBe(
    '1 of 1 session used',
  );
  expect(leftOf({ ...one, used: 0, given_back: 1 })).toBe('1 of 1 session refunded');
  expect(leftOf({ ...gone, used: 4, booked: 1 }), 'it can still be cancelled').toBe(
    '0 of 5 sessions left, 1 booked and 4 used, until 22\u00a0November\u00a02027',
  );
});

test('§15.38 a pack says how many of its sessions were refunded', () => {
  const two = { ...pack, status: 'partially_refunded', given_back: 2 } as const;
  expect(leftOf({ ...two, used: 0, booked: 0 })).toBe(
    '3 of 5 sessions left and 2 refunded, until 22\u00a0November\u00a02027',
  );
  expect(leftOf({ ...two, used: 0, remaining: 2 })).toBe(
    '2 of 5 sessions left, 1 booked and 2 refunded, until 22\u00a0November\u00a02027',
  );
});

test('§15.38 a session whose refund has only been requested does not count as refunded', () => {
  const asked = { ...pack, used: 0, booked: 0, given_back: 1, other_refunds: [standing()] };
  expect(leftOf({ ...asked, remaining: 4 })).toBe(
    '4 of 5 sessions left, until 22\u00a0November\u00a02027',
  );
  expect(leftOf({ ...asked, sold: 1, remaining: 0 })).toBe('0 of 1 session left');
});

test('§15.28 §15.38 a pack for two shows how many of its sessions are the other person’s', () => {
  const left = (changes: Partial<typeof pack>) =>
    plain(leftOf({ ...pack, booked: 2, remaining: 2, used: 0, ...changes })).replace(
      /, until.*/,
      '',
    );
  const theirs = { booked: 0, used: 0, reported: 0 };
  expect(left({})).toBe('2 of 5 sessions left and 2 booked');
  const one = { ...theirs, booked: 1 };
  expect(left({ theirs: one })).toBe('2 of 5 sessions left and 2 booked (1 by the other person)');
  expect(left({ other: 'Usha', theirs: one })).toBe(
    '2 of 5 sessions left and 2 booked (1 by Usha)',
  );
  expect(left({ role: 'second', theirs: one, booked: 1 })).toBe(
    '2 of 5 sessions left and 1 booked by the other person',
  );
  expect(left({ other: 'Usha', booked: 0, used: 3, theirs: { ...theirs, used: 2 } })).toBe(
    '2 of 5 sessions left and 3 used (2 by Usha)',
  );
  const reported = { ...theirs, used: 1, reported: 1 };
  expect(left({ used: 2, reported: 1, booked: 1, theirs: reported })).toBe(
    '2 of 5 sessions left, 1 booked, 1 used and 1 reported by the other person (it may return to the pack)',
  );
  const all = { booked: 1, used: 2, reported: 1 };
  const shared = { ...pack, role: 'second', other: 'Asha', used: 2, reported: 1 } as const;
  expect(leftOf({ ...shared, booked: 2, remaining: 1, theirs: all })).toEqual([
    '1 of 5 sessions left, 2 booked (1 by ',
    'Asha',
    '), 1 used by ',
    'Asha',
    ' and 1 reported by ',
    'Asha',
    ' (it may return to the pack), until 22\u00a0November\u00a02027',
  ]);
});

test('§17.62 a pack with an open refund or dispute is labelled and cannot be used for bookings', () => {
  const refund = standing();
  expect(leftOf({ ...pack, refund })).toMatch(/^On hold, because you asked for Rs\s2399 back /);
  expect(leftOf({ ...pack, refund, role: 'second' })).toMatch(/the buyer asked/);
  expect(leftOf({ ...pack, disputed: true })).toContain('Disputed at your bank');
  for (const stopped of [{ refund }, { disputed: true }]) {
    expect(bookablePacks({ packs: [{ ...pack, ...stopped }] })).toEqual([]);
  }
});

test('packs are offered for booking in the order in which they expire', () => {
  const later = { ...pack, order: 'b', valid_until: '2028-01-01' };
  const empty = { ...pack, order: 'c', remaining: 0 };
  const over = { ...pack, order: 'd', is_valid: false };
  const orders = bookablePacks({ packs: [later, empty, over, pack] }).map(({ order }) => order);
  expect(orders).toEqual(['a', 'b']);
});

test('§15.24 a pack can be shared while a session is left, or, once someone is named, booked', () => {
  expect(canBeShared(pack)).toBe(true);
  const named = {
    address: 'b@example.com',
    state: 'named',
    replaceable: true,
    namings_left: 2,
  } as const;
  expect(canBeShared({ ...pack, remaining: 0, second: named })).toBe(true);
  const nobody = { ...named, address: null, state: 'none' } as const;
  expect(
    canBeShared({ ...pack, remaining: 0, second: nobody }),
    'no one would have a session',
  ).toBe(false);
  expect(canBeShared({ ...pack, remaining: 0, booked: 0, second: named })).toBe(false);
  expect(canBeShared({ ...pack, disputed: true })).toBe(false);
});

test('§15.38 a pack shows one seat for each session, and its own mark for one that the member reported', () => {
  expect(seatsOf(pack)).toEqual(['used', 'booked', 'filled', 'filled', 'filled']);
  expect(seatsOf({ ...pack, remaining: 1 })).toEqual(['used', 'booked', 'filled']);
  expect(seatsOf({ ...pack, refund: standing() }), 'on hold').toEqual([]);
  expect(seatsOf({ ...pack, status: 'refunded' })).toEqual([]);
  expect(seatsOf({ ...pack, used: 2, reported: 1, remaining: 2 })).toEqual([
    'used',
    'reported',
    'booked',
    'filled',
    'filled',
  ]);
});

test('§15.3 a pack can be used for interviews and GDs, and the free interview only for an interview', () => {
  const free_interview = { left: 9, state: 'granted', book_until: '2027-01-21T10:00:00Z' } as const;
  const sources = sourcesOf({ packs: [pack], free_interview });
  expect(sources.map(({ id, order, kinds }) => [id, order, kinds])).toEqual([
    ['free', undefined, ['interview']],
    ['a', 'a', ['interview', 'gd']],
  ]);
  expect(sources[0]?.left).toBe('book it by 21 January 2027');
  const used = { ...free_interview, state: 'used' } as const;
  expect(sourcesOf({ packs: [pack], free_interview: used }).map(({ id }) => id)).toEqual(['a']);
});
