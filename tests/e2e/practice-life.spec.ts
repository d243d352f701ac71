/** Practice on phones: times opened through a link, a member who waited, a GD, and its feedback. */
import type { Page } from 'playwright/test';
import { runScheduled } from '../../local/schedule.ts';
import { newAddress } from '../samples/people.ts';
import { linkIn, newMail } from './support/mail.ts';
import { becomeMember } from './support/members.ts';
import { fillFeedback, gdScores } from './support/mentor-sessions.ts';
import { axeFindings, expectToFit } from './support/page.ts';
import {
  addBooking,
  addPack,
  chooseTime,
  openSlot,
  samples,
  sessionWith,
  slotOf,
  startIn,
  type TestSlot,
} from './support/sessions.ts';
import { stack } from './support/stack.ts';
import { expect, newPhonePage, phone, test } from './support/test.ts';

test.use({ ...phone, isOldest: true, isTranslated: true });

const path = '/dashboard/sessions';
const topic = 'Should cities ban private cars?';
const exercise = 'Record three answers of a minute.';
const group = (page: Page) => page.getByRole('region', { name: 'Your group' });

const chooseGd = (page: Page) => page.getByRole('radio', { name: 'Mock GD' }).check();

/** A GD some weeks ago, with feedback. */
async function holdGd(member: string, order: string): Promise<void> {
  const slot = await openSlot('gd', 72);
  const booking = await addBooking(member, order, slot.id);
  await startIn(slot.id, -300);
  await samples.query("update private.bookings set state = 'held' where id = $1", [booking]);
  await samples.giveFeedback({ id: booking, slot: slot.id });
}

/** Opens a GD through the link in the mentor’s email; resolves to its time. */
async function openByLink(page: Page, mentor: string, email: string): Promise<TestSlot> {
  await page.goto(linkIn(await newMail(email, 'Your page'), '/mentor#'));
  await page.getByRole('radio', { name: 'Mock GD' }).check();
  const day = await samples.day(9);
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(new Date(day));
  await page.getByLabel(weekday).check();
  await page.getByLabel('From').fill(day);
  await page.getByLabel('To', { exact: true }).fill(day);
  await page.getByRole('button', { name: 'Preview the times' }).click();
  await expect(page.getByRole('region', { name: 'The times you add' })).toBeVisible();
  expect.soft(await axeFindings(page), 'the times to add').toEqual([]);
  await page.getByRole('button', { name: 'Add 1 time' }).click();
  await expect(page.getByText(/^1 time is open: /)).toBeVisible();
  const id = await samples.one<string>(
    `select slots.id from private.slots as slots
    join private.mentors as mentors on mentors.id = slots.mentor_id where mentors.name = $1`,
    [mentor],
  );
  return slotOf({ id, mentor, email });
}

