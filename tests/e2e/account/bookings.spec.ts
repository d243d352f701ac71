import type { Page } from 'playwright/test';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember, createMember, storeSession } from '../support/members.ts';
import { axeFindings, expectToFit, smallControls } from '../support/page.ts';
import {
  addBooking,
  addPack,
  addToCalendar,
  chooseTime,
  editor,
  openSlot,
  sessionWith,
  startIn,
} from '../support/sessions.ts';
import { expect, packCard, payByUpi, test } from '../support/test.ts';
import { sessionMessages } from '../../../src/domain/bookings/session-messages.ts';

test.use({
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [failedRequest('/rest/v1/rpc/', '/auth/v1/')],
});

const path = '/dashboard/sessions';
const left = (page: Page) => page.getByRole('region', { name: 'What is left' });
const upcoming = (page: Page) => page.getByRole('region', { name: 'Coming up' });
const past = (page: Page) => page.getByRole('region', { name: 'Past sessions' });
const book = (page: Page) => page.getByRole('button', { name: 'Book this time' });

test('a member buys the pack of five, books, moves and cancels', async ({ page }) => {
  const [first, second, gd] = await Promise.all([
    openSlot('interview', 50),
    openSlot('interview', 75),
    openSlot('gd', 100),
  ]);
  await becomeMember(page);
  await page.goto('/dashboard/main');
  await packCard(page, 'Super Value Pack').getByRole('button', { name: 'Buy Now' }).click();
  await payByUpi(page, 'success@razorpay');
  await expect(page.getByText('Payment confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Book a session' }).click();
  await expect(page).toHaveURL(`${path}#book`);
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused();
  await expect(left(page)).toContainText(/5 of 5 sessions left, until \d+ \w+ \d{4}/);

  await chooseTime(page, first);
  await expect(page.getByText('After that it is used.')).toBeVisible();
  await page.getByLabel('Institute you aim at').fill('IIM Bangalore');
  await book(page).click();
  await expect(page.getByText(`Booked for ${first.day}, ${first.time}.`)).toBeVisible();
  const session = sessionWith(page, first.mentor);
  await expect(session.getByRole('heading', { level: 3 })).toBeFocused();
  await expect(session).toContainText(`${first.day}, ${first.time}, 45 minutes`);
  await expect(session).toContainText('You aim at IIM Bangalore');
  await expect(left(page)).toContainText('4 of 5 sessions left');

  const before = await addToCalendar(page, first.mentor);
  expect(before.name).toBe('mock-interview.ics');
  expect(before).toMatchObject({ method: 'REQUEST', sequence: 0, start: first.startsAt });
  expect(before.text, 'the meeting is never in a calendar').not.toContain('meet.example.com');

  await session.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByRole('heading', { name: 'Move your session' })).toBeFocused();
  await chooseTime(page, second);
  await page.getByRole('button', { name: 'Move to this time' }).click();
  await expect(page.getByText(`Moved to ${second.day}, ${second.time}.`)).toBeVisible();
  await expect(sessionWith(page, second.mentor).getByRole('heading', { level: 3 })).toBeFocused();
  await expect(sessionWith(page, first.mentor)).toHaveCount(0);
  expect(await addToCalendar(page, second.mentor)).toMatchObject({
    uid: before.uid,
    sequence: 1,
    start: second.startsAt,
  });
  await expect(left(page), 'a move uses nothing').toContainText('4 of 5 sessions left');

  await page.getByRole('radio', { name: 'Mock GD' }).check();
  await chooseTime(page, gd);
  await expect(page.locator('label').filter({ hasText: gd.mentor })).toContainText(
    'It takes place with 4 or more.',
  );
  await book(page).click();
  await expect(sessionWith(page, gd.mentor)).toContainText('Mock GD');
  await expect(left(page)).toContainText('3 of 5 sessions left');

  await sessionWith(page, gd.mentor).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this session?' });
  await expect(dialog).toContainText('The session comes back');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(sessionWith(page, gd.mentor).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await sessionWith(page, gd.mentor).getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Cancel the session' }).click();
  await expect(page.getByText('Cancelled. The session came back to you.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeFocused();
  await expect(left(page)).toContainText('4 of 5 sessions left');
  await expect(past(page)).toContainText('You cancelled it in time.');

  await startIn(second.id, 5);
  await page.reload();
  const late = sessionWith(page, second.mentor);
  await expect(late).toContainText('it can no longer be moved');
  await expect(late.getByRole('button', { name: 'Move' })).toHaveCount(0);
  await late.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toContainText('it counts as used');
  await dialog.getByRole('button', { name: 'Cancel the session' }).click();
  await expect(page.getByText('Cancelled. The session is used.')).toBeVisible();
  await expect(past(page)).toContainText('Cancelled late');
  await expect(left(page), 'it did not come back').toContainText('4 of 5 sessions left');

  await page.goto('/dashboard/main');
  const pack = page.getByRole('region', { name: 'Your packs' }).getByRole('listitem');
  await expect(pack).toContainText(/4 of 5 sessions left, until \d+ \w+ \d{4}/);
  await pack.getByRole('link', { name: 'Book a session' }).click();
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused();
});

test('§15.8 of two members who want one seat the slower is told kindly, where a phone shows it', async ({
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
  await expect(page.locator(':focus')).toHaveText(sessionMessages.slot_full);
  await expect(page.getByText(sessionMessages.slot_full)).toBeInViewport();
  await expect(page.getByRole('radio', { name: new RegExp(slot.mentor) })).toHaveCount(0);
  await expect(left(page)).toContainText('5 of 5 sessions left');
  expect(await axeFindings(page)).toEqual([]);
});

test('a session is booked and cancelled by keyboard alone', async ({ page }) => {
  const slot = await openSlot('interview', 80);
  const { id } = await becomeMember(page);
  await addPack(id, 'single');
  await page.goto(path);
  const day = page.getByRole('radio', { name: new RegExp(`^${slot.day}, `) });
  await expect(day).toBeVisible();
  await left(page).getByRole('button', { name: 'Book a session' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Mock interview' })).toBeFocused();
  await page.keyboard.press('Tab');
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
  await expect(page.getByLabel('Institute you aim at')).toBeFocused();
  await page.keyboard.press('Enter');
  const session = sessionWith(page, slot.mentor);
  await expect(session.getByRole('heading', { level: 3 })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(session.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled. The session came back to you.')).toBeVisible();
  await expect(upcoming(page)).toContainText('Nothing is booked.');
});

test('§15.37 only the feedback is printed', async ({ page }) => {
  const slot = await openSlot('interview', 30);
  const { id } = await becomeMember(page);
  const booking = await addBooking(id, await addPack(id), slot.id);
  await startIn(slot.id, -48);
  await editor(
    `insert into private.feedback (booking_id, version, mentor_id, attended, content, structure,
       communication, presence, went_well, to_work_on, exercise)
     select $1, 1, mentor_id, true, 4, 3, 5, 2, 'Calm under pressure', 'Answer first, then explain',
       'Tell your story in ninety seconds' from private.slots where id = $2`,
    booking,
    slot.id,
  );
  await page.goto(path);
  const session = sessionWith(page, slot.mentor);
  await session.getByRole('button', { name: 'Read the feedback' }).click();
  const feedback = page.getByRole('dialog', { name: 'Feedback on your mock interview' });
  await expect(feedback).toContainText('Tell your story in ninety');
  expect(await axeFindings(page)).toEqual([]);
  const sheets = (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g);
  expect(sheets).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(session.getByRole('button', { name: 'Read the feedback' })).toBeFocused();
  await session.getByText('Rate this session').click();
  await session.getByRole('button', { name: 'Send' }).click();
  expect(await axeFindings(page), 'rated without a score').toEqual([]);
});

test.describe('in New York, where times are longest', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('every state is accessible, fits, and is large enough to touch @phone', async ({ page }) => {
    const slots = await Promise.all([
      openSlot('interview', 30),
      openSlot('gd', 60),
      openSlot('interview', 90),
      openSlot('interview', 120),
    ]);
    const [running, coming, over, open] = slots;
    const { id } = await becomeMember(page);
    const order = await addPack(id);
    for (const { id: slot } of [running, coming, over]) await addBooking(id, order, slot);
    await startIn(running.id, 0.1);
    await startIn(over.id, -30);
    const release = await holdBack(page, '**/rpc/open_slots');
    await page.goto(path);
    await expect(page.getByText('Loading the times')).toBeVisible();
    await expect(past(page), 'shown once the times have pushed it down').toBeHidden();
    release();
    await expect(past(page)).toBeVisible();
    await page.unroute('**/rpc/open_slots');
    await chooseTime(page, open);
    expect.soft(await axeFindings(page), 'a time is chosen').toEqual([]);
    expect.soft(await smallControls(page), 'controls under 44 px').toEqual([]);
    await sessionWith(page, coming.mentor).getByRole('button', { name: 'Move' }).click();
    expect.soft(await axeFindings(page), 'while it is moved').toEqual([]);
    await page.getByRole('button', { name: 'Leave it where it is' }).click();
    await expect(sessionWith(page, coming.mentor).getByRole('heading', { level: 3 })).toBeFocused();
    await sessionWith(page, coming.mentor).getByRole('button', { name: 'Cancel' }).click();
    expect.soft(await axeFindings(page), 'before it is cancelled').toEqual([]);
    await page.keyboard.press('Escape');
    await expectToFit(page);

    await answerWith(page, '**/rpc/open_slots', 200, []);
    await page.reload();
    await expect(page.getByText('No interview is open for booking right now.')).toBeVisible();
    expect.soft(await axeFindings(page), 'without a time').toEqual([]);
    await answerWith(page, '**/rpc/my_sessions', 500, { message: 'no' });
    await page.reload();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    expect.soft(await axeFindings(page), 'not loaded').toEqual([]);
    await storeSession(page, (await createMember()).session);
    await page.unroute('**/rpc/my_sessions');
    await page.goto(path);
    await expect(left(page)).toContainText('You just need a pack');
    expect.soft(await axeFindings(page), 'without a pack').toEqual([]);
  });
});
