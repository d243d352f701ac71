import type { Page } from 'playwright/test';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember, createMember, storeSession } from '../support/members.ts';
import { axeFindings, expectToFit, scrollThrough, smallControls } from '../support/page.ts';
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
import { indiaTime } from '../../../src/domain/words/dates.ts';
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

test('a member buys the pack of five, books, moves and cancels @phone', async ({ page }) => {
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

test('§15.13 a time that begins soon says before it is booked that it cannot be given back', async ({
  page,
}) => {
  const slot = await openSlot('interview', 5.5);
  const { id } = await becomeMember(page);
  await addPack(id);
  await page.goto(path);
  await chooseTime(page, slot);
  await expect(page.getByText('It starts in 5 hours.')).toBeVisible();
  await expect(page.getByText('if you cancel it, the session is used')).toBeVisible();
});

test('with several packs the member chooses one, and the pack that ends first is proposed', async ({
  page,
}) => {
  const slot = await openSlot('interview', 60);
  const { id } = await becomeMember(page);
  const five = await addPack(id);
  const one = await addPack(id, 'single');
  await page.goto(`${path}#book-${one}`);
  await chooseTime(page, slot);
  await expect(page.getByLabel('Pack')).toHaveValue(one);
  await page.getByLabel('Pack').selectOption(five);
  await book(page).click();
  await expect(sessionWith(page, slot.mentor)).toBeVisible();
  await expect(left(page).getByRole('listitem').filter({ hasText: 'Super Value' })).toContainText(
    '4 of 5 sessions left',
  );
});

test('§15.36 the meeting opens ten minutes before the start @phone', async ({ page }) => {
  const slot = await openSlot('interview', 30);
  const { id } = await becomeMember(page);
  const booking = await addBooking(id, await addPack(id), slot.id);
  await startIn(slot.id, 0.5);
  await page.goto(path);
  const session = sessionWith(page, slot.mentor);
  await expect(session).toContainText('Join opens ten minutes before');
  await expect(session.getByRole('button', { name: 'Join' })).toHaveCount(0);

  await startIn(slot.id, 9 / 60);
  await page.reload();
  await page.route('https://meet.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The meeting</title>' }),
  );
  await answerWith(page, '**/rpc/join_session', 400, { code: 'P0001', message: 'no_link_yet' }, 1);
  await session.getByRole('button', { name: 'Join' }).click();
  await expect(session.getByRole('alert')).toHaveText(sessionMessages.no_link_yet);
  await session.getByRole('button', { name: 'Join' }).click();
  await expect(page).toHaveTitle('The meeting');
  expect(page.url(), booking).toMatch(/^https:\/\/meet\.example\.com\/\w+$/);
});

test('§15.37 feedback is read and printed, and a session is rated @phone', async ({ page }) => {
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
  await expect(feedback.getByRole('heading', { level: 3 })).toBeFocused();
  for (const text of ['Content', '4 of 5', 'Calm under pressure', 'Tell your story in ninety']) {
    await expect(feedback).toContainText(text);
  }
  expect(await axeFindings(page)).toEqual([]);
  const sheets = (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g);
  expect(sheets, 'only the feedback is printed').toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(session.getByRole('button', { name: 'Read the feedback' })).toBeFocused();

  await session.getByText('Rate this session').click();
  await session.getByRole('button', { name: 'Send' }).click();
  await expect(session.getByRole('alert')).toHaveText('Please choose 1 to 5.');
  await session.getByRole('radio', { name: '4' }).check();
  await session.getByLabel('In a word').fill('Honest');
  expect(await axeFindings(page)).toEqual([]);
  await session.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you for your rating.')).toBeVisible();
  await page.reload();
  await expect(session).toContainText('You gave 4 of 5');
  await expect(session).toContainText('Your word: Honest');
  await expect(session.getByRole('button', { name: 'The mentor did not come' })).toHaveCount(0);
});

test('§15.22 a member says that the mentor did not come', async ({ page }) => {
  const slot = await openSlot('interview', 30);
  const { id } = await becomeMember(page);
  await addBooking(id, await addPack(id), slot.id);
  await startIn(slot.id, -3);
  await page.goto(path);
  const session = sessionWith(page, slot.mentor);
  await session.getByRole('button', { name: 'The mentor did not come' }).click();
  const dialog = page.getByRole('dialog', { name: 'Did the mentor not come?' });
  await dialog.getByRole('button', { name: 'The mentor did not come' }).click();
  await expect(dialog).toBeHidden();
  await expect(session).toContainText('You told us that the mentor did not come.');
  await expect(page.getByRole('heading', { name: 'Past sessions' })).toBeFocused();
});

