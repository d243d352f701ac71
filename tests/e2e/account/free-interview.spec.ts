import type { Page } from 'playwright/test';
import { newPhone } from '../../samples/people.ts';
import { failedRequest } from '../support/faults.ts';
import { becomeMember } from '../support/members.ts';
import { axeFindings, expectToFit } from '../support/page.ts';
import { verifyByLink } from '../support/proofs.ts';
import { chooseTime, openSlot, sessionWith } from '../support/sessions.ts';
import { expect, test } from '../support/test.ts';

test.use({
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [failedRequest('/rest/v1/rpc/', '/api/freeInterview')],
});

const free = (page: Page) => page.getByRole('region', { name: 'A free mock interview' });
const get = (page: Page) =>
  free(page).getByRole('button', { name: 'Get your free mock interview' });

test('§15.31 §15.32 §15.78 a member verifies the address, which gives the free interview and books it', async ({
  page,
}) => {
  const slot = await openSlot('interview', 80);
  const { email } = await becomeMember(page, { phonenumber: newPhone() });
  await page.goto('/dashboard/main');
  await expect(free(page)).toContainText(/\d+ of 1000 are left\./);
  expect(await axeFindings(page), 'offered').toEqual([]);
  await get(page).click();
  await expect(free(page)).toContainText(`One step left: verify ${email}`);
  await expect(free(page)).toContainText('has the link: open it');
  expect(await axeFindings(page), 'one step left').toEqual([]);
  await expectToFit(page);

  await verifyByLink(page, email);
  await expect(page).toHaveURL('/dashboard/main#free-interview');
  const next = page.getByRole('region', { name: 'Your free interview is waiting' });
  await expect(next).toContainText(/book it by \d+ \w+ \d{4}/);
  await expect(free(page), 'said once').toHaveCount(0);
  expect(await axeFindings(page), 'granted').toEqual([]);
  await next.getByRole('link', { name: 'Book your free interview' }).click();
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Sessions left' })).toContainText(
    /Free mock interview.*book it by/s,
  );
  await expect(page.getByRole('radio', { name: 'Mock GD' }), 'interviews only').toHaveCount(0);
  await chooseTime(page, slot);
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(sessionWith(page, slot.mentor)).toBeVisible();

  await page.goto('/dashboard/main');
  await expect(free(page)).toContainText('It is booked.');
  await expect(get(page)).toHaveCount(0);
});
