import type { Locator, Page } from 'playwright/test';
import * as v from 'valibot';
import { checkoutReply } from '../../../../src/domain/api.ts';
import { database, stack } from '../../support/stack.ts';
import { checkoutFrame, expect, packCard } from '../../support/test.ts';
import { single } from '../../../samples/packs.ts';

export const reference = /\/success\?reference=(pay_\w+)$/;

/** Waits for /success; resolves to the payment’s reference in its address. */
export async function referenceOf(page: Page): Promise<string> {
  await expect(page).toHaveURL(reference);
  return reference.exec(page.url())?.[1] ?? '';
}

export function buyNow(page: Page, pack = 'Single Pack'): Locator {
  return packCard(page, pack).getByRole('button', { name: 'Buy Now' });
}

/** Presses ‘Buy Now’ and waits for the checkout; resolves to the order’s id at the provider. */
export async function openCheckout(page: Page, pack = 'Single Pack'): Promise<string> {
  const answered = page.waitForResponse('**/api/checkout');
  await buyNow(page, pack).click();
  const { order } = v.parse(checkoutReply, await (await answered).json());
  await expect(checkoutFrame(page).getByRole('button', { name: /^Pay/ })).toBeVisible();
  return order.id;
}

/** Expects this message, no open checkout and a page that can be used again. */
export async function expectProblem(page: Page, message: string): Promise<void> {
  // Screen readers announce the notice when it gets the focus, so an alert would repeat it.
  await expect(page.locator(':focus')).toContainText(message);
  await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(0);
  await expect(page.getByText('Preparing your payment')).toBeHidden();
  await expect(page.locator('.razorpay-container')).toHaveCount(0);
  for (const button of await page.getByRole('button', { name: 'Buy Now' }).all()) {
    await expect(button).toBeEnabled();
  }
}

export async function orderOf(providerOrderId: string) {
  const { data } = await database
    .from('orders')
    .select('*, payments(id, status, amount, amount_refunded, review)')
    .eq('provider_order_id', providerOrderId)
    .single()
    .throwOnError();
  return data;
}

/** Opens the order of the page’s next purchase in advance, so faults can be set up for that order. */
export async function foreseeOrder(page: Page): Promise<{ id: string; receipt: string }> {
  const key = crypto.randomUUID();
  await page.addInitScript((chosen) => {
    crypto.randomUUID = () => chosen;
  }, key);
  const { data } = await database
    .rpc('open_order', {
      p_pack: 'single',
      p_amount: single.paise,
      p_idempotency_key: key,
    })
    .throwOnError();
  return data;
}

/** Makes an order old enough for the reconciler and runs the reconciler, as its schedule would. */
export async function reconcileLater(providerOrderId: string): Promise<void> {
  await database
    .from('orders')
    .update({ created_at: new Date(Date.now() - 20 * 60_000).toISOString() })
    .eq('provider_order_id', providerOrderId)
    .throwOnError();
  const response = await fetch(`${stack.site}/.netlify/functions/reconcile`, { method: 'POST' });
  expect(response.status).toBe(200);
}

export function dashboardRow(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: 'Your packs' })
    .getByRole('listitem')
    .filter({ hasText: text });
}
