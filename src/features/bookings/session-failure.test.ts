import { expect, test } from 'vitest';
import { hints } from '../../domain/account/messages.ts';
import { sessionMessages } from '../../domain/bookings/session-messages.ts';
import { needsAnotherTime, sessionFailure } from './session-failure.ts';

test('a refusal is said in our words, whatever the connection does', () => {
  const refusal = Object.assign(new Error('slot_full'), { code: 'P0001' });
  const failure = sessionFailure(refusal, false);
  expect(failure).toEqual({ problem: 'slot_full', message: sessionMessages.slot_full });
  expect(needsAnotherTime(failure)).toBe(true);
});

test.for([new Error('toString'), new TypeError('Failed to fetch'), 'nothing', null])(
  'what is not a refusal is not taken for one: %j',
  (error) => {
    expect(sessionFailure(error, false)).toEqual({ message: hints.offline });
    expect(sessionFailure(error, true).message).toContain('look before you try again');
    expect(needsAnotherTime(sessionFailure(error, true))).toBe(false);
  },
);

test('a session that has ended asks for a login', () => {
  const refusal = Object.assign(new Error('not_signed_in'), { code: '42501' });
  expect(sessionFailure(refusal, true)).toEqual({ message: hints.sessionExpired });
});
