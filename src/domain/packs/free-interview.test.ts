import { expect, test } from 'vitest';
import { personOfAddress, personOfPhone } from './free-interview.ts';

test.each([
  'asha.rao@example.com',
  'Asha.Rao@Example.com',
  'asharao+mock@example.com',
  'a.s.h.a.rao+one+two@example.com',
])('§15.31 %s is one person', (address) => {
  expect(personOfAddress(address)).toBe('asharao@example.com');
});

test('§15.31 the dots of a domain stay, and other mailboxes are other people', () => {
  expect(personOfAddress('asha@mail.example.com')).toBe('asha@mail.example.com');
  expect(personOfAddress('asharao2@example.com')).not.toBe(personOfAddress('asharao@example.com'));
});

test.each(['9876543210', '+91 98765 43210', '09876543210', '0091-98765-43210'])(
  '§15.31 %s is one phone',
  (phone) => {
    expect(personOfPhone(phone)).toBe('9876543210');
  },
);

test.each(['', '98765', 'ask my brother'])('%j is no phone number', (phone) => {
  expect(personOfPhone(phone)).toBeUndefined();
});
