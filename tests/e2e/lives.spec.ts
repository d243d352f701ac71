/** Four lives on a phone: how many presses each takes from its first page to what the person came for (§15.79). */
import type { Locator, Page } from 'playwright/test';
import { formatRupees } from '../../src/domain/words/money.ts';
import { single } from '../samples/packs.ts';
import { newPhone } from '../samples/people.ts';
import { buyNow, referenceOf } from './security/support/shop.ts';
import { failedRequest } from './support/faults.ts';
import { fillRequest, startsIn } from './support/loans.ts';
import { linkIn, newMail } from './support/mail.ts';
import { becomeMember, createMember } from './support/members.ts';
import { axeFindings, expectToFit } from './support/page.ts';
import { verifyLink } from './support/proofs.ts';
import { holdSession, paidPack } from './support/refunds.ts';
import {
  addBooking,
  addPack,
  openSlot,
  samples,
  sessionWith,
  startIn,
  type TestSlot,
} from './support/sessions.ts';
import { checkoutFrame, expect, fillSignUp, newPerson, payByUpi, test } from './support/test.ts';

test.use({
  viewport: { width: 360, height: 740 },
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [failedRequest('/api/freeInterview')],
});

/** A thumb that counts what it presses. */
function thumb() {
  let presses = 0;
  return {
    press: async (control: Locator) => {
      presses += 1;
      await control.click();
    },
    presses: () => presses,
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name });
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

/** Books the only interview on a day, from the page that says 'Book a session'. */
async function bookInterview(page: Page, { press }: ReturnType<typeof thumb>, slot: TestSlot) {
  // The nearest day may be another test's.
  const day = page.getByRole('radio', { name: new RegExp(`^${slot.day}, \\d+ time`) });
  if (!(await day.isChecked())) await day.check();
  await press(page.getByRole('radio', { name: new RegExp(slot.mentor) }));
  await press(button(page, 'Book this time'));
  await expect(sessionWith(page, slot.mentor)).toBeVisible();
}

test('§15.70 §15.79 a member joins a session, reads feedback and books the next session', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const [soon, next] = [await openSlot('interview', 72), await openSlot('interview', 90)];
  const order = await addPack(member.id);
  await addBooking(member.id, order, soon.id);
  await startIn(soon.id, 0.08);
  for (const path of ['/dashboard/sessions', '/dashboard/main']) {
    await page.goto(path);
    await expect(button(page, 'Join'), `${path} without scrolling`).toBeInViewport({ ratio: 1 });
  }
  const joining = thumb();
  await page.route('https://meet.example.com/**', (route) =>
    route.fulfill({ body: 'The meeting' }),
  );
  // The answer, not the request: the session is moved to the day before next.
  const meeting = page.waitForResponse(/\/rpc\/join_session/);
  await joining.press(button(page, 'Join'));
  expect((await meeting).ok(), 'the meeting is told').toBe(true);
  await page.waitForURL('https://meet.example.com/**');
  expect(joining.presses(), 'to join').toBe(1);

  await startIn(soon.id, -30);
  const held = await holdSession(member, order);
  await samples.giveFeedback({ id: held.booking, slot: held.id });
  await page.goto('/dashboard/main');
  const reading = thumb();
  await reading.press(link(page, 'Read your feedback'));
  await expect(page.getByRole('dialog', { name: 'Feedback on your mock interview' })).toBeVisible();
  expect(reading.presses(), 'to read feedback').toBe(1);

  const booking = thumb();
  await booking.press(page.getByRole('dialog').getByRole('link', { name: 'Book the next one' }));
  await bookInterview(page, booking, next);
  expect(booking.presses(), 'to book').toBe(3);
});

