import type { Page } from 'playwright/test';
import { memberHome } from '../../../src/domain/account/next-path.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { failedRequest } from '../support/faults.ts';
import { becomeMember, createMember } from '../support/members.ts';
import { axeFindings, expectToFit } from '../support/page.ts';
import { verifyLink } from '../support/addresses.ts';
import { addPack } from '../support/sessions.ts';
import { expect, submitLogin, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/rest/v1/rpc/')] });

const yourPacks = (page: Page) => page.getByRole('region', { name: 'Your packs' });

test('§15.62 a member with a pack can expand the question about a pack bought without an account', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await addPack(member.id);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(memberPages.main);
  const question = yourPacks(page).getByText('Bought a pack without an account?');
  const ask = yourPacks(page).getByRole('button', { name: 'Verify your email' });
  await expect(question).toBeVisible();
  await expect(ask).toBeHidden();
  await question.click();
  const address = yourPacks(page).getByRole('group').getByText(member.email, { exact: true });
  const linesOfDomain = await address.evaluate((shown) => {
    const range = document.createRange();
    if (shown.lastChild) range.selectNode(shown.lastChild);
    return range.getClientRects().length;
  });
  expect(linesOfDomain, 'a long address breaks before the @').toBe(1);
  expect(await axeFindings(page)).toEqual([]);
  await expectToFit(page);
});

test('§15.60 §15.61 a verification link takes effect only after login, the login page says so, and the token never appears in the URL of a request', async ({
  page,
}) => {
  const member = await createMember();
  const link = await verifyLink(member.email);
  expect(new URL(link).search).toBe('');

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
  await expect(page.getByText('Your email is verified.')).toBeVisible();
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('verify') ?? '';
  expect(token).not.toBe('');
  expect(asked.filter((url) => new URL(url).search.includes(token))).toEqual([]);

  await page.goto(link);
  await expect(page.getByText('Your email is already verified.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email');
  expect(await axeFindings(page), 'the link is used a second time').toEqual([]);
  await expectToFit(page);
});