test('§15.86 §15.91 §15.94 §15.98 §15.99 §15.101 a mentor opens a time, the member waiting for it books, and the GD is scored', async ({
  page,
  browser,
}) => {
  // A journey takes as long as several tests.
  test.slow();
  const mentor = `Mentor ${crypto.randomUUID().slice(0, 8)}`;
  const email = newAddress();
  const id = await samples.newMentor({ name: mentor, email });
  await samples.query('select operations.send_mentor_link($1)', [id]);
  const asha = await becomeMember(page, { firstname: 'Asha' });
  await samples.proveAddress(asha.id);
  const order = await addPack(asha.id, 'super-value');
  await holdGd(asha.id, order);

  await test.step('the member asks to be told when a time opens', async () => {
    await page.goto(path);
    await chooseGd(page);
    const wait = page.locator('details', { hasText: 'Email me when a time opens' });
    // The offer to wait is folded where another test has a GD open.
    if ((await wait.getAttribute('open')) === null) await wait.locator('summary').click();
    await wait.getByRole('button', { name: 'Email me' }).click();
    await expect(
      page.getByText('We’ll email you when a time opens for a mock GD on any day'),
    ).toBeVisible();
  });

  const theirs = await newPhonePage(browser);
  const gd =
    await test.step('the mentor opens a time through an emailed link, and sets its topic', () =>
      openByLink(theirs, mentor, email));

  await test.step('the member is told about the time and books it', async () => {
    await runScheduled('sessions', stack.site);
    const told = await newMail(asha.email, /^Just opened: mock GD/);
    // A mail program opens a new page.
    await page.goto('about:blank');
    await page.goto(linkIn(told, path));
    await chooseGd(page);
    await chooseTime(page, gd);
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expect(sessionWith(page, mentor)).toBeVisible();
    expect((await samples.sessions(asha.id)).waiting_times, 'booking ends the wait').toEqual([]);
  });

  await test.step('the topic appears at the same second on every device', async () => {
    const fast = await newPhonePage(browser);
    await fast.clock.install({ time: Date.now() + 4 * 60_000 });
    const ravi = await becomeMember(fast, { firstname: 'Ravi' });
    await addBooking(ravi.id, await addPack(ravi.id), gd.id);
    await theirs.reload();
    const coming = theirs.getByRole('region', { name: 'Upcoming sessions' });
    await coming.getByText('Choose a topic').click();
    await coming.getByLabel('Topic').fill(topic);
    await coming.getByRole('button', { name: 'Save this topic' }).click();
    await expect(coming.getByText('We have saved the topic.')).toBeVisible();
    expect(await axeFindings(theirs), 'the mentor’s page').toEqual([]);
    await expectToFit(theirs);

    // The job, which other tests run too, would cancel a GD of two.
    await samples.query('update private.slots set confirmed_at = now() where id = $1', [gd.id]);
    await startIn(gd.id, 25 / 3600);
    await Promise.all([page, fast].map((device) => device.goto(path)));
    for (const device of [page, fast]) {
      await expect(group(device)).toContainText(/The topic appears in 0:\d\d/);
      await expect(group(device)).not.toContainText(topic);
    }
    await group(page)
      .getByRole('checkbox', { name: /^Show my first name/ })
      .check();
    await group(fast).getByLabel('Your notes').fill('Trams first');
    for (const device of [page, fast]) {
      await expect(group(device)).toContainText(topic);
      await expect(group(device)).toContainText(/(2:00|1:\d\d) to think/);
    }
    await expect(group(fast)).toContainText('With you: Asha.');
    await expect(group(page)).not.toContainText('With you');
    expect(await axeFindings(page), 'the group').toEqual([]);
    await expectToFit(page);
    await fast.reload();
    await expect(group(fast).getByLabel('Your notes')).toHaveValue('Trams first');
    await fast.context().close();
  });

  await test.step('the mentor gives the missing feedback', async () => {
    // The member’s page would ask for a GD that has ended.
    await page.goto('about:blank');
    await startIn(gd.id, -2);
    await theirs.goto('about:blank');
    await theirs.goto(linkIn(await newMail(email, 'Your page'), '/mentor#'));
    const missing = theirs.getByRole('region', { name: 'Feedback to give' });
    await missing.getByRole('link', { name: 'Give feedback' }).click();
    await expect(theirs.getByRole('heading', { name: 'Asha' })).toBeVisible();
    await fillFeedback(theirs, gdScores);
    await theirs
      .getByRole('button', { name: /^Send the/ })
      .first()
      .click();
    await newMail(asha.email, 'Your feedback is ready');
  });

  await test.step('the member’s progress appears', async () => {
    await page.goto(path);
    await expect(page.getByRole('figure')).toContainText('Mock GDs, 2 with feedback');
    await expect(page.getByRole('figure').getByRole('img')).toHaveCount(4);
    await expect(page.getByRole('main')).toContainText(exercise);
    expect(await axeFindings(page), 'progress').toEqual([]);
    await expectToFit(page);
  });
  await theirs.context().close();
});
