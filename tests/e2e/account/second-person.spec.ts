import type { Page } from 'playwright/test';
import { failedRequest } from '../support/faults.ts';
import { linkIn, newMail } from '../support/mail.ts';
import { becomeMember } from '../support/members.ts';
import { axeFindings, expectToFit } from '../support/page.ts';
import { proveByLink } from '../support/proofs.ts';
import { addPack, chooseTime, openSlot, sessionWith } from '../support/sessions.ts';
import { stack } from '../support/stack.ts';
import { expect, fillSignUp, newPerson, test } from '../support/test.ts';

test.use({ timezoneId: 'Asia/Kolkata', expectedConsole: [failedRequest('/rest/v1/rpc/')] });

const path = '/dashboard/sessions';
const left = (page: Page) => page.getByRole('region', { name: 'What is left' });

async function name(page: Page, address: string): Promise<void> {
  await left(page).getByLabel('E-mail of your second person').fill(address);
  await left(page).getByRole('button', { name: 'Send the invitation' }).click();
}

test('§15.24 §15.25 §15.26 §15.28 a second person is named, signs up, accepts and books', async ({
  page,
  browser,
}) => {
  const slot = await openSlot('interview', 70);
  const buyer = await becomeMember(page, { firstname: 'Meera' });
  await addPack(buyer.id);
  await page.goto(path);
  await left(page).getByRole('button', { name: 'Name your second person' }).click();
  await expect(left(page).getByLabel('E-mail of your second person')).toHaveAccessibleDescription(
    /You can name somebody three times/,
  );
  await expectToFit(page);
  await name(page, buyer.email);
  await expect(left(page).getByRole('alert')).toContainText('This is your own address.');
  expect(await axeFindings(page), 'refused').toEqual([]);
  const friend = newPerson({ firstname: 'Usha', email: `usha.${crypto.randomUUID()}@example.com` });
  await name(page, friend.email);
  await expect(left(page)).toContainText(`We wrote to ${friend.email}.`);
  await expect(left(page)).toContainText('has not been accepted yet');
  expect(await axeFindings(page), 'named').toEqual([]);

  const invitation = await newMail(friend.email, 'shares a pack');
  expect(invitation.text).toContain('Meera');
  const elsewhere = await browser.newContext({
    baseURL: stack.site,
    timezoneId: 'Asia/Kolkata',
    viewport: page.viewportSize() ?? { width: 1280, height: 800 },
  });
  const other = await elsewhere.newPage();
  await other.goto(linkIn(invitation, '/signup'));
  await fillSignUp(other, friend);
  await other.getByRole('button', { name: 'SIGN UP' }).click();
  await expect(other).toHaveURL('/dashboard/main');
  await other.goto(path);
  await expect(other.getByRole('main')).toContainText('Were you named as the second person');
  await expect(other.getByRole('main'), 'not before the proof').not.toContainText('shares a pack');
  await other.getByRole('button', { name: 'Send me the link' }).click();
  await expect(other.getByRole('main')).toContainText('The link is on its way');
  expect(await axeFindings(other), 'asked for the proof').toEqual([]);
  await proveByLink(other, friend.email);
  await other
    .getByRole('region', { name: 'Prove your address' })
    .getByRole('link', { name: 'your sessions' })
    .click();

  await expect(other.getByRole('heading', { name: 'Meera shares a pack with you' })).toBeVisible();
  await other.getByRole('button', { name: 'Share this pack' }).click();
  const terms = other.getByRole('checkbox', { name: /accept the Terms and Condition/ });
  await expect(terms).toHaveAccessibleDescription('please accept terms and conditions');
  expect(await axeFindings(other), 'without the terms').toEqual([]);
  await expectToFit(other);
  await terms.check();
  await other.getByRole('button', { name: 'Share this pack' }).click();
  await expect(other.getByText('The pack is shared with you now.')).toBeVisible();
  await expect(left(other)).toContainText('Shared with you');
  await expect(left(other)).not.toContainText('Name your second person');
  await chooseTime(other, slot);
  await other.getByRole('button', { name: 'Book this time' }).click();
  await expect(sessionWith(other, slot.mentor)).toBeVisible();
  await expect(left(other)).toContainText('4 of 5 sessions left');

  await other.goto('/dashboard/main');
  await expect(
    other.getByRole('region', { name: 'Your packs' }),
    'the second person never sees payments',
  ).toContainText('No packs yet.');
  await elsewhere.close();

  await page.reload();
  await expect(left(page)).toContainText('shares this pack and books their own sessions');
  await expect(left(page)).toContainText('so nobody else can be named');
  await expect(left(page).getByRole('button', { name: 'Name somebody else' })).toHaveCount(0);
  await expect(sessionWith(page, slot.mentor), 'nor the other’s booking').toHaveCount(0);
});
