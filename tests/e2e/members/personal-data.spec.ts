import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { runScheduled } from '../../../local/schedule.ts';
import { superValue } from '../../samples/packs.ts';
import { failedRequest } from '../support/faults.ts';
import { joinGroup, startsIn } from '../support/loans.ts';
import { linkIn, newMail } from '../support/mail.ts';
import { askAccounts, becomeMember, newSession } from '../support/members.ts';
import { axeFindings, expectToFit, smallControls } from '../support/page.ts';
import { addBooking, addPack, openSlot, samples } from '../support/sessions.ts';
import { database, editor, mailOf, stack } from '../support/stack.ts';
import { expect, logIn, newPerson, signUp, submitLogin, test } from '../support/test.ts';

test.use({
  isOldest: true,
  isTranslated: true,
  expectedConsole: [failedRequest('/auth/v1/', '/rest/v1/')],
});

async function openPart(page: Page, name: string) {
  const part = page.getByRole('region', { name, exact: true });
  // By key, because parts that load above may move the summary under the pointer.
  await part.locator('summary').first().press('Enter');
  return part;
}

const tables = v.array(v.object({ name: v.string() }));

/** The tables, in every schema, that have one of these texts in a row, with the texts. */
async function whereKept(texts: readonly string[]): Promise<string[]> {
  const all = v.parse(
    tables,
    await editor(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private', 'operations', 'auth', 'storage') order by 1`,
    ),
  );
  const found: string[] = [];
  for (const { name } of all) {
    const hits = await editor(
      `select sought from unnest(string_to_array($1, ' ')) as sought
      where exists (
        select from ${name} as kept
        where strpos(lower(to_jsonb(kept)::text), lower(sought)) > 0
      )`,
      texts.join(' '),
    );
    found.push(...hits.map(({ sought }) => `${name}: ${String(sought)}`));
  }
  return found;
}

async function objectsOf(id: string): Promise<number> {
  const names = v.parse(
    tables,
    await editor('select name from storage.objects where name like $1', `%${id}%`),
  );
  return names.length;
}

test('§18.30 to §18.36 closing an account erases every trace of the person except the accounting records', async ({
  page,
  browser,
}) => {
  const person = newPerson({
    firstname: `Ashalata${crypto.randomUUID().slice(0, 6)}`,
    lastname: `Raokumari${crypto.randomUUID().slice(0, 6)}`,
    phonenumber: `97${String(Date.now()).slice(-8)}`,
  });
  const member = await becomeMember(page, person);
  await samples.proveAddress(member.id);
  const order = await addPack(member.id);
  await editor(
    'update public.payments set email = $1, contact = $2 where order_id = $3',
    member.email,
    `+91${person.phonenumber}`,
    order,
  );
  // A second payment may arrive until then, and its payer must be reachable (§18.95).
  await editor(
    "update public.orders set created_at = created_at - interval '6 days' where id = $1",
    order,
  );
  const slot = await openSlot('interview', 72);
  await addBooking(member.id, order, slot.id);
  await database.storage
    .from('profileimages')
    .upload(`${member.id}/${crypto.randomUUID()}.png`, new Uint8Array([1]), {
      contentType: 'image/png',
    });
  const elsewhere = await (await browser.newContext({ baseURL: stack.site })).newPage();
  await logIn(elsewhere, person);

  const known = [person.firstname, person.lastname, person.email, person.phonenumber];
  expect(await whereKept(known), 'the search finds the member’s data before the closing').toEqual(
    expect.arrayContaining([
      `auth.users: ${person.lastname}`,
      `private.outbox: ${person.email}`,
      `public.payments: ${person.phonenumber}`,
      `public.profiles: ${person.firstname}`,
    ]),
  );

  await page.goto('/dashboard/settings');
  const part = await openPart(page, 'Close my account');
  await expect(part.getByRole('listitem')).toHaveText([
    /^4 sessions of your Super Value Pack, valid until /,
    /^Mock interview on .+ We will tell your mentor\.$/,
    /^Your profile, your picture/,
  ]);
  await expect(part.getByRole('link', { name: /^Ask for Rs \d+/ })).toHaveAttribute(
    'href',
    `/dashboard/refunds?order=${order}`,
  );
  await part.getByRole('button', { name: 'Close my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close your account for good?' });
  await expect(dialog.getByRole('heading')).toBeFocused();
  expect(await axeFindings(page), 'asking').toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  const field = await dialog.getByLabel('Type CLOSE').boundingBox();
  const buttons = await dialog.getByRole('button', { name: 'Close my account' }).boundingBox();
  const room = (buttons?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0);
  expect(room, 'on a phone, the buttons do not cover the field').toBeGreaterThanOrEqual(0);
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog.getByLabel('Type CLOSE').fill('close');
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await expect(page).toHaveURL(`${stack.site}/`);
  await expect(page.getByText('Your account is closed. A last email confirms it.')).toBeVisible();

  await newMail(slot.email, /^Cancelled: /);
  await newMail(person.email, 'account is closed');
  // The run that sent the email also erases its address.
  await runScheduled('mail', stack.site);
  const traces = await whereKept(known);
  // The privacy policy keeps the log of logins for its own period.
  expect(traces.filter((trace) => !trace.startsWith('auth.audit_log_entries:'))).toEqual([]);
  expect(await objectsOf(member.id)).toBe(0);
  expect(
    await editor('select user_id, status, amount from public.orders where id = $1', order),
    'the accounts keep the order without the member',
  ).toEqual([{ user_id: null, status: 'paid', amount: superValue.paise }]);

  await elsewhere.goto(memberPages.main);
  await expect(elsewhere).toHaveURL(/\/login\?next=/);
  const again = await askAccounts('token?grant_type=password', person);
  expect(again.status).toBe(400);
  expect(await mailOf(person.email)).not.toEqual([]);
});

