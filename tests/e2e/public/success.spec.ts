import type { Page } from 'playwright/test';
import { payment } from '../../../src/content/payment.ts';
import { account } from '../../../src/content/account.ts';
import { single, superValue } from '../../samples/packs.ts';
import { createMember, storeSession, type MemberOfSite } from '../support/members.ts';
import { addOrder, newPaymentId } from '../support/orders.ts';
import { watchShift } from '../support/page.ts';
import { addBooking, openSlot } from '../support/sessions.ts';
import { database } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const amount = superValue.paise;
const order = { pack: superValue.id, amount, status: 'paid' } as const;

type Bought = { member: MemberOfSite; reference: string };

/** A new member’s paid pack; resolves to the member and the payment’s reference. */
async function boughtPack(refunded = 0): Promise<Bought> {
  const member = await createMember();
  const reference = newPaymentId();
  await addOrder(member.id, order, reference);
  if (refunded > 0) {
    const change = { amount_refunded: refunded };
    await database.from('payments').update(change).eq('id', reference).throwOnError();
  }
  return { member, reference };
}

/** A member’s pack whose only session is booked. */
async function bookedPack(): Promise<Bought> {
  const member = await createMember();
  const reference = newPaymentId();
  const booked = await addOrder(
    member.id,
    { pack: single.id, amount: single.paise, status: 'paid' },
    reference,
  );
  await addBooking(member.id, booked, (await openSlot('interview', 72)).id);
  return { member, reference };
}

/** A pack bought without an account; resolves to the payment’s reference. */
async function visitorsPack(): Promise<string> {
  const reference = newPaymentId();
  await addOrder(null, order, reference);
  const payer = { email: 'payer@example.com' };
  await database.from('payments').update(payer).eq('id', reference).throwOnError();
  return reference;
}

const state = (page: Page) => page.locator('#payment-state');
const main = (page: Page) => page.getByRole('main');
const next = (page: Page, name: string) => main(page).locator('.next').getByText(name);

/** Loads the page over a slow connection; resolves to a function that expects that nothing has moved on the page. */
async function slowLine(page: Page): Promise<() => Promise<void>> {
  const shift = await watchShift(page);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50 * 1024,
    uploadThroughput: 50 * 1024,
  });
  return async () => {
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    expect(await shift()).toBeLessThan(0.01);
  };
}

/** Expects the tick and the taken seat of a confirmed payment, or neither. */
async function expectTick(page: Page, isThere: boolean): Promise<void> {
  for (const part of ['.tick', '.newcomer']) {
    await expect(main(page).locator(part)).toBeVisible({ visible: isThere });
  }
}

const warning = 'rgb(184, 55, 26)';
const calm = 'rgb(47, 107, 79)';
const expectTone = (page: Page, colour: string) =>
  expect(state(page)).toHaveCSS('border-left-color', colour);

