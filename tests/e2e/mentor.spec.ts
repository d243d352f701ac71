/** What a mentor does with the links in our emails. */
import type { Page } from 'playwright/test';
import { linkIn, newMail } from './support/mail.ts';
import { axeFindings, expectToFit } from './support/page.ts';
import { mentorPaths } from './support/routes.ts';
import { bookedMember, scores } from './support/mentor-sessions.ts';
import { openSlot, startIn, type TestSlot } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

async function session() {
  const slot = await openSlot('interview', 48);
  return { slot, ...(await bookedMember(slot.id, 'Asha')) };
}

test.use({ isTranslated: true });

async function openFeedback(page: Page, { email }: TestSlot): Promise<void> {
  await page.goto(linkIn(await newMail(email, 'Your feedback, please'), '/feedback#'));
}

const send = (page: Page) => page.getByRole('button', { name: /^Send the/ });

test('§15.17 §15.18 mentors’ pages are accessible, fit screens of every width, and have score choices of equal size @phone-only', async ({
  page,
}) => {
  for (const path of mentorPaths) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    expect.soft(await axeFindings(page), `${path} without a link`).toEqual([]);
  }
  const soon = await session();
  await page.goto(linkIn(await newMail(soon.slot.email, 'New booking'), '/cancelsession#'));
  await expect(page.getByRole('heading', { name: 'Cancel this session?' })).toBeVisible();
  expect.soft(await axeFindings(page), 'the mentor is asked before cancelling').toEqual([]);
  await page.getByRole('button', { name: 'Cancel this session' }).click();
  await expect(page.getByRole('heading', { name: 'Session cancelled' })).toBeVisible();

  const slot = await openSlot('gd', 48);
  for (const name of ['Asha', 'Ravi']) await bookedMember(slot.id, name);
  await startIn(slot.id, -1);
  await openFeedback(page, slot);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await send(page).click();
  await expect(page.getByText('Please choose a score from 1 to 5.')).toHaveCount(4);
  expect.soft(await axeFindings(page), 'the form shows errors').toEqual([]);
  await expectToFit(page);
  const answers = page.getByRole('group', { name: 'Listening' }).locator('label');
  await expect(answers).toHaveCount(5);
  for (const width of [320, 360, 640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const sizes = await answers.evaluateAll((labels) =>
      labels.map((label) => {
        const { width: wide, height } = label.getBoundingClientRect();
        return `${Math.round(wide)} x ${Math.round(height)}`;
      }),
    );
    expect.soft(new Set(sizes).size, `${width} px: ${sizes.join(', ')}`).toBe(1);
  }
});

test('the skip link keeps the emailed link’s token, and a mentor can give feedback with the keyboard alone', async ({
  page,
}) => {
  const { slot } = await session();
  await startIn(slot.id, -1);
  await openFeedback(page, slot);
  const member = page.getByRole('heading', { name: 'Asha' });
  await expect(member).toBeVisible();
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page).toHaveURL('/feedback#content');
  await page.reload();
  await expect(member).toBeVisible();
  await page.getByRole('radio', { name: 'Yes' }).focus();
  await page.keyboard.press('Space');
  for (const criterion of Object.keys(scores)) {
    await page.keyboard.press('Tab');
    const first = page.getByRole('group', { name: criterion }).getByRole('radio', { name: /^1/ });
    await expect(first).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
  }
  for (const text of ['A clear story', 'Shorter answers', 'Read aloud']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus').filter({ hasText: 'Thank you!' })).toBeVisible();
});
