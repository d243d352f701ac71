import { expect, test } from 'vitest';
import { freeText } from './free-messages.ts';

const none = { left: 412, state: 'none', book_until: null } as const;

test('§15.32 the dashboard says how many free interviews are left, or that all are taken', () => {
  expect(freeText({ ...none, left: 1000 })).toBe('All 1000 are still available.');
  expect(freeText(none)).toBe('412\u00a0of\u00a01000 are left.');
  expect(freeText({ ...none, left: 1 })).toBe('1\u00a0of\u00a01000 is left.');
  expect(freeText({ ...none, left: 0 })).toContain('All 1000 are taken.');
});

test('§15.31 a member with a granted free interview sees the deadline for booking it', () => {
  const given = { left: 0, state: 'granted', book_until: '2027-01-21T18:29:59+00:00' } as const;
  expect(freeText(given)).toContain('Book it by 21 January 2027');
  expect(freeText({ ...given, state: 'lapsed' })).toContain('passed to the next student');
});
