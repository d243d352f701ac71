import { expect, test } from 'vitest';
import { fileRefusals } from '../../domain/files/member-files.ts';
import { hints } from '../../domain/account/messages.ts';
import { refundMessages } from '../../domain/refunds/refund-messages.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { downloadFailure, refundFailure } from './refund-failure.ts';

test('§17.68 a refusal of the database is said in its sentence', () => {
  expect(refundFailure({ message: 'amount_changed' }, true)).toBe(refundMessages.amount_changed);
  expect(refundFailure({ code: '42501', message: 'no' }, true)).toBe(hints.sessionExpired);
});

test('§17.68 a refusal of the function is said in its sentence or in its own words', () => {
  expect(refundFailure(new FunctionError('payload_too_large'), true)).toBe(fileRefusals.tooLarge);
  expect(refundFailure(new FunctionError('internal', 'Told.'), true)).toBe('Told.');
  expect(refundFailure(new FunctionError('internal'), true)).toContain('did not work');
});

test('§17.68 without an answer it is not certain what happened', () => {
  expect(refundFailure(new FunctionError('network'), true)).toContain('not certain');
  expect(refundFailure(new TypeError('fetch failed'), false)).toBe(hints.offline);
  expect(downloadFailure(new FunctionError('network'), true)).not.toContain('not certain');
});
