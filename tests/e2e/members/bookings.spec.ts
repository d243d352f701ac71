import type { Page } from 'playwright/test';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember, createMember, storeSession } from '../support/members.ts';
import { axeFindings, expectToFit, smallControls } from '../support/page.ts';
import {
  addBooking,
  addPack,
  changeSession,
  chooseTime,
  openSlot,
  samples,
  sessionWith,
  startIn,
} from '../support/sessions.ts';
import { expect, test } from '../support/test.ts';
import { bookingRefusals } from '../../../src/domain/refusals/bookings.ts';

test.use({
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [failedRequest('/rest/v1/rpc/', '/auth/v1/')],
});

const path = '/dashboard/sessions';
const left = (page: Page) => page.getByRole('region', { name: 'Sessions left' });
const upcoming = (page: Page) => page.getByRole('region', { name: 'Coming up' });
const past = (page: Page) => page.getByRole('region', { name: 'Past sessions' });
const book = (page: Page) => page.getByRole('button', { name: 'Book this time' });

test('§15.8 the slower of two members who want the last seat sees a friendly refusal, in view on a phone', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const slot = await openSlot('interview', 55);
  const { id } = await becomeMember(page);
  await addPack(id);
  await page.goto(path);
  await chooseTime(page, slot);

  const faster = await createMember();
  await addPack(faster.id);
  const other = await browser.newPage();
  await storeSession(other, faster.session);
  await other.goto(path);
  await chooseTime(other, slot);
  await book(other).click();
  await expect(sessionWith(other, slot.mentor)).toBeVisible();
  await other.close();

  await book(page).click();
  await expect(page.locator(':focus')).toHaveText(
    `${slot.day}, ${slot.time}, with ${slot.mentor}. ${bookingRefusals.slot_full.says}`,
  );
  await expect(page.getByText(bookingRefusals.slot_full.says)).toBeInViewport();
  await expect(page.getByRole('radio', { name: new RegExp(slot.mentor) })).toHaveCount(0);
  await expect(left(page)).toContainText('5 of 5 sessions left');
  expect(await axeFindings(page)).toEqual([]);
});

test('§15.34 on a phone, the row of days ends in half a day, which shows that it scrolls @phone-only', async ({
  page,
}) => {
  await Promise.all([30, 54, 78, 102, 126, 150].map((hours) => openSlot('interview', hours)));
  const { id } = await becomeMember(page);
  await addPack(id);
  await page.goto(path);
  const days = page.getByRole('group', { name: 'Day', exact: true }).locator('.choice-options');
  const shownOfLast = () =>
    days.evaluate((row) => {
      const end = row.getBoundingClientRect().right;
      const boxes = [...row.querySelectorAll('label')].map((one) => one.getBoundingClientRect());
      const last = boxes.find(({ right }) => right > end);
      return last ? (end - last.left) / last.width : 1;
    });
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(shownOfLast, `at ${width} px`).toBeCloseTo(0.55, 1);
  }
});

test('§15.36 on a phone, a press on a time leaves the time and the whole button in view, and ‘Other times’ brings back the others @phone-only', async ({
  page,
}) => {
  const slots = [await openSlot('interview', 54), await openSlot('interview', 55)];
  const { id } = await becomeMember(page);
  await addPack(id, 'single');
  await page.goto(path);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const slot of slots) {
    await chooseTime(page, slot);
    const time = page.getByRole('radio', { name: new RegExp(slot.mentor) });
    await expect(time).toBeFocused();
    await expect(book(page)).toBeInViewport({ ratio: 1 });
    await expect(time).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('group', { name: slot.day }).getByRole('radio')).toHaveCount(1);
    await page.getByRole('button', { name: 'Other times' }).click();
    await expect(time).toBeFocused();
    await expect(time).toBeInViewport();
    await expect(time).not.toBeChecked();
  }
});

