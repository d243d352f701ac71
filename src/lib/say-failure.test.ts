import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hints } from '../domain/account/messages.ts';
import { settingsMessages } from '../domain/account/settings-messages.ts';
import { bookingRefusals } from '../domain/refusals/bookings.ts';
import { namingRefusals } from '../domain/refusals/naming.ts';
import { loanRefusals } from '../domain/refusals/loans.ts';
import { refundRefusals } from '../domain/refusals/refunds.ts';
import { FunctionError } from './function-call.ts';
import { notDone, sayFailure, wordOf } from './say-failure.ts';

const setOnline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine });
beforeEach(() => setOnline(true));
afterEach(() => vi.unstubAllGlobals());

const refusal = (word: string) => ({ code: 'P0001', message: word });

test('§17.68 a refusal by the database is explained in a message that fits the request, online or offline', () => {
  expect(sayFailure(refusal('amount_changed'), refundRefusals)).toBe(
    refundRefusals.amount_changed.says,
  );
  setOnline(false);
  expect(sayFailure(refusal('slot_full'), bookingRefusals)).toBe(bookingRefusals.slot_full.says);
});

test('the same refusal has one message for invitations and another for bookings', () => {
  expect(sayFailure(refusal('too_many_today'), namingRefusals)).toContain('many invitations today');
  expect(sayFailure(refusal('own_address'), namingRefusals)).toContain('your own address');
});

test.for([
  { code: '42501', message: 'permission denied' },
  new FunctionError('session_expired', 'Log in again.'),
])('a member whose login has expired is asked to log in again', (error) => {
  expect(sayFailure(error, loanRefusals)).toBe(hints.sessionExpired);
});

test.for([refusal('toString'), new TypeError('Failed to fetch'), 'nothing', null])(
  'the error %j is not mistaken for a refusal',
  (error) => {
    expect(sayFailure(error, bookingRefusals)).toContain('check this page before you try again');
    setOnline(false);
    expect(sayFailure(error, bookingRefusals)).toBe(hints.offline);
  },
);

test('§17.68 §18.17 a function’s refusal is shown in the function’s own words and never as a lost reply', () => {
  const told = new FunctionError('too_many_requests', 'Wait a minute.');
  expect(sayFailure(told, loanRefusals)).toBe('Wait a minute.');
  expect(sayFailure(new FunctionError('internal'), loanRefusals)).toBe(notDone);
  const setting = new FunctionError('not_configured', 'We have not finished.');
  expect(sayFailure(setting, {}, { noAnswer: settingsMessages.serverDown })).toBe(
    'We have not finished.',
  );
});

test('§17.68 if a change gets no reply, the member is told that we do not know whether it worked', () => {
  expect(sayFailure(new FunctionError('network'), refundRefusals)).toContain(
    'cannot tell whether that worked',
  );
});

test('a failed download says plainly that it failed, because a download changes nothing', () => {
  const say = (error: unknown) => sayFailure(error, {}, { noAnswer: notDone });
  expect(say(new FunctionError('network'))).toBe(notDone);
  expect(say(new FunctionError('no_such_file', 'It is gone.'))).toBe('It is gone.');
  setOnline(false);
  expect(say(new FunctionError('network'))).toBe(hints.offline);
});

test('each area of the site can have its own messages for a failure and for a lost connection', () => {
  const own = { notDone: 'It broke off.', offline: 'No money has moved.' };
  expect(sayFailure(new FunctionError('internal', 'Something went wrong.'), {}, own)).toBe(
    'It broke off.',
  );
  setOnline(false);
  expect(sayFailure(new FunctionError('network'), {}, own)).toBe('No money has moved.');
});

test('only a refusal carries an error code', () => {
  expect(wordOf(refusal('no_longer_free'))).toBe('no_longer_free');
  expect(wordOf(new FunctionError('free_gone'))).toBe('free_gone');
  expect(wordOf(new FunctionError('network'))).toBeUndefined();
  expect(wordOf(new TypeError('slot_full'))).toBeUndefined();
});
