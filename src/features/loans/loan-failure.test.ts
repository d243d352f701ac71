import { expect, test } from 'vitest';
import { loanMessages } from '../../domain/loans/loan-messages.ts';
import { hints } from '../../domain/account/messages.ts';
import { fileRefusals } from '../../domain/files/member-files.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { downloadFailure, loanFailure } from './loan-failure.ts';

test('a code word of the database becomes its sentence', () => {
  expect(loanFailure({ message: 'offer_expired' }, true)).toBe(loanMessages.offer_expired);
  expect(loanFailure({ code: '42501', message: 'permission denied' }, true)).toBe(
    hints.sessionExpired,
  );
});

test('§18.17 the function refuses a file in the words of the browser', () => {
  expect(loanFailure(new FunctionError('payload_too_large'), true)).toBe(fileRefusals.tooLarge);
  expect(loanFailure(new FunctionError('invalid_file'), true)).toBe(fileRefusals.wrongType);
});

test('a refusal that came is said as the function says it, and is not called a lost answer', () => {
  expect(loanFailure(new FunctionError('too_many_requests', 'Wait a minute.'), true)).toBe(
    'Wait a minute.',
  );
  expect(loanFailure(new FunctionError('internal'), true)).toBe(
    'That did not work. Please try again in a minute.',
  );
});

test('a download changes nothing, so that nothing about it is uncertain', () => {
  const lost = new FunctionError('network');
  expect(downloadFailure(lost, true)).toBe('That did not work. Please try again in a minute.');
  expect(downloadFailure(lost, false)).toBe(hints.offline);
  expect(downloadFailure(new FunctionError('no_such_file', 'It is gone.'), true)).toBe(
    'It is gone.',
  );
});

test('without an answer it is not said that nothing happened', () => {
  expect(loanFailure(new FunctionError('network'), true)).toContain('not certain');
  expect(loanFailure(new TypeError('Failed to fetch'), false)).toBe(hints.offline);
});
