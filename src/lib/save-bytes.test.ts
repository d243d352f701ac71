import { afterEach, expect, test, vi } from 'vitest';
import { cannotPrint, printPage, requireSaving, saveBytes } from './save-bytes.ts';
import { ToldError } from './told-error.ts';

const instagram = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Instagram 360.0.0.0';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const cannotSave = /^This app’s browser cannot save files\. Open this page in Chrome or Safari, /;

const csv = new Blob(['a'], { type: 'text/csv' });
const save = () => saveBytes(csv, 'list.csv');

function useBrowser(navigator: object) {
  vi.stubGlobal('navigator', navigator);
}
function sharing(canShare: boolean, share: () => Promise<void>) {
  const shared = vi.fn(share);
  useBrowser({ userAgent: instagram, canShare: () => canShare, share: shared });
  return shared;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('§12.55 a browser inside another app shares the file instead of saving it', async () => {
  const shared = sharing(true, () => Promise.resolve());
  expect(requireSaving).not.toThrow();
  await save();
  expect(shared.mock.calls).toMatchObject([[{ files: [{ name: 'list.csv', type: 'text/csv' }] }]]);
});

test('§12.55 if a browser inside another app cannot share files, the page says where to open it instead', async () => {
  useBrowser({ userAgent: instagram });
  expect(requireSaving, 'the check before the download').toThrow(cannotSave);
  await expect(save()).rejects.toThrow(cannotSave);
  const shared = sharing(false, () => Promise.resolve());
  await expect(save(), 'the app cannot share files of this type').rejects.toThrow(cannotSave);
  expect(shared).not.toHaveBeenCalled();
  sharing(true, () => Promise.reject(new DOMException('too late', 'NotAllowedError')));
  await expect(save(), 'the press was too long ago to share').rejects.toThrow(cannotSave);
});

test('closing the share sheet does not count as saving the file', async () => {
  sharing(true, () => Promise.reject(new DOMException('closed', 'AbortError')));
  await expect(save()).rejects.toThrow(new ToldError('You have not saved the file.'));
});

test('§12.55 if a browser cannot print, the page says where to open it instead', () => {
  const printed = vi.fn();
  vi.stubGlobal('window', { print: printed });
  vi.stubGlobal('print', printed);
  useBrowser({ userAgent: instagram });
  expect(printPage).toThrow(new ToldError(cannotPrint));
  useBrowser({ userAgent: firefox });
  printPage();
  expect(printed).toHaveBeenCalledTimes(1);
  vi.stubGlobal('window', {});
  expect(printPage, 'Firefox on Android could not print').toThrow(cannotPrint);
});