// The visitors come first, because the member’s login stays.
const payers = [
  {
    isMember: false,
    bought: 'owned',
    said: 'Payment confirmed. Log in to see your sessions.',
    label: 'Log in',
    href: /^\/login\?next=%2Fsuccess%3Freference%3Dpay_\w+$/,
  },
  {
    isMember: false,
    bought: 'unowned',
    said: 'Payment confirmed. Select ‘Sign up and add your pack’ in our email, or sign up here with the same email address.',
    label: 'Sign up',
    href: '/signup?from=purchase',
  },
  {
    isMember: true,
    bought: 'owned',
    said: 'Payment confirmed. Book a session now.',
    label: 'Book a session',
    href: '/dashboard/sessions#book',
  },
  {
    isMember: true,
    bought: 'booked',
    said: 'Payment confirmed. Nothing left to book.',
    label: 'See your sessions',
    href: '/dashboard/sessions',
  },
] as const;

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: width === 360 ? 640 : 800 } });

    test('§4.13 §4.17 a buyer sees the next step first, and the layout does not shift', async ({
      context,
    }) => {
      const packs: Record<string, Partial<Bought>> = {
        owned: await boughtPack(),
        unowned: { reference: await visitorsPack() },
        booked: await bookedPack(),
      };
      for (const { isMember, bought, said, label, href } of payers) {
        const { member, reference } = packs[bought] ?? {};
        const page = await context.newPage();
        if (isMember && member) await storeSession(page, member.session);
        const expectStill = await slowLine(page);
        await page.goto(`/success?reference=${reference}`);
        await expect(state(page)).toContainText(said, { useInnerText: true });
        await expectTone(page, calm);
        await expectTick(page, true);
        const step = next(page, label);
        await expect(step).toHaveAttribute('href', href);
        await expect(main(page).locator('.next:visible')).toHaveCount(1);
        await expect(step, 'the next step is in the first view').toBeInViewport({ ratio: 1 });
        const bottom = await step.evaluate((link) => link.getBoundingClientRect().bottom);
        const receipt = page.getByRole('region', { name: 'AdmitCircle receipt' });
        const top = await receipt.evaluate((paper) => paper.getBoundingClientRect().top);
        expect(bottom).toBeLessThan(top);
        const box = await state(page).evaluate((place) => place.getBoundingClientRect().bottom);
        expect(bottom - box, 'the next step is directly below the payment’s state').toBeLessThan(
          100,
        );
        await expectStill();
        await page.close();
      }
    });

    test('§4.5 §4.6 §4.17 §17.25 /success does not celebrate a payment that is unknown or refunded, and the layout does not shift', async ({
      context,
    }) => {
      const { reference } = await boughtPack(amount);
      for (const [query, said] of [
        ['?reference=pay_InventedByMe42', 'We cannot find a payment with this reference.'],
        [
          `?reference=${reference}`,
          'This payment has been refunded in full, so its sessions can no longer be booked.',
        ],
      ] as const) {
        const page = await context.newPage();
        const expectStill = await slowLine(page);
        await page.goto(`/success${query}`);
        await expect(state(page)).toContainText(said, { useInnerText: true });
        await expectTone(page, warning);
        await expectTick(page, false);
        await expect(page.getByText('Payment Successful')).toBeHidden();
        await expect(main(page).locator('.next:visible')).toHaveCount(0);
        await expect(
          main(page).getByRole('link', { name: 'Dashboard', exact: true }),
        ).toBeVisible();
        await expect(page.locator('#payment-reference')).toBeVisible();
        await expect(page.getByRole('region', { name: 'AdmitCircle receipt' })).toBeVisible({
          visible: query.includes(reference),
        });
        await expectStill();
        await page.close();
      }
    });
  });
}

test('§4.6 a link without a reference shows a field for the reference, and the layout does not shift', async ({
  page,
}) => {
  const expectStill = await slowLine(page);
  await page.goto('/success');
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('Find your payment');
  await expectTick(page, false);
  await expect(state(page)).toBeHidden();
  await expectStill();
  await page.getByLabel('Payment reference').fill('pay_InventedByMe42');
  await page.getByRole('button', { name: 'Find payment' }).click();
  await expect(page).toHaveURL('/success?reference=pay_InventedByMe42');
  await expect(state(page)).toContainText('We cannot find a payment with this reference.');
  await expect(page.getByRole('textbox', { name: 'Payment reference' })).toHaveValue(
    'pay_InventedByMe42',
  );
});

test('§17.25 for a partly refunded payment, the page shows a calm notice and does not offer to book the first session', async ({
  page,
}) => {
  const { member, reference } = await boughtPack(amount / 5);
  await storeSession(page, member.session);
  await page.goto(`/success?reference=${reference}`);
  await expect(state(page)).toContainText('Part of this payment has been refunded.');
  await expectTone(page, calm);
  await expectTick(page, false);
  await expect(main(page).locator('.next:visible')).toHaveCount(0);
});

test('§4.15 a buyer is told which email address to sign up with, and the layout does not shift', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const expectStill = await slowLine(page);
  await page.goto('/signup?from=purchase');
  await expect(page.getByText(account.signUp.fromPurchase)).toBeVisible();
  await expect(page.getByRole('button', { name: 'SIGN UP' })).toBeEnabled();
  await expectStill();
  await page.goto('/signup');
  await expect(page.getByText(account.signUp.fromPurchase)).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('R7 /success says that it cannot check the payment, and does not celebrate', async ({
    page,
  }) => {
    await page.goto('/success?reference=pay_InventedByMe42');
    await expect(state(page)).toHaveText(payment.success.withoutScript, { useInnerText: true });
    await expectTick(page, false);
    await expect(page.locator('#payment-reference')).toBeHidden();
    await expect(main(page).getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  });
});
