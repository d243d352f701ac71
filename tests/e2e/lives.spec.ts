/** Journeys on a phone, and how many presses each needs from its first page to its goal (§15.79). */
import type { Page } from 'playwright/test';
import { formatRupees } from '../../src/domain/words/money.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { single } from '../samples/packs.ts';
import { newPhone } from '../samples/people.ts';
import { buyNow, referenceOf } from './security/support/shop.ts';
import { failedRequest } from './support/faults.ts';
import { fillRequest, startsIn } from './support/loans.ts';
import { linkIn, newMail } from './support/mail.ts';
import { becomeMember } from './support/members.ts';
import { axeFindings, expectToFit } from './support/page.ts';
import { verifyByLink } from './support/addresses.ts';
import { holdSession } from './support/refunds.ts';
import {
  addBooking,
  addPack,
  bookInterview,
  openSlot,
  samples,
  startIn,
  thumb,
} from './support/sessions.ts';
import {
  checkoutFrame,
  expect,
  fillSignUp,
  newPerson,
  payByUpi,
  phone,
  test,
} from './support/test.ts';

test.use({
  isOldest: true,
  isTranslated: true,
  ...phone,
  expectedConsole: [failedRequest('/api/freeInterview')],
});

const button = (page: Page, name: string) => page.getByRole('button', { name });
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

test('§15.70 §15.79 a member joins a session, reads the feedback and books the next session', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const [soon, next] = [await openSlot('interview', 72), await openSlot('interview', 90)];
  const order = await addPack(member.id);
  await addBooking(member.id, order, soon.id);
  await startIn(soon.id, 0.08);
  for (const path of ['/dashboard/sessions', memberPages.main]) {
    await page.goto(path);
    await expect(button(page, 'Join'), `${path} without scrolling`).toBeInViewport({ ratio: 1 });
  }
  const joining = thumb();
  await page.route('https://meet.example.com/**', (route) =>
    route.fulfill({ body: 'The meeting' }),
  );
  // Waits for the answer instead of the request, because the next step moves the session to yesterday.
  const meeting = page.waitForResponse(/\/rpc\/join_session/);
  await joining.press(button(page, 'Join'));
  expect((await meeting).ok(), 'the site records that the member joined').toBe(true);
  await page.waitForURL('https://meet.example.com/**');
  expect(joining.presses(), 'presses to join').toBe(1);

  await startIn(soon.id, -30);
  const held = await holdSession(member, order);
  await samples.giveFeedback({ id: held.booking, slot: held.id });
  await page.goto(memberPages.main);
  const reading = thumb();
  await reading.press(link(page, 'Read your feedback'));
  await expect(page.getByRole('dialog', { name: 'Feedback on your mock interview' })).toBeVisible();
  expect(reading.presses(), 'presses to read feedback').toBe(1);

  const booking = thumb();
  // A page that is still scrolling to the times moves the control under the press.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await booking.press(
    page.getByRole('dialog').getByRole('link', { name: 'Book your next session' }),
  );
  await bookInterview(page, booking, next);
  expect(booking.presses(), 'presses to book').toBe(3);
});

test('§19.15 §15.75 §15.79 a visitor who paid gets the receipt by email, signs up with its link, adds the pack and books a session', async ({
  page,
}) => {
  const slot = await openSlot('interview', 76);
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto('/buy');
  await buyNow(page).click();
  await checkoutFrame(page)
    .getByLabel(/^Email/)
    .fill(email);
  await payByUpi(page, 'success@razorpay');
  const reference = await referenceOf(page);
  const mail = await newMail(email, 'Your receipt');
  for (const text of [
    reference,
    formatRupees(single.price),
    'Sign up with this email to keep your pack',
  ]) {
    expect(mail.text).toContain(text);
  }
  await page.goto(linkIn(mail, '/signup'));
  await fillSignUp(page, newPerson({ email }));
  await button(page, 'SIGN UP').click();

  await expect(
    page.getByRole('status').filter({ hasText: 'Pack added. You can book now.' }),
  ).toBeAttached();
  await expect(page.getByText(/^Welcome/)).toBeHidden();
  const { press, presses } = thumb();
  await press(page.getByRole('link', { name: 'Book a session' }));
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused();
  await bookInterview(page, { press, presses }, slot);
  expect(presses(), 'presses after signing up').toBe(3);

  await page.goto('/dashboard/settings#addresses');
  await expect(
    page.getByRole('region', { name: 'Verified emails' }),
    'the account’s own address is verified',
  ).toContainText(`${email} verified`);
});

test('§15.31 §15.32 §15.72 §15.78 §15.79 a new member gets and books the free interview, and joins the loan group', async ({
  page,
}) => {
  const slot = await openSlot('interview', 82);
  const person = newPerson({ phonenumber: newPhone() });
  const signingUp = thumb();
  await page.goto('/');
  await signingUp.press(link(page, "Join Us-it's free").first());
  await signingUp.press(link(page, 'Sign up').first());
  await fillSignUp(page, person);
  await signingUp.press(button(page, 'SIGN UP'));
  await expect(page.getByText(`Welcome, ${person.firstname}.`)).toBeVisible();
  expect(signingUp.presses(), 'presses from the home page, besides ticking the terms').toBe(3);
  await expect(page.locator('[data-first-visit] h2')).toHaveText([
    'One step left: verify your email',
    'MBA Loan',
  ]);
  await expectToFit(page);

  await page.setViewportSize(phone.viewport);
  const asking = thumb();
  const free = page.getByRole('region', { name: 'One step left: verify your email' });
  await expect(free).toContainText(`We sent a link to ${person.email}`);
  expect(await axeFindings(page), 'offered').toEqual([]);
  await asking.press(button(page, 'Send the link again').first());
  await expect(free).toContainText('The link is on its way');
  expect(await axeFindings(page), 'the email address is not verified').toEqual([]);
  await expectToFit(page);

  // The narrowest screen, because the toast has the most lines there.
  await page.setViewportSize({ ...phone.viewport, width: 320 });
  await verifyByLink(page, person.email);
  await expect(page).toHaveURL(`${memberPages.sessions}#book-free`);
  const picker = page.getByRole('heading', { name: 'Book a session' });
  await expect(picker).toBeFocused();
  const toastEnd = await page
    .locator('#toasts li')
    .evaluate((toast) => toast.getBoundingClientRect().bottom);
  expect((await picker.boundingBox())?.y, 'below the toast').toBeGreaterThan(toastEnd);
  await page.setViewportSize(phone.viewport);
  expect(asking.presses(), 'presses to the free interview, besides the link in the email').toBe(1);
  expect(await axeFindings(page), 'granted').toEqual([]);
  await expect(page.getByRole('region', { name: 'Sessions left' })).toContainText(
    /Free mock interview.*book it by/s,
  );
  await expect(
    page.getByRole('radio', { name: 'Mock GD' }),
    'the free interview cannot book a GD',
  ).toHaveCount(0);
  await bookInterview(page, asking, slot);
  await page.goto(memberPages.main);
  await expect(page.getByRole('navigation', { name: 'Your season' })).toContainText('Booked');

  const joining = thumb();
  await joining.press(link(page, 'Apply for loan'));
  await joining.press(button(page, 'Start your request'));
  await fillRequest(page, startsIn(9));
  await joining.press(page.getByRole('checkbox'));
  await joining.press(button(page, 'Join the group'));
  await expect(page.getByRole('region', { name: 'Your request' })).toContainText('In the group');
  expect(joining.presses(), 'presses to join the loan group').toBe(4);
});
