/** The whole life of a pack for two people: from the sign-up to the printed feedback. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { failedRequest } from './support/faults.ts';
import { linkIn, newMail, readCalendar } from './support/mail.ts';
import { fillFeedback, scores } from './support/mentor-sessions.ts';
import { axeFindings, expectSheets, expectToFit, systemColour, zoomedIn } from './support/page.ts';
import {
  addToCalendar,
  bookInterview,
  changeSession,
  chooseTime,
  openSlot,
  sessionWith,
  startIn,
  thumb,
} from './support/sessions.ts';
import { stack } from './support/stack.ts';
import {
  expect,
  fillSignUp,
  newPerson,
  newPhonePage,
  packCard,
  payByUpi,
  signUp,
  test,
} from './support/test.ts';

test.use({
  isOldest: true,
  isTranslated: true,
  timezoneId: 'Asia/Kolkata',
  // Nothing translates an email in the mailbox, because its frame runs no scripts. The two patterns are one expression,
  // because Playwright takes the second of two for the options of the first.
  expectedConsole: [
    new RegExp(
      `${failedRequest('/rest/v1/rpc/').source}|Blocked script execution in 'about:srcdoc'`,
    ),
  ],
});

const path = '/dashboard/sessions';
/** Advice so long that it needs a second sheet. */
const advice = 'Shorter answers. '.repeat(110).trim();
const left = (page: Page) => page.getByRole('region', { name: 'Sessions left' });

/** An answer’s background; in forced colours only a selected answer differs from the page. */
const groundOf = (page: Page, name: string) =>
  page
    .getByRole('radio', { name: new RegExp(name) })
    .evaluate((box) => getComputedStyle(box.closest('label') ?? box).backgroundColor);

/** How each state looks that these parts of the page have in this attribute (§12.51). */
const looksOf = (parts: Locator, attribute: string, pseudo?: string) =>
  parts.evaluateAll(
    (all, [attribute = '', pseudo]) => {
      const ground = getComputedStyle(document.documentElement).backgroundColor;
      return Object.fromEntries(
        all.map((part) => {
          const { backgroundColor, backgroundImage, borderStyle } = getComputedStyle(part, pseudo);
          const state = part.closest(`[${attribute}]`)?.getAttribute(attribute) ?? '';
          const isEmpty = [ground, 'rgba(0, 0, 0, 0)', 'rgba(255, 255, 255, 0)'].includes(
            backgroundColor,
          );
          const fill = isEmpty ? 'empty' : backgroundColor;
          return [state, `${fill} ${backgroundImage} ${borderStyle}`];
        }),
      );
    },
    [attribute, pseudo],
  );

function expectToDiffer(looks: Record<string, string>, states: readonly string[]): void {
  expect(Object.keys(looks).toSorted()).toEqual(states.toSorted());
  expect(new Set(Object.values(looks)).size, '§12.51').toBe(states.length);
}

/** Opens the newest email to an address in the mailbox, and reads the calendar file attached to it. */
async function calendarFromMailbox(page: Page, address: string, subject: RegExp) {
  await newMail(address, subject);
  await page.goto(stack.mailbox);
  const mail = page.getByRole('listitem').filter({ hasText: address });
  await mail.getByRole('link', { name: subject }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /\.ics$/ }).click();
  return readCalendar(await readFile(await (await downloading).path(), 'utf8'));
}

