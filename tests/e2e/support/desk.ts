import { expect, type Page } from 'playwright/test';
import { totp } from '../../../local/backend/totp.ts';
import { createMember, storeSession, type MemberOfSite } from './members.ts';
import { editor } from './stack.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** A member who is an operator but has no authenticator yet. */
export async function createOperatorWithoutCode(
  level: 'owner' | 'helper',
  firstname: string,
): Promise<MemberOfSite> {
  const member = await createMember({ firstname });
  await editor(
    `insert into private.proven_addresses (user_id, address)
    select id, lower(email) from auth.users where id = $1::uuid`,
    member.id,
  );
  await editor('select operations.add_operator($1, $2)', member.email, level);
  return member;
}

/** A member who is an operator with an approved authenticator. */
export async function createOperator(
  level: 'owner' | 'helper',
  firstname: string,
): Promise<MemberOfSite> {
  const member = await createOperatorWithoutCode(level, firstname);
  const [made] = await editor(
    `insert into auth.mfa_factors (
      id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at
    )
    values (gen_random_uuid(), $1::uuid, 'Phone', 'totp', 'verified', $2, now(), now())
    returning left(id::text, 6) as code`,
    member.id,
    secret,
  );
  await editor('select operations.approve_factor($1, $2)', member.email, made?.['code']);
  return member;
}

/** The six digits that an authenticator with this key shows now; the tests’ key is the default. */
export const codeNow = (key = secret) => totp(key, new Date());

/** Opens the desk in this browser as an operator of this level, with password and code. */
export async function openDesk(
  page: Page,
  level: 'owner' | 'helper' = 'owner',
  name = 'Meena',
): Promise<MemberOfSite> {
  const operator = await createOperator(level, name);
  await storeSession(page, operator.session);
  await page.goto('/desk');
  await page.getByLabel('Code').fill(codeNow());
  await page.getByRole('button', { name: 'Enter code' }).click();
  await expect(deskBar(page)).toBeVisible();
  return operator;
}

export const deskBar = (page: Page) => page.getByRole('navigation', { name: 'Desk' });

export async function goTo(page: Page, screen: string): Promise<void> {
  await deskBar(page).getByRole('link', { name: screen }).click();
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

export const deskList = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

export const deskRow = (page: Page, title: string, text: string | RegExp) =>
  deskList(page, title).getByRole('row').filter({ hasText: text });

/** Presses the button of an open dialog, and waits for the desk’s confirmation. */
export async function confirm(page: Page, label: string, said: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: label });
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(page.locator('.desk-said')).toHaveText(said);
}