test('a member can book and cancel a session with the keyboard alone', async ({ page }) => {
  const slot = await openSlot('interview', 80);
  const { id } = await becomeMember(page);
  await addPack(id, 'single');
  await page.goto(`${path}#book`);
  const day = page.getByRole('radio', { name: new RegExp(`^${slot.day}, `) });
  await expect(day).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Mock interview' })).toBeFocused();
  await page.keyboard.press('Tab');
  // Mentors from other tests may be from other schools, which adds a choice of schools.
  for (const passed of ['SELECT', 'BUTTON', 'BUTTON']) {
    // More than a week of days adds two buttons.
    const tag = await page.evaluate(() => document.activeElement?.tagName);
    if (tag === passed) await page.keyboard.press('Tab');
  }
  const days = await page
    .getByRole('group', { name: 'Day', exact: true })
    .getByRole('radio')
    .count();
  for (let step = 0; step < days && !(await day.isChecked()); step += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await expect(day).toBeFocused();
  const time = page.getByRole('radio', { name: new RegExp(slot.mentor) });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const times = await page.getByRole('group', { name: slot.day }).getByRole('radio').count();
  for (let step = 0; step < times && !(await time.isChecked()); step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(time).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Your target school (optional)').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const session = sessionWith(page, slot.mentor);
  await expect(session.getByRole('heading', { level: 3 })).toBeFocused();
  // The missing CV and the two calendars come before the changes.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Tab');
  await expect(session.getByText('Change or cancel', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab');
  await expect(session.getByRole('button', { name: 'Cancel session' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled. You have your session back.')).toBeVisible();
  await expect(upcoming(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sessions left' })).toBeFocused();
});

test.describe('using the sessions page in New York, where times take up the most room', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('every state of the sessions page is accessible, fits the screen, and has controls large enough to touch @phone-only', async ({
    page,
  }) => {
    const slots = await Promise.all([
      openSlot('interview', 30),
      openSlot('gd', 60),
      openSlot('interview', 90),
      openSlot('interview', 120),
    ]);
    const [running, coming, over, open] = slots;
    const { id } = await becomeMember(page);
    const order = await addPack(id);
    const book = async ({ id: slot }: typeof over) =>
      samples.addFile(id, { id: await addBooking(id, order, slot) });
    await book(over);
    await startIn(over.id, -50);
    const release = await holdBack(page, '**/rpc/open_slots');
    await page.goto(`${path}#past`);
    await expect(page.getByText('Loading the times')).toBeVisible();
    await expect(past(page), 'past sessions appear only below the loaded times').toBeHidden();
    release();
    await expect(past(page)).toBeVisible();
    await expect(past(page).getByRole('heading', { level: 2 }), '§15.70').toBeFocused();
    await page.unroute('**/rpc/open_slots');
    await book(running);
    await book(coming);
    await startIn(running.id, 0.1);
    // The page would begin with the picker, as the kept data has no booking.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(left(page)).toContainText('2 booked');
    await left(page).getByRole('button', { name: 'Book a session' }).click();
    await chooseTime(page, open);
    expect.soft(await axeFindings(page), 'a time is chosen').toEqual([]);
    expect.soft(await smallControls(page), 'controls under 44 px').toEqual([]);
    await changeSession(page, coming.mentor, 'Change time');
    await expect(page.getByRole('radio', { name: 'Mock GD' })).toBeChecked();
    expect.soft(await axeFindings(page), 'the member is choosing another time').toEqual([]);
    await page.getByRole('button', { name: 'Keep this time' }).click();
    await expect(sessionWith(page, coming.mentor).getByRole('heading', { level: 3 })).toBeFocused();
    await changeSession(page, coming.mentor, 'Cancel session');
    expect.soft(await axeFindings(page), 'the member is asked before cancelling').toEqual([]);
    await page.keyboard.press('Escape');
    await expectToFit(page);

    await answerWith(page, '**/rpc/open_slots', 200, []);
    await page.reload();
    await left(page).getByRole('button', { name: 'Book a session' }).click();
    await expect(page.getByText('No interview times are open right now.')).toBeVisible();
    expect.soft(await axeFindings(page), 'no time is open').toEqual([]);
    await answerWith(page, '**/rpc/my_sessions', 500, { message: 'no' });
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    expect.soft(await axeFindings(page), 'the times could not be loaded').toEqual([]);
    await storeSession(page, (await createMember()).session);
    await page.unroute('**/rpc/my_sessions');
    await page.goto(path);
    await expect(page.getByRole('region', { name: /^One step left/ })).toContainText(
      'Then book your free mock interview.',
    );
    expect.soft(await axeFindings(page), 'the member has no pack').toEqual([]);
  });
});
