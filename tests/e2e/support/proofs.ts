import type { Page } from 'playwright/test';
import { linkIn, newMail } from './mail.ts';
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