test('§15.8 of two members who want one seat the slower is told kindly @phone', async ({
  page,
  browser,
}) => {
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

test('R1 offline the page keeps what it knows, and a booking goes on afterwards', async ({
  page,
  context,
}) => {
  const slot = await openSlot('interview', 60);
  const { id } = await becomeMember(page);
  await addPack(id);
  await page.goto(path);
  await scrollThrough(page);
  await chooseTime(page, slot);
  await context.setOffline(true);
  await expect(page.getByText('You appear to be offline. This is what we knew last')).toBeVisible();
  await book(page).click();
  await expect(page.locator(':focus')).toContainText('You appear to be offline.');
  expect(await axeFindings(page)).toEqual([]);
  await context.setOffline(false);
  await book(page).click();
  await expect(sessionWith(page, slot.mentor)).toBeVisible();
  await expect(page.getByText('You appear to be offline')).toHaveCount(0);
});

test('R1 sessions that cannot be loaded show an error and can be loaded again @phone', async ({
  page,
}) => {
  await becomeMember(page);
  const release = await holdBack(page, '**/rpc/my_sessions');
  await page.goto(path);
  await expect(page.getByText('Loading your sessions')).toBeVisible();
  expect(await axeFindings(page), 'loading').toEqual([]);
  release();
  await expect(left(page)).toContainText('You just need a pack');
  await answerWith(page, '**/rpc/my_sessions', 500, { message: 'no' });
  await page.reload();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Your sessions could not be loaded.');
  expect(await axeFindings(page), 'failed').toEqual([]);
  await page.unroute('**/rpc/my_sessions');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(left(page)).toContainText('You just need a pack');
  expect(await axeFindings(page), 'empty').toEqual([]);
  await expect(left(page).getByRole('link', { name: 'See the packs' })).toHaveAttribute(
    'href',
    '/dashboard/main#packs',
  );
});

test('what is below the picker is shown once the times have pushed it down', async ({ page }) => {
  const { id } = await becomeMember(page);
  const order = await addPack(id);
  const over = await openSlot('interview', 30);
  await addBooking(id, order, over.id);
  await startIn(over.id, -2);
  const release = await holdBack(page, '**/rpc/open_slots');
  await page.goto(path);
  await expect(page.getByText('Loading the times')).toBeVisible();
  await expect(past(page)).toBeHidden();
  release();
  await expect(past(page)).toContainText(over.mentor);
  await expect(past(page)).toBeVisible();
});

test('times that cannot be loaded, and a time without any, say so', async ({ page }) => {
  const { id } = await becomeMember(page);
  await addPack(id);
  await answerWith(page, '**/rpc/open_slots', 500, { message: 'no' });
  await page.goto(path);
  const form = page.getByRole('region', { name: 'Book a session' });
  await expect(form.getByRole('alert')).toContainText('The times could not be loaded.');
  await page.unroute('**/rpc/open_slots');
  await answerWith(page, '**/rpc/open_slots', 200, []);
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(form).toContainText('No interview is open for booking right now.');
  expect(await axeFindings(page)).toEqual([]);
});

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('§15.35 the own time is beside India’s', async ({ page }) => {
    const slot = await openSlot('interview', 60);
    const { id } = await becomeMember(page);
    await addPack(id);
    await page.goto(path);
    await expect(page.getByText('with the time in New York beside each.')).toBeVisible();
    await chooseTime(page, slot);
    const own = new Intl.DateTimeFormat('en-IN', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/New_York',
    }).format(new Date(slot.startsAt));
    await book(page).click();
    const session = sessionWith(page, slot.mentor);
    await expect(session).toContainText(slot.time);
    await expect(session).toContainText(`${own} in New York`);
    await expectToFit(page);
  });
});

test('in India no time is said twice', async ({ page }) => {
  const slot = await openSlot('interview', 60);
  const { id } = await becomeMember(page);
  await addBooking(id, await addPack(id), slot.id);
  await page.goto(path);
  await expect(sessionWith(page, slot.mentor)).toContainText(indiaTime(slot.startsAt));
  await expect(page.getByRole('main')).not.toContainText('in Kolkata');
  await expect(page.getByRole('main')).not.toContainText('in Calcutta');
});

test('§15.13 a session that no longer comes back is not cancelled before that was said', async ({
  page,
}) => {
  const slot = await openSlot('interview', 30);
  const { id } = await becomeMember(page);
  await addBooking(id, await addPack(id), slot.id);
  await page.goto(path);
  await sessionWith(page, slot.mentor).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this session?' });
  await expect(dialog).toContainText('The session comes back');
  await startIn(slot.id, 20);
  await dialog.getByRole('button', { name: 'Cancel the session' }).click();
  await expect(dialog.getByRole('alert')).toContainText(sessionMessages.no_longer_free);
  await expect(dialog).toContainText('it counts as used');
  await dialog.getByRole('button', { name: 'Cancel the session' }).click();
  await expect(page.getByText('Cancelled. The session is used.')).toBeVisible();
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
  await page.goto(path);
  await chooseTime(page, open);
  expect(await axeFindings(page), 'a time is chosen').toEqual([]);
  expect(await smallControls(page), 'controls under 44 px').toEqual([]);
  await sessionWith(page, coming.mentor).getByRole('button', { name: 'Move' }).click();
  expect(await axeFindings(page), 'while it is moved').toEqual([]);
  await page.getByRole('button', { name: 'Leave it where it is' }).click();
  await expect(sessionWith(page, coming.mentor).getByRole('heading', { level: 3 })).toBeFocused();
  await sessionWith(page, coming.mentor).getByRole('button', { name: 'Cancel' }).click();
  expect(await axeFindings(page), 'before it is cancelled').toEqual([]);
  await page.keyboard.press('Escape');
  await expectToFit(page);
});

test('§15.39 below 1024 px the sidebar’s links are above the content', async ({ page }) => {
  await becomeMember(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(path);
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(sidebar.getByRole('link')).toHaveText([
    'Dashboard',
    'Sessions',
    'Loan',
    'Preparation',
    'Edit Profile',
    'Settings',
  ]);
  const links = await sidebar.boundingBox();
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((links?.y ?? 0) + (links?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/dashboard/settings');
});
