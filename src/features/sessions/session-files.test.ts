import { expect, test } from 'vitest';
import { hints } from '../../domain/messages.ts';
import { sessionMessages } from '../../domain/session-messages.ts';
import { fileRefusals, largestFile } from '../../domain/session-files.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { fileFailure, fileProblem, sizeOf } from './session-files.ts';

test('sizes are told in KB or MB', () => {
  expect([1, 1024, 830_000, 1024 * 1024, largestFile].map(sizeOf)).toEqual([
    '1 KB',
    '1 KB',
    '811 KB',
    '1.0 MB',
    '4.0 MB',
  ]);
});

test('§18.17 a file that is too large or of another type is refused before it is sent', async () => {
  const pdf = (size: number) => new Blob(['%PDF-', new Uint8Array(size - 5)]);
  expect(await fileProblem(pdf(largestFile))).toBeUndefined();
  expect(await fileProblem(pdf(largestFile + 1))).toBe(fileRefusals.tooLarge);
  expect(await fileProblem(new Blob(['GIF89a']))).toBe(fileRefusals.wrongType);
  expect(await fileProblem(new Blob([]))).toBe(fileRefusals.wrongType);
});

test('§18.17 the function refuses with the same words', () => {
  expect(fileFailure(new FunctionError('payload_too_large'), true)).toBe(fileRefusals.tooLarge);
  expect(fileFailure(new FunctionError('invalid_file'), true)).toBe(fileRefusals.wrongType);
  expect(fileFailure(new FunctionError('too_many_files'), true)).toBe(
    sessionMessages.too_many_files,
  );
  expect(fileFailure(new FunctionError('network'), false)).toBe(hints.offline);
  expect(fileFailure(new Error('anything'), true)).toContain('try again');
});
