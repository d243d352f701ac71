import type { Page } from 'playwright/test';
import { memberHome } from '../../../src/domain/account/next-path.ts';
import { failedRequest } from '../support/faults.ts';
import { becomeMember, createMember } from '../support/members.ts';
import { axeFindings, expectToFit } from '../support/page.ts';
import { verifyByLink, verifyLink } from '../support/proofs.ts';
import { addPack } from '../support/sessions.ts';
import { stack } from '../support/stack.ts';
import { expect, submitLogin, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/rest/v1/rpc/')] });

const yourPacks = (page: Page) => page.getByRole('region', { name: 'Your packs' });

test('§15.62 a member with a pack unfolds the question about another pack, and verifies another address', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await addPack(member.id);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/dashboard/main');
  const question = yourPacks(page).getByText('Bought a pack without an account?');
  const ask = yourPacks(page).getByRole('button', { name: 'Verify your e-mail' });
  await expect(question).toBeVisible();
  await expect(ask).toBeHidden();
  await question.click();
  const address = yourPacks(page).getByText(member.email, { exact: true });
  const linesOfDomain = await address.evaluate((shown) => {
    const range = document.createRange();
    if (shown.lastChild) range.selectNode(shown.lastChild);
    return range.getClientRects().length;
  });
  expect(linesOfDomain, 'a long address breaks before the @').toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await expectToFit(page);

  const other = `second.${crypto.randomUUID()}@example.com`;
  await page.goto('/dashboard/settings#addresses');
  const addresses = page.getByRole('region', { name: 'Verify your e-mail' });
  await addresses.getByText('Verify another address').click();
  await addresses.getByLabel('Another address of yours').fill(` ${other.toUpperCase()} `);
  await addresses.getByRole('button', { name: 'Send a link there' }).click();
  await expect(addresses).toContainText(`The link is on its way to ${other}.`);
  expect(await axeFindings(page), 'another address').toEqual([]);
  await expectToFit(page);
  await verifyByLink(page, other);
  await expect(page).toHaveURL('/dashboard/settings#addresses');
  await expect(addresses).toContainText(`${other} verified`);
});

test('§15.60 §15.61 a link waits for the login, which says what waits, and its token is in no address', async ({
  page,
  browser,
}) => {
  const member = await createMember();
  const link = await verifyLink(member.email);
  expect(new URL(link).search).toBe('');

  const scanner = await browser.newContext({ baseURL: stack.site });
  const scanned = await scanner.newPage();
  await scanned.goto(link);
  await expect(scanned.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await scanner.close();

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(link);
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fverify');
  const [first = ''] = member.email;
  await expect(page.getByText(`Log in to verify ${first}…@example.com.`)).toBeVisible();
  await expect(page.getByText("New here? It's free")).toBeHidden();
  expect(await axeFindings(page), 'waiting').toEqual([]);
  await submitLogin(page, member);
  await expect(page).toHaveURL(memberHome);
  await expect(page.getByText('Your e-mail is verified.')).toBeVisible();
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('verify') ?? '';
  expect(token).not.toBe('');
  expect(asked.filter((url) => new URL(url).search.includes(token))).toEqual([]);

  await page.goto(link);
  await expect(page.getByText('Already verified. Nothing to do.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your e-mail');
  expect(await axeFindings(page), 'used twice').toEqual([]);
  await expectToFit(page);

  const other = await createMember();
  await page.goto(await verifyLink(other.email));
  await expect(page.getByText('This link belongs to another account.')).toBeVisible();
});
