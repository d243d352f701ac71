import { database } from './support/stack.ts';
import {
  checkoutFrame,
  expect,
  logIn,
  logOut,
  newPerson,
  packCard,
  payByUpi,
  signUp,
  test,
} from './support/test.ts';
import { formatDay } from '../../src/domain/words/dates.ts';
import { formatRupees } from '../../src/domain/words/money.ts';
import { packContents } from '../../src/domain/packs/packs.ts';
import { orderNumber } from '../../src/domain/payments/receipt.ts';
import { parseSite } from '../../src/prerender/environment.ts';
import { single, superValue } from '../samples/packs.ts';
import { dashboardRow, referenceOf } from './security/support/shop.ts';
import { axeFindings, expectSheets, zoomedIn } from './support/page.ts';

// Translates there, because these tests also run on phones, in Firefox and in WebKit.
test.use({
  isTranslated: ({ isMobile, browserName }, use) => use(isMobile || browserName !== 'chromium'),
});

const seller = parseSite({});

async function orderOf(paymentId: string) {
  const { data } = await database
    .from('payments')
    .select('status, orders!payments_order_id_fkey(*)')
    .eq('id', paymentId)
    .single()
    .throwOnError();
  const { data: events } = await database
    .from('payment_events')
    .select('id, type, outcome')
    .eq('order_id', data.orders.id)
    .throwOnError();
  return { ...data.orders, events };
}

test('a visitor signs up, logs out, logs in, buys a pack and sees it on the dashboard @phone', async ({
  page,
}) => {
  const person = await signUp(page, newPerson());
  await expect(page.getByText('Account has been created successfully!')).toBeVisible();
  await expect(page.locator('.your-seat g > :last-child')).toHaveCSS('animation-name', 'take-seat');

  const { data: profile } = await database
    .from('profiles')
    .select('referralcode, firstname, phonenumber')
    .eq('email', person.email)
    .single()
    .throwOnError();
  expect(profile).toEqual({
    referralcode: '0000',
    firstname: person.firstname,
    phonenumber: person.phonenumber,
  });

  await logOut(page);
  expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBe('false');
  await logIn(page, person);

  await packCard(page, 'Super Value Pack').getByRole('button', { name: 'Buy Now' }).click();
  await payByUpi(page, 'success@razorpay');
  const id = await referenceOf(page);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(page.getByText('Thank you for your purchase!')).toBeVisible();
  await expect(page.getByText('Payment confirmed.')).toBeVisible();
  await expect(page.locator('#payment-reference')).toContainText(id);

  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  const row = dashboardRow(page, id);
  for (const text of ['Super Value Pack', formatRupees(superValue.price), '5 sessions', 'Paid']) {
    await expect(row).toContainText(text);
  }
  await row.getByRole('button', { name: 'Receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'AdmitCircle receipt' });
  for (const text of ['UPI', /AC-[0-9A-F]{8}/, seller.legalName, seller.address]) {
    await expect(receipt).toContainText(text);
  }
  await expect(receipt).toContainText(`${seller.supportEmail}, ${seller.phone}`);

  await expect
    .poll(async () => (await orderOf(id)).events.map(({ type }) => type), {
      message: 'the webhook is delivered as well as the callback',
      timeout: 15_000,
    })
    .toEqual(expect.arrayContaining(['order.paid']));
  const order = await orderOf(id);
  expect(order.status).toBe('paid');
  expect(order.amount).toBe(superValue.paise);
  const paying = order.events.filter(
    ({ type, outcome }) => type !== 'payment.authorized' && outcome === 'applied',
  );
  expect(paying, 'one event pays the order, and the others change nothing').toHaveLength(1);
});

test('§4.13 a visitor without an account buys a pack at 400 % zoom, and the receipt does not name anyone', async ({
  page,
}) => {
  await page.setViewportSize(zoomedIn);
  await page.goto('/buy');
  await packCard(page, 'Single Pack').getByRole('button', { name: 'Buy Now' }).click();
  await expect(checkoutFrame(page).getByLabel('Email'), '§8.23').toBeVisible();
  await payByUpi(page, 'success@razorpay');
  const id = await referenceOf(page);
  await expect(page.getByText('Payment confirmed.')).toBeVisible();
  const order = await orderOf(id);
  expect(order).toMatchObject({ status: 'paid', amount: single.paise, user_id: null });

  const receipt = page.getByRole('region', { name: 'AdmitCircle receipt' });
  for (const text of [
    `Single Pack: ${packContents(single)}`,
    formatRupees(single.price),
    formatDay(order.created_at),
    id,
    orderNumber(order.receipt),
    seller.legalName,
  ]) {
    await expect(receipt).toContainText(text);
  }
  await expect(receipt).not.toContainText('9876543210');
  await expect(receipt.getByText('Refunded')).toHaveCount(0);
  // This payment has no email address, so signing up is not enough.
  const keep = page.getByRole('main').getByRole('link', { name: 'Sign up' });
  await expect(keep).toHaveCount(1);
  await expect(keep).toHaveAttribute('href', '/signup');
  await expect(page.getByRole('link', { name: 'write to us' })).toHaveAttribute(
    'href',
    new RegExp(`/contact\\?reference=${id}#write-to-us$`),
  );
  const ofEmail = page.getByText(/the email address you paid with|your receipt\./);
  await expect(ofEmail.filter({ visible: true })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  const newcomer = page.locator('.newcomer');
  await expect(newcomer).toHaveCSS('animation-name', 'sit-down');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(newcomer).toHaveCSS('animation-name', 'none');
  await expect(newcomer).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  await expect(keep).toBeHidden();
  await expectSheets(page, 1, 'the receipt is one sheet');
});