test('a member buys a pack of five, books, moves and shares sessions, and prints the feedback', async ({
  page,
  browser,
}) => {
  // A journey takes as long as several tests.
  test.slow();
  await page.emulateMedia({ forcedColors: 'active' });
  const [first, moved, shared] = await Promise.all([
    openSlot('interview', 74),
    openSlot('interview', 98),
    openSlot('interview', 170),
  ]);

  const member = await test.step('the member signs up and buys a pack of five', async () => {
    const person = await signUp(page, newPerson({ firstname: 'Meera' }));
    await packCard(page, 'Super Value Pack').getByRole('button', { name: 'Buy Now' }).click();
    await payByUpi(page, 'success@razorpay');
    await expect(page.getByText('Payment confirmed.')).toBeVisible();
    return person;
  });

  const invited =
    await test.step('the member books an interview and finds the email in the mailbox', async () => {
      await page.getByRole('link', { name: 'Book a session' }).click();
      await expect(left(page)).toContainText(/5 of 5 sessions left, until \d+\s\w+\s\d{4}/);
      await expect(
        page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]'),
        '§12.51',
      ).toHaveCSS('background-color', await systemColour(page, 'Highlight'));
      await chooseTime(page, first);
      expect(await groundOf(page, first.mentor), '§12.51').not.toBe(
        await groundOf(page, 'Mock GD'),
      );
      await page.getByText('Your target school (optional)').first().click();
      await page.getByLabel('Your target school').fill('IIM Bangalore');
      await page.getByRole('button', { name: 'Book this time' }).click();
      await expect(sessionWith(page, first.mentor)).toContainText(`${first.day}, ${first.time}`);
      await expect(left(page)).toContainText('4 of 5 sessions left');
      const file = await calendarFromMailbox(page, member.email, /^Booked: mock interview/);
      expect(file).toMatchObject({ method: 'REQUEST', sequence: 0, start: first.startsAt });
      expect(file.attendees).toEqual([`MAILTO:${member.email}`]);
      expect(file.end).toBe(new Date(Date.parse(first.startsAt) + 45 * 60_000).toISOString());
      return file;
    });

  await test.step('moving the session moves the same calendar event', async () => {
    await page.goto(path);
    const { uid, organiser } = invited;
    expect(await addToCalendar(page, first.mentor)).toMatchObject({ uid, organiser });
    await changeSession(page, first.mentor, 'Change time');
    await chooseTime(page, moved);
    await page.getByRole('button', { name: 'Change to this time' }).click();
    await expect(sessionWith(page, moved.mentor)).toContainText(`${moved.day}, ${moved.time}`);
    await expect(sessionWith(page, first.mentor)).toHaveCount(0);
    await expect(left(page), 'moving does not use up a session').toContainText(
      '4 of 5 sessions left',
    );
    const file = await calendarFromMailbox(page, member.email, /^New time: mock interview/);
    expect(file).toMatchObject({ method: 'REQUEST', uid: invited.uid, start: moved.startsAt });
    expect(file.sequence).toBeGreaterThan(invited.sequence);
  });

  const friendPage = await newPhonePage(browser);
  await friendPage.setViewportSize(zoomedIn);
  await test.step('§15.24 §15.25 §15.26 §15.28 §15.76 §15.79 the second person signs up through the invitation, accepts and books', async () => {
    const friend = newPerson({
      firstname: 'Usha',
      email: `usha.${crypto.randomUUID()}@example.com`,
    });
    await page.goto(path);
    await left(page).getByRole('button', { name: 'Invite a second person' }).click();
    const address = left(page).getByLabel('The other person’s email');
    await address.fill(member.email);
    await left(page).getByRole('button', { name: 'Send the invitation' }).click();
    await expect(left(page).getByRole('alert')).toContainText('This is your own address.');
    await address.fill(friend.email);
    await left(page).getByRole('button', { name: 'Send the invitation' }).click();
    await expect(left(page)).toContainText(`We invited ${friend.email}`);

    const invitation = await newMail(friend.email, 'Meera has shared');
    await friendPage.goto(linkIn(invitation, '/signup'));
    await expect(friendPage.getByText('then accept your invitation')).toBeVisible();
    await fillSignUp(friendPage, friend);
    await friendPage.getByRole('button', { name: 'SIGN UP' }).click();
    await expect(friendPage, '§15.76').toHaveURL(path);
    await expect(friendPage.getByRole('button', { name: 'Accept the invitation' })).toBeVisible();
    expect(await axeFindings(friendPage), 'the terms were accepted with the sign-up').toEqual([]);
    await expectToFit(friendPage);
    await friendPage.setViewportSize(zoomedIn);
    const hand = thumb();
    await hand.press(friendPage.getByRole('button', { name: 'Accept the invitation' }));
    await expect(left(friendPage)).toContainText('Shared with you');
    await bookInterview(friendPage, hand, shared);
    expect(hand.presses(), 'presses after signing up').toBe(3);
    await expect(left(friendPage)).toContainText('3 of 5 sessions left');
  });

  await test.step('the mentor gives feedback through the emailed link', async () => {
    await startIn(moved.id, -1);
    const mentor = await newPhonePage(browser);
    await mentor.goto(linkIn(await newMail(moved.email, 'Your feedback, please'), '/feedback#'));
    await expect(mentor.getByRole('heading', { name: 'Meera' })).toBeVisible();
    await expect(mentor.getByRole('main')).toContainText('IIM Bangalore');
    await fillFeedback(mentor);
    await mentor.getByLabel('What to work on').fill(advice);
    await mentor.getByLabel('One exercise').fill(`${advice} Record three answers of a minute.`);
    await mentor.getByRole('button', { name: /^Send the/ }).click();
    await expect(mentor.locator(':focus').filter({ hasText: 'Thank you!' })).toBeVisible();
    await mentor.context().close();
  });

  await test.step('§15.37 the member reads the feedback, prints it and rates the session', async () => {
    await page.goto(linkIn(await newMail(member.email, 'Your feedback is ready'), path));
    const session = sessionWith(page, moved.mentor);
    const feedback = page.getByRole('dialog', { name: 'Feedback on your mock interview' });
    for (const text of [
      ...Object.entries(scores).map(([name, score]) => new RegExp(`${name}\\s*${score} of 5`)),
      'Good questions.',
      advice,
      'Record three answers of a minute.',
    ]) {
      await expect(feedback).toContainText(text);
    }
    expect(await axeFindings(page), 'the feedback').toEqual([]);
    // Without a printer only Chromium reports that it prints.
    const printed = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.print = resolve;
        }),
    );
    await feedback.getByRole('button', { name: 'Print' }).click();
    await printed;
    await expectSheets(page, 2, 'all of the feedback is printed, and nothing else (§12.52)');
    await feedback.getByRole('button', { name: 'Close' }).first().click();

    await session.getByText('Rate this session').click();
    await session.getByRole('button', { name: 'Send rating' }).click();
    // Forced colours replace those of the dark card with the exercise, which axe would still read.
    await page.emulateMedia({ forcedColors: null });
    expect(await axeFindings(page), 'the rating has no score').toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    await session.getByRole('radio', { name: '5' }).check();
    await session.getByLabel('Comment').fill('Honest');
    await session.getByRole('button', { name: 'Send rating' }).click();
    await expect(page.getByText('Thank you for your rating.')).toBeVisible();
    await page.reload();
    await expect(session).toContainText('You gave 5 of 5');
    await expect(session).toContainText('Your comment: Honest');
  });

  await test.step('the buyer and the second person each see their own sessions and the shared balance', async () => {
    await expect(left(page)).toContainText('3 of 5 sessions left');
    const seats = left(page).locator('[data-seat]');
    // No mentor is reported in this life.
    await seats.last().evaluate((seat) => seat.setAttribute('data-seat', 'reported'));
    const states = ['filled', 'booked', 'used', 'reported'];
    expectToDiffer(await looksOf(seats, 'data-seat'), states);
    await expect(sessionWith(page, shared.mentor)).toHaveCount(0);
    await friendPage.reload();
    await expect(sessionWith(friendPage, shared.mentor)).toBeVisible();
    await expect(left(friendPage)).toContainText('3 of 5 sessions left');
    await expect(sessionWith(friendPage, moved.mentor)).toHaveCount(0);
    await friendPage.context().close();
  });

  await test.step('§15.103 §15.106 the season’s timeline shows the state of each step and links to it', async () => {
    const season = page.getByRole('navigation', { name: 'Your season' });
    const open = async (step: string, state: string) => {
      await page.goto('/dashboard/main');
      const link = season.getByRole('link', { name: step });
      await expect(link).toContainText(state);
      await link.click();
    };
    await page.goto('/dashboard/main');
    await expect(season).toContainText('After you verify');
    await open('Practice', '1 done, 1 taken by Usha, 3 left');
    await expect(page).toHaveURL(path);
    await open('Exercise', 'To do');
    const exercise = page.getByRole('region', { name: 'Your exercise' });
    await expect(exercise.getByRole('heading', { level: 2 })).toBeFocused();
    await exercise.getByText('Add a note for your next mentor').click();
    await exercise.getByLabel('Your note').fill('Twice');
    await exercise.getByRole('button', { name: 'Save note' }).click();
    await expect(exercise).toContainText('Saved.');
    await page.goto('/dashboard/main');
    await expect(season).toContainText('To do');
    await open('Exercise', 'To do');
    await exercise.getByRole('checkbox', { name: 'Done' }).check();
    await expect(exercise).toContainText('Marked as done.');
    await page.goto('/dashboard/main');
    await expect(season).toContainText('Done');
    const steps = season.locator('[data-progress] a');
    expectToDiffer(await looksOf(steps, 'data-progress', '::before'), ['open', 'begun', 'done']);
    await open('Exercise', 'Done');
    await open('Loan', 'Join the group');
    await expect(page).toHaveURL('/dashboard/loan');
  });
});
