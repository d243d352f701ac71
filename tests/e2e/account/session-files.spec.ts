import { readFile } from 'node:fs/promises';
import { failedRequest } from '../support/faults.ts';
import { becomeMember } from '../support/members.ts';
import { axeFindings, expectToFit } from '../support/page.ts';
import { png } from '../support/pictures.ts';
import { addBooking, addPack, editor, openSlot, sessionWith } from '../support/sessions.ts';
import { expect, test } from '../support/test.ts';
import { fileRefusals, largestFile } from '../../../src/domain/files/member-files.ts';

test.use({
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [failedRequest('/api/file')],
});

const cv = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nAsha') };

test('§15.23 §18.10 a member adds a CV and a picture of a form, saves one and deletes it @phone', async ({
  page,
}) => {
  const slot = await openSlot('interview', 90);
  const { id } = await becomeMember(page);
  await addBooking(id, await addPack(id), slot.id);
  await page.goto('/dashboard/sessions');
  const session = sessionWith(page, slot.mentor);
  await session.getByLabel('Add a file: CV').setInputFiles(cv);
  await expect(session.getByRole('status')).toHaveText(
    'CV added. Your mentor can open it when the session starts.',
  );
  await expect(session).toContainText('CV, 1 KB');
  await session.getByLabel('What the file is').selectOption('Application form');
  await session
    .getByLabel('Add a file: Application form')
    .setInputFiles({ name: 'form.png', mimeType: 'image/png', buffer: png() });
  await expect(session.getByRole('button', { name: 'Delete Application form' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await expectToFit(page);

  const downloading = page.waitForEvent('download');
  await session.getByRole('button', { name: 'Download CV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('cv.pdf');
  expect(await readFile(await download.path(), 'utf8')).toBe('%PDF-1.7\nAsha');

  await session.getByRole('button', { name: 'Delete CV' }).click();
  await expect(session.getByRole('status')).toHaveText('CV deleted.');
  await expect(page.locator(':focus')).toHaveText('Files for your mentor (1 of 3)');
  await expect(session.getByRole('button', { name: 'Delete CV' })).toHaveCount(0);
  const rows = await editor('select purpose from private.files where owner_id = $1', id);
  expect(rows).toEqual([{ purpose: 'form' }]);
  expect(
    await editor('select 1 as one from storage.objects where name like $1', `${id}/%`),
  ).toHaveLength(1);
});

test('§18.17 a file that is too large or of another type is not sent', async ({ page }) => {
  const slot = await openSlot('interview', 91);
  const { id } = await becomeMember(page);
  await addBooking(id, await addPack(id), slot.id);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.goto('/dashboard/sessions');
  const session = sessionWith(page, slot.mentor);
  const input = session.getByLabel('Add a file: CV');
  await input.setInputFiles({ ...cv, buffer: Buffer.alloc(largestFile + 1, '%PDF-') });
  await expect(session.getByRole('alert').last()).toHaveText(fileRefusals.tooLarge);
  await input.setInputFiles({ ...cv, buffer: Buffer.from('PK\u0003\u0004 a Word file') });
  await expect(session.getByRole('alert').last()).toHaveText(fileRefusals.wrongType);
  expect(await axeFindings(page)).toEqual([]);
  expect(sent.filter((url) => url.includes('/api/file'))).toEqual([]);

  await page.route('**/api/file*', (route) => route.abort(), { times: 1 });
  await input.setInputFiles(cv);
  await expect(session.getByRole('alert').last()).toContainText('That did not work.');
  await input.setInputFiles({ ...cv, buffer: Buffer.alloc(largestFile, '%PDF-') });
  await expect(session).toContainText('CV, 4.0 MB');
});

test('§15.23 three files fill a session, and its past keeps those to save', async ({ page }) => {
  const slot = await openSlot('interview', 92);
  const { id } = await becomeMember(page);
  const booking = await addBooking(id, await addPack(id), slot.id);
  await page.goto('/dashboard/sessions');
  const session = sessionWith(page, slot.mentor);
  for (let files = 1; files <= 3; files += 1) {
    await session.getByLabel('Add a file: CV').setInputFiles(cv);
    await expect(session.getByRole('button', { name: 'Delete CV' })).toHaveCount(files);
  }
  await expect(session.getByLabel('Add a file: CV')).toHaveCount(0);

  await editor("update private.bookings set state = 'cancelled' where id = $1", booking);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Past sessions' })).toContainText('Cancelled');
  await session.getByText('Files for your mentor').click();
  await expect(session.getByRole('button', { name: 'Download CV' })).toHaveCount(3);
  await expect(session.getByLabel('Add a file: CV')).toHaveCount(0);
  await session.getByRole('button', { name: 'Delete CV' }).first().click();
  await expect(session.getByRole('button', { name: 'Delete CV' })).toHaveCount(2);
});
