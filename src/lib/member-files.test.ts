import { expect, test, vi } from 'vitest';
import { unreadableFile } from '../domain/files/file-types.ts';
import { fileRefusals, largestFile } from '../domain/files/member-files.ts';
import { fileProblem, sizeOf } from './member-files.ts';

test('a file’s size is written in KB or MB', () => {
  const sizes = [1, 1024, 830_000, 1024 * 1024, largestFile].map(sizeOf);
  expect(sizes).toEqual(['1 KB', '1 KB', '811 KB', '1.0 MB', '4.0 MB']);
});

test('§18.17 a file that is too large or of the wrong type is refused before it is sent', async () => {
  const pdf = (size: number) => new Blob(['%PDF-', new Uint8Array(size - 5)]);
  expect(await fileProblem(pdf(largestFile))).toBeUndefined();
  expect(await fileProblem(pdf(largestFile + 1))).toBe(fileRefusals.tooLarge);
  expect(await fileProblem(new Blob(['GIF89a']))).toBe(fileRefusals.wrongType);
});

test.each(['NotReadableError', 'NotFoundError'])(
  '§18.96 a file is refused as unreadable if reading fails with %s',
  async (name) => {
    const gone = new Blob(['%PDF-1.7']);
    vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('gone', name));
    expect(await fileProblem(gone)).toBe(unreadableFile);
  },
);

test('§18.96 a file is refused as unreadable if it is empty, has changed or cannot be read within 30 s', async () => {
  expect(await fileProblem(new Blob([]))).toBe(unreadableFile);
  const shorter = new Blob(['%PDF-1.7 and more']);
  vi.spyOn(shorter, 'arrayBuffer').mockResolvedValue(new ArrayBuffer(8));
  expect(await fileProblem(shorter)).toBe(unreadableFile);
  vi.useFakeTimers();
  const silent = new Blob(['%PDF-1.7']);
  vi.spyOn(silent, 'arrayBuffer').mockReturnValue(new Promise(() => undefined));
  const problem = fileProblem(silent);
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  expect(await problem).toBe(unreadableFile);
});

test('§18.96 a file is read only once, and a file that is too large is not read at all', async () => {
  const chosen = new Blob(['%PDF-1.7']);
  const read = vi.spyOn(chosen, 'arrayBuffer');
  await Promise.all([fileProblem(chosen), fileProblem(chosen)]);
  expect(read).toHaveBeenCalledTimes(1);
  const large = new Blob([new Uint8Array(largestFile + 1)]);
  const readLarge = vi.spyOn(large, 'arrayBuffer');
  await fileProblem(large);
  expect(readLarge).not.toHaveBeenCalled();
});
