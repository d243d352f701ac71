import { expect, test } from 'vitest';
import { hints } from '../../domain/account/messages.ts';
import { sessionMessages } from '../../domain/bookings/session-messages.ts';
import { fileRefusals } from '../../domain/files/member-files.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { fileFailure } from './session-files.ts';

test('§18.17 the function refuses with the same words', () => {
  expect(fileFailure(new FunctionError('payload_too_large'), true)).toBe(fileRefusals.tooLarge);
  expect(fileFailure(new FunctionError('invalid_file'), true)).toBe(fileRefusals.wrongType);
  expect(fileFailure(new FunctionError('too_many_files'), true)).toBe(
    sessionMessages.too_many_files,
  );
  expect(fileFailure(new FunctionError('network'), false)).toBe(hints.offline);
  expect(fileFailure(new Error('anything'), true)).toContain('try again');
});
