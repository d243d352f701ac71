import type { Page } from 'playwright/test';
import { linkIn, newMail } from './mail.ts';
import { expect } from './test.ts';

export async function verifyLink(address: string): Promise<string> {
  return linkIn(await newMail(address, /^(?:Welcome|Verify your email)/), '#verify=');
}

/** Opens the link sent to an address, which leads back to what was waiting for it. */
export async function verifyByLink(page: Page, address: string): Promise<void> {
  await page.goto(await verifyLink(address));
  await expect(page).not.toHaveURL(/\/dashboard\/verify/);
}
