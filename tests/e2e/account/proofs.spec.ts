import type { Page } from 'playwright/test';
import { failedRequest } from '../support/faults.ts';
import { toPaise } from '../../../src/domain/words/money.ts';
import { single } from '../../samples/packs.ts';
import { becomeMember, createMember, storeSession } from '../support/members.ts';
import { addOrder, newPaymentId } from '../support/orders.ts';
import { axeFindings, expectToFit } from '../support/page.ts';
import { proofLink, proveByLink } from '../support/proofs.ts';
import { addPack } from '../support/sessions.ts';
import { database, stack, here } from '../support/stack.ts';
import { expect, submitLogin, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/rest/v1/rpc/')] });

const yourPacks = (page: Page) => page.getByRole('region', { name: 'Your packs' });
const opened = (page: Page) => page.getByRole('region', { name: 'Prove your address' });

/** Pays the single pack with an address and without an account. */
async function buyAsVisitor(email: string): Promise<void> {
  const payment = newPaymentId();
  const order = { pack: single.id, amount: toPaise(single.price), status: 'paid' } as const;
  await addOrder(null, order, payment);
  await database.from('payments').update({ email }).eq('id', payment).throwOnError();
}

test('§8.21 §15.33 a purchase without an account is offered once the address is proven', async ({
  page,
}) => {
  const member = await createMember();
  await buyAsVisitor(member.email);
  await storeSession(page, member.session);
  await page.goto('/dashboard/main');
  await expect(yourPacks(page)).toContainText('Did you buy a pack without an account?');
  await expect(yourPacks(page).getByRole('button', { name: 'Add to my packs' })).toHaveCount(0);
  await yourPacks(page).getByRole('button', { name: 'Send me the link' }).click();
  await expect(
    yourPacks(page)
      .getByRole('status')
      .filter({ hasText: `The link is on its way to ${member.email}.` }),
  ).toBeVisible();
  await expect(
    yourPacks(page).getByRole('button', { name: /^Send again in \d+ s$/ }),
  ).toBeDisabled();
  expect(await axeFindings(page), 'sent').toEqual([]);

  await proveByLink(page, member.email);
  await expect(opened(page).getByRole('heading')).toBeFocused();
  expect(await axeFindings(page), 'proven').toEqual([]);
  await expect(page.getByRole('region', { name: 'Addresses you have proven' })).toContainText(
    `${member.email} proven`,
  );
  await opened(page).getByRole('link', { name: 'Your dashboard' }).click();
  await yourPacks(page).getByRole('button', { name: 'Add to my packs' }).click();
  await expect(yourPacks(page).getByRole('heading', { name: 'Single Pack' })).toBeVisible();
  await expect(yourPacks(page)).not.toContainText('Did you buy a pack without an account?');
});

test('§15.62 a member with a pack unfolds the question about another pack, and proves another address', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await addPack(member.id);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/dashboard/main');
  const question = yourPacks(page).getByText('Bought a pack without an account?');
  const ask = yourPacks(page).getByRole('button', { name: 'Send me the link' });
  await expect(question).toBeVisible();
  await expect(ask).toBeHidden();
  await question.click();
  await expect(yourPacks(page)).toContainText(`Prove that ${member.email} is yours`);
  const address = yourPacks(page).getByText(member.email, { exact: true });
  const linesOfDomain = await address.evaluate((shown) => {
    const range = document.createRange();
    if (shown.lastChild) range.selectNode(shown.lastChild);
    return range.getClientRects().length;
  });
  expect(linesOfDomain, 'a long address breaks before the @').toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await expectToFit(page);
  await ask.click();
  await expect(yourPacks(page)).toContainText(`The link is on its way to ${member.email}.`);

  const other = `second.${crypto.randomUUID()}@example.com`;
  await page.goto('/dashboard/settings#addresses');
  const addresses = page.getByRole('region', { name: 'Addresses you have proven' });
  await addresses.getByText('Prove another address').click();
  await addresses.getByLabel('Another address of yours').fill(` ${other.toUpperCase()} `);
  await addresses.getByRole('button', { name: 'Send a link there' }).click();
  await expect(addresses).toContainText(`The link is on its way to ${other}.`);
  expect(await axeFindings(page), 'another address').toEqual([]);
  await expectToFit(page);
  await proveByLink(page, other);
  await expect(addresses).toContainText(`${other} proven`);
});

test('§15.60 §15.61 a link waits for the login, and its token is in no address', async ({
  page,
  browser,
}) => {
  const member = await createMember();
  await here.call(member.id, 'ask_address_proof', {});
  const link = await proofLink(member.email);
  expect(new URL(link).search).toBe('');

  const scanner = await browser.newContext({ baseURL: stack.site });
  const scanned = await scanner.newPage();
  await scanned.goto(link);
  await expect(scanned.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await scanner.close();

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(link);
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fsettings');
  await submitLogin(page, member);
  await expect(page).toHaveURL('/dashboard/settings');
  expect(await axeFindings(page), 'asking').toEqual([]);
  await page.getByRole('button', { name: 'Prove this address' }).click();
  await expect(opened(page)).toContainText(`${member.email} is proven to be yours.`);
  const token = new URL(link).hash.slice('#address_token='.length);
  expect(asked.filter((url) => new URL(url).search.includes(token))).toEqual([]);
  await page.reload();
  const addresses = page.getByRole('region', { name: 'Addresses you have proven' });
  await addresses.getByRole('heading').first().click();
  await expect(addresses).toContainText(`${member.email} proven`);
  await expect(opened(page), 'it is forgotten').toHaveCount(0);

  await test.step('§15.61 the link that was used is refused', async () => {
    await page.goto('/dashboard/main');
    await page.goto(link);
    await page.getByRole('button', { name: 'Prove this address' }).click();
    await expect(opened(page)).toContainText('This link has expired or was used before.');
    await expect(opened(page).getByRole('heading')).toBeFocused();
    expect(await axeFindings(page), 'refused').toEqual([]);
  });
});
