import { readFile } from 'node:fs/promises';
import { becomeMember } from '../support/members.ts';
import { axeFindings, expectToFit } from '../support/page.ts';
import { png } from '../support/pictures.ts';
import { addBooking, addPack, openSlot, sessionWith } from '../support/sessions.ts';
import { editor } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test.use({ timezoneId: 'Asia/Kolkata' });

const cv = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nAsha') };

test('§15.23 §18.10 a member adds a CV and a picture of a form, saves one and deletes it', async ({
  page,
}) => {
  const slot = await openSlot('interview', 90);
  const { id } = await becomeMember(page);
  await addBooking(id, await addPack(id), slot.id);
  await page.goto('/dashboard/sessions');
  const session = sessionWith(page, slot.mentor);
  await session.getByLabel('Add a file: CV').setInputFiles(cv);
  await expect(session.getByRole('status')).toHaveText(
    'CV added. Your mentor can open it from one day before the start.',
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
