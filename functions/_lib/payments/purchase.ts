import * as v from 'valibot';
import { checkoutRequest } from '../../../src/domain/api.ts';
import { discountCode } from '../../../src/domain/packs/discounts.ts';
import { packsAt } from '../../../src/domain/packs/packs.ts';
import { discountRefusals } from '../../../src/domain/refusals/discounts.ts';
import { ApiError, refused } from '../http/api-error.ts';
import { readJson } from '../http/request.ts';
import type { OrdersRepository, Purchase, Wanted } from './orders.ts';
import type { Provider } from './razorpay.ts';

/** An order that is ready to be paid: the provider's id, and the amount in paise. */
export type PayableOrder = { id: string; amount: number; currency: 'INR' };

/** The largest body we read, in bytes. Valid requests are far smaller. */
const bodyLimit = 1024;

/** The pack and the code in a request. Throws 415, 413 or 400, or 409 for a malformed code. */
export async function requestedPurchase(req: Request): Promise<Wanted> {
  const refusal = new ApiError(400, 'invalid_amount', 'No pack costs this amount.');
  const wanted = await readJson(req, checkoutRequest, bodyLimit, refusal);
  const [pack, another] = packsAt(wanted.amount, wanted.pack);
  if (!pack) throw refusal;
  if (another) {
    throw new ApiError(
      400,
      'pack_not_named',
      'Several packs cost this amount. Choose one with `pack`.',
    );
  }
  if (wanted.code === undefined) return { pack, code: null };
  const code = v.safeParse(discountCode, wanted.code);
  if (!code.success) throw refused(discountRefusals, 'code_not_valid');
  return { pack, code: code.output };
}

/**
 * Opens an order for a pack. Our row exists before we ask the provider, and has the provider's id before this returns,
 * so no one can pay for an order that we do not know about (§8.10). A repeated key returns the same order, without
 * asking the provider once its id is stored. Throws 409 if the key was used for another pack or code (§11.33), the code
 * does not apply (§8.35), or the order is already paid.
 */
export async function openOrder(
  purchase: Purchase,
  orders: OrdersRepository,
  provider: Provider,
): Promise<PayableOrder> {
  const opened = await orders.open(purchase);
  const { amount, currency } = opened;
  if (opened.provider_order_id !== null) return { id: opened.provider_order_id, amount, currency };
  const { id } = await provider.order({
    amount,
    currency,
    receipt: opened.receipt,
    // These notes let us recreate an order that a restored database has lost (catch-up.ts).
    notes: { pack: opened.pack, order: opened.id, ...(opened.code && { code: opened.code }) },
  });
  const attached = await orders.attachProviderOrder(opened.id, id);
  return { id: attached.provider_order_id ?? id, amount, currency };
}