test('§18.80 to §18.85 the account’s email address changes once both addresses are confirmed', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await samples.proveAddress(member.id);
  const wanted = newPerson().email;
  await page.goto('/dashboard/settings#change-email');
  const left = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.x;
  expect(await left('Email and logins'), 'below the password').toBeLessThan(
    (await left('Your data')) ?? 0,
  );
  const part = page.getByRole('region', { name: 'Change email' });
  const belowBar = () =>
    part.evaluate((row) => {
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      return Math.abs(row.getBoundingClientRect().top - bar);
    });
  await expect.poll(belowBar, 'the link leads to the row’s top').toBeLessThan(2);
  await part.getByLabel('New email address').fill(wanted);
  await part.getByRole('button', { name: 'Change email' }).click();
  await expect(part.getByRole('status')).toContainText(`${wanted} is not confirmed yet.`);
  expect(await axeFindings(page), 'waiting').toEqual([]);

  const opened = page.getByRole('region', {
    name: /^(?:Change your (?:account’s )?email|Email changed)/,
  });
  const confirm = opened.getByRole('button', {
    name: /^(?:Confirm this address|Change my email)$/,
  });
  await page.goto(memberPages.main);
  await page.goto(linkIn(await newMail(wanted, 'Confirm your new'), '#email_token='));
  await expect(page).toHaveURL('/dashboard/settings');
  await expect(opened.getByRole('heading')).toHaveText(`Change your email to ${wanted}?`);
  await confirm.click();
  await expect(page.getByText(/^Now, by .* open the link that we sent to/)).toBeVisible();
  await expect(part).toContainText(`${wanted} is confirmed.`);
  await expect(opened).toHaveCount(0);
  const link = linkIn(
    await newMail(member.email, 'Change your AdmitCircle email'),
    '#email_token=',
  );
  await test.step('§18.82 the link that confirms the change takes effect only after the member logs in', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/');
    await page.goto(link);
    await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fsettings');
    await submitLogin(page, member);
    await expect(page).toHaveURL('/dashboard/settings');
  });
  await confirm.click();
  await expect(opened).toContainText(`Log in with ${wanted} next time.`);
  await expect(opened.getByRole('heading')).toHaveText('Email changed');
  expect(await axeFindings(page), 'changed').toEqual([]);

  await newMail(member.email, 'was changed');
  await page.goto(memberPages.main);
  await page.goto(link);
  await expect(page.getByRole('region', { name: 'Nothing left to confirm' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  expect((await askAccounts('token?grant_type=password', member)).status).toBe(400);
  await newSession({ ...member, email: wanted });
  await page.goto('/dashboard/settings#addresses');
  await expect(page.getByRole('region', { name: 'Verified emails' })).toContainText(
    `${wanted} verified`,
  );
});

test('§18.30 §18.45 to §18.47 every part of the settings loads and fits the screen, and a member withdraws a consent', async ({
  page,
}) => {
  const person = await signUp(page);
  const session = await newSession(person);
  await joinGroup({ ...person, id: session.user.id, session }, startsIn(9), { proven: false });
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    'Change email',
    'Verified emails',
    'Log out everywhere',
    'What you agreed to',
    'Emails about news',
    'Download my data',
    'Close my account',
  ]);
  const agreed = await openPart(page, 'What you agreed to');
  await agreed.getByRole('link', { name: 'close your account' }).click();
  const closing = page.getByRole('region', { name: 'Close my account' });
  await expect(closing.getByText('You lose:')).toBeVisible();
  for (const name of [
    'Change email',
    'Verified emails',
    'Emails about news',
    'Download my data',
    'Log out everywhere',
  ]) {
    await openPart(page, name);
  }
  await expect(page.getByLabel('New email address')).toBeVisible();
  await page.getByText('Verify another address').click();
  await expect(agreed).toContainText(/Terms and privacy policy of \d+ \w+ 20\d\d, accepted on/);
  const consent = agreed.getByRole('listitem').filter({ hasText: 'For the loan group' });
  await expect(consent).toContainText('Version 1, given on');
  // The pointer may be over a button, which changes its colours slowly.
  await page.mouse.move(0, 0);
  for (const name of ['Download my data', 'Log out everywhere']) {
    await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    );
  }
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallControls(page)).toEqual([]);
  await consent.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw your consent for the loan group?' });
  await dialog.getByRole('button', { name: 'Leave the group' }).click();
  await expect(consent).toContainText('withdrawn on');
  expect(await axeFindings(page), 'withdrawn').toEqual([]);
  await expectToFit(page);
});