test('§19.15 §15.75 §15.79 a stranger who paid gets the receipt by mail, signs up by its link, adds the pack and books', async ({
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
    'Sign up with this address to keep it',
  ]) {
    expect(mail.text).toContain(text);
  }
  await page.goto(linkIn(mail, '/signup'));
  await fillSignUp(page, newPerson({ email }));
  await button(page, 'SIGN UP').click();

  const found = page.getByRole('region', { name: 'We found your payment' });
  await expect(found).toContainText(reference);
  await expect(page.getByText('No packs yet')).toBeHidden();
  expect(await axeFindings(page), 'found').toEqual([]);
  const { press, presses } = thumb();
  await press(found.getByRole('button', { name: 'Add to my packs' }));
  await expect(found).toHaveCount(0);
  const packs = page.getByRole('region', { name: 'Your packs' });
  await press(packs.getByRole('link', { name: 'Book a session' }));
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused();
  await bookInterview(page, { press, presses }, slot);
  expect(presses(), 'after signing up').toBe(4);

  await page.goto('/dashboard/settings#addresses');
  await expect(
    page.getByRole('region', { name: 'Verify your e-mail' }),
    'it is the address of the account',
  ).toContainText(`${email} verified`);
});

test('§15.76 §15.79 a second person signs up by the invitation, accepts it and books', async ({
  page,
}) => {
  const slot = await openSlot('interview', 78);
  const buyer = await createMember({ firstname: 'Ravi' });
  const friend = newPerson();
  await samples.nameSecond(buyer.id, { order: await paidPack(buyer) }, friend.email);
  await page.goto(linkIn(await newMail(friend.email, 'Ravi shares a pack'), '/signup'));
  await expect(page.getByText('then accept the invitation to the shared pack')).toBeVisible();
  await fillSignUp(page, friend);
  await button(page, 'SIGN UP').click();

  const { press, presses } = thumb();
  await press(page.getByRole('checkbox', { name: /accept the Terms and Condition/ }));
  await press(button(page, 'Accept the invitation'));
  await expect(page.getByRole('region', { name: 'Sessions left' })).toContainText(
    'Shared with you',
  );
  await bookInterview(page, { press, presses }, slot);
  expect(presses(), 'after signing up').toBe(4);
  await page.goto('/dashboard/main');
  await expect(page.getByRole('region', { name: 'Your packs' })).toContainText('Shared with you');
  await expect(page.getByText('No packs yet')).toHaveCount(0);
});

test('§15.72 §15.79 a new member gets the free interview, and joins the loan group', async ({
  page,
}) => {
  const person = newPerson({ phonenumber: newPhone() });
  const signingUp = thumb();
  await page.goto('/');
  await signingUp.press(link(page, "Join Us-it's free").first());
  await signingUp.press(link(page, 'Sign up').first());
  await fillSignUp(page, person);
  await signingUp.press(button(page, 'SIGN UP'));
  await expect(page.getByText(`Welcome, ${person.firstname}.`)).toBeVisible();
  expect(signingUp.presses(), 'from the home page, beside the tick').toBe(3);
  const beginnings = page.locator('.beginnings').getByRole('button');
  await expect(beginnings.or(page.locator('.beginnings').getByRole('link'))).toHaveCount(2);
  await expectToFit(page);

  await page.setViewportSize({ width: 360, height: 740 });
  const asking = thumb();
  await asking.press(button(page, 'Get your free mock interview').first());
  await expect(page.getByText('One step left')).toBeVisible();
  await page.goto(await verifyLink(person.email));
  await expect(link(page, 'Book your free interview').first()).toBeVisible();
  expect(asking.presses(), 'to the free interview, beside the button of the mail').toBe(1);

  const joining = thumb();
  await joining.press(link(page, 'Apply for loan'));
  await joining.press(button(page, 'Start your request'));
  await fillRequest(page, startsIn(9));
  await joining.press(page.getByRole('checkbox'));
  await joining.press(button(page, 'Join the group'));
  await expect(page.getByRole('region', { name: 'Your request' })).toContainText('In the group');
  expect(joining.presses(), 'to the loan group').toBe(4);
});
