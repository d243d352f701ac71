import { expect, test } from 'vitest';
import { loanMessages } from '../../domain/loan-messages.ts';
import { hints } from '../../domain/messages.ts';
import { fileRefusals } from '../../domain/session-files.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { loanFailure } from './loan-failure.ts';

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

test('without an answer it is not said that nothing happened', () => {
  expect(loanFailure(new FunctionError('network'), true)).toContain('not certain');
  expect(loanFailure(new TypeError('Failed to fetch'), false)).toBe(hints.offline);
});
