import { expect, test } from 'vitest';
import { fileRefusals, largestFile } from '../domain/files/member-files.ts';
import { fileProblem, sizeOf } from './member-files.ts';

test('sizes are told in KB or MB', () => {
  const sizes = [1, 1024, 830_000, 1024 * 1024, largestFile].map(sizeOf);
  expect(sizes).toEqual(['1 KB', '1 KB', '811 KB', '1.0 MB', '4.0 MB']);
});

test('§18.17 a file that is too large or of another type is refused before it is sent', async () => {
  const pdf = (size: number) => new Blob(['%PDF-', new Uint8Array(size - 5)]);
  expect(await fileProblem(pdf(largestFile))).toBeUndefined();
  expect(await fileProblem(pdf(largestFile + 1))).toBe(fileRefusals.tooLarge);
  expect(await fileProblem(new Blob(['GIF89a']))).toBe(fileRefusals.wrongType);
  expect(await fileProblem(new Blob([]))).toBe(fileRefusals.wrongType);
});
