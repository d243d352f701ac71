/** A visitor on a phone chooses a time before paying, and books it with one press afterwards (docs/product 4). */
import { memberPages } from '../../src/domain/member-pages.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { buyNow } from './security/support/shop.ts';
import { failedRequest } from './support/faults.ts';
import { createMember, storeSession } from './support/members.ts';
import { axeFindings, expectToFit, smallControls, watchShift } from './support/page.ts';
import { openSlot, samples, sessionWith, thumb } from './support/sessions.ts';
import { expect, payByUpi, phone, test } from './support/test.ts';

test.use({
  ...phone,
  isOldest: true,
  isTranslated: true,
  expectedConsole: [failedRequest('/rest/v1/rpc/book_slot')],
});

/** A time with a mentor who is shown to visitors. */
async function publicSlot(inHours: number) {
  const slot = await openSlot('interview', inHours);
  const mentor = await samples.one<number>('select mentor_id from private.slots where id = $1', [
    slot.id,
  ]);
  await samples.operate('show_mentor', mentor, 2020, 'Analyst', 'Why an MBA', 'English');
  return slot;
}

test('§4.25 §4.27 §4.28 a time chosen on /mentors survives a closed tab, the login and the payment', async ({
  page,
  context,
}) => {
  const slot = await publicSlot(31);
  const { press, presses } = thumb();
  const firstShift = await watchShift(page);
  await page.goto('/mentors');
  const card = page.getByRole('listitem').filter({ hasText: slot.mentor });
  await expectToFit(page);
  expect(await smallControls(page)).toEqual([]);
  await page.setViewportSize(phone.viewport);
  await press(card.getByRole('link', { name: slot.time }));
  await page.waitForURL(/\/buy\?mentor=\d+#times/);
  const chosen = page.getByText(`${slot.day}, ${slot.time}, with ${slot.mentor}`);
  await expect(chosen).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the time' })).toBeVisible();
  expect(await firstShift(), 'the packs stay in place').toBeLessThan(0.01);
  expect(await axeFindings(page)).toEqual([]);
  const choice = page.getByRole('region', { name: 'Choose a time' });
  await press(choice.getByRole('link', { name: 'Get my free interview' }));
  const own = page.locator('header p').filter({ hasText: 'Your time:' });
  await expect(own).toContainText(`${slot.time}, with ${slot.mentor}`);
  await expect(page.getByText(/^Next: get your free/)).toBeHidden();

  const again = await context.newPage();
  const shift = await watchShift(again);
  await page.close();
  await storeSession(again, (await createMember()).session);
  await again.goto('/buy#packs');
  await expect(again.getByText(`${slot.day}, ${slot.time}, with ${slot.mentor}`)).toBeVisible();
  const mentors = again.locator('.mentor-row ul');
  await mentors.scrollIntoViewIfNeeded();
  const hidden = (list: Element) => list.scrollHeight - list.clientHeight;
  expect(await mentors.evaluate(hidden), 'no card is taller than its row').toBe(0);
  await press(buyNow(again));
  await payByUpi(again, 'success@razorpay');
  const book = again.getByRole('button', { name: 'Book this time' });
  await expect(book).toBeVisible();
  const named = `${slot.day}, ${slot.time}, with ${slot.mentor}`;
  await expect(again.getByText(named).locator('visible=true')).toBeVisible();
  expect(await axeFindings(again)).toEqual([]);
  await press(book);
  await expect(again.locator(':focus')).toContainText(`Booked: ${slot.day}, ${slot.time}`);
  expect(
    presses(),
    'presses for the time, the sign-up, the pack and the booking, besides the payment',
  ).toBe(4);
  expect(await shift()).toBeLessThan(0.01);
  await again.goto(memberPages.sessions);
  await expect(sessionWith(again, slot.mentor)).toBeVisible();
});

test('§4.27 the packs stay in place when a mentor’s first times arrive above them, and the part fits the time that is pressed', async ({
  page,
}) => {
  // The buttons of group discussions are wider, so fewer are shown.
  const timesOf = (kind: string) =>
    Array.from({ length: 8 }, (_, place) => ({
      ...{ id: crypto.randomUUID(), kind, mentor_id: 1, seats: 8, taken: 0 },
      ...{ mentor: 'Venkataraghavan', institute: 'IIM Ahmedabad' },
      starts_at: new Date(Date.UTC(2030, 10, 20 + place, 7)).toISOString(),
    }));
  const times = { gd: timesOf('gd'), interview: timesOf('interview') };
  let kind: keyof typeof times = 'gd';
  let release: () => void = () => undefined;
  let held = Promise.resolve();
  await page.route('**/rpc/open_slots?*', async (route) => {
    await held;
    await route.fulfill({ json: route.request().url().endsWith(kind) ? times[kind] : [] });
  });
  const packs = () =>
    page.locator('#times').evaluate((part) => part.getBoundingClientRect().bottom + scrollY);
  /** How much lower the part above the packs would be without the room that is kept free. */
  const emptyRoom = () =>
    page.locator('#times').evaluate((part) => {
      const { height } = part.getBoundingClientRect();
      const { times = '' } = document.documentElement.dataset;
      delete document.documentElement.dataset['times'];
      const filled = part.getBoundingClientRect().height;
      if (times) document.documentElement.dataset['times'] = times;
      return height - filled;
    });
  const shift = await watchShift(page);
  const { session } = await createMember();
  // At 320 px, four group discussions leave the interviews' third row empty.
  const room = (width: number) => (width === 320 ? 90 : 30);
  for (const isMember of [false, true]) {
    if (isMember) await storeSession(page, session);
    for (const width of [320, 360, 412, 768, 1366]) {
      for (kind of ['gd', 'interview'] as const) {
        await page.setViewportSize({ width, height: 800 });
        held = new Promise((resolve) => {
          release = resolve;
        });
        // Otherwise only the fragment is visited again.
        await page.goto('about:blank');
        await page.goto('/buy?mentor=1#times');
        await expect(page.getByText('Loading the times')).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        const before = await packs();
        release();
        const group = page.getByRole('group', { name: /^Open times with/ });
        await expect(group.locator('.mentor-time')).toHaveCount(kind === 'gd' ? 4 : 6);
        const state = `${kind}, ${width} px`;
        expect(await packs(), state).toBeCloseTo(before, 0);
        const filled = await group.evaluate(
          (list) => list.getBoundingClientRect().bottom + scrollY,
        );
        expect(before - filled, `${state}: no row is left empty`).toBeLessThan(room(width));
        await group.getByRole('button').first().click();
        await expect(page.getByRole('button', { name: 'Change the time' })).toBeVisible();
        expect(await emptyRoom(), `${state}, once it is chosen`).toBeLessThan(1);
        if (width === 360 || width === 1366) {
          await page.goto('about:blank');
          await page.goto('/buy#times');
          await expect(page.getByRole('button', { name: 'Change the time' })).toBeVisible();
          const own = page.locator('#times').getByText(/^(Take it|Buy a pack below)/);
          if (isMember) await expect(own).toBeVisible();
          await page.evaluate(() => document.fonts.ready);
          // Our fonts change the header’s width a little.
          expect(await shift(), `${state}, nothing moves`).toBeLessThan(0.002);
          expect(await emptyRoom(), `${state}, after a reload`).toBeLessThan(60);
        }
        await page.evaluate((key) => localStorage.removeItem(key), storageKeys.chosenTime);
      }
    }
  }
});
