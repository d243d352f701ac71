import type { Page } from 'playwright/test';
import { linkIn, newMail } from './mail.ts';
import type { MemberOfSite } from './members.ts';
import { editor } from './sessions.ts';
import { expect } from './test.ts';

/** The newest link that proves this address. */
export async function proofLink(address: string): Promise<string> {
  return linkIn(await newMail(address, 'Prove your address'), '#address_token=');
}

/** Opens the link that was sent to an address and presses its button. */
export async function proveByLink(page: Page, address: string): Promise<void> {
  await page.goto(await proofLink(address));
  await page.getByRole('button', { name: 'Prove this address' }).click();
  await expect(page.getByRole('region', { name: 'Prove your address' })).toContainText(
    `${address} is proven to be yours.`,
  );
}

/** Proves the address of a member, for tests that are not about the link. */
export async function proveAddress({ id, email }: MemberOfSite): Promise<void> {
  await editor(
    'insert into private.proven_addresses (user_id, address) values ($1, lower($2))',
    id,
    email,
  );
}

/** A phone number that no other member of this run has. */
export function newPhone(): string {
  return `9${BigInt(`0x${crypto.randomUUID().replaceAll('-', '')}`)
    .toString()
    .slice(0, 9)}`;
}
