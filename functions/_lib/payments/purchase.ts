import { toPaise } from '../../../src/domain/words/money.ts';
import { isPaid } from '../../../src/domain/payments/orders.ts';
import type { Pack } from '../../../src/domain/packs/packs.ts';
import { ApiError } from '../http/api-error.ts';
import type { OrdersRepository } from './orders.ts';
import type { Provider } from './razorpay.ts';

/** An order a buyer can pay: the provider's id, and the amount in paise. */
export type PayableOrder = { id: string; amount: number; currency: 'INR' };

/**
 * Opens an order for a pack. Our row exists before the provider is asked and has the provider's id
 * before this returns, so nobody can pay an order we do not know (§8.10). A repeated key returns the
 * same order, without asking the provider once its id is stored. Throws 409 if the key was used for
 * another pack (§11.33) or the order is already paid.
 */
export async function openOrder(
  request: { userId: string | null; pack: Pack; idempotencyKey: string },
  orders: OrdersRepository,
  provider: Provider,
): Promise<PayableOrder> {
  const { userId, pack, idempotencyKey } = request;
  const amount = toPaise(pack.price);
  const opened = await orders.open({ userId, pack: pack.id, amount, idempotencyKey });
  if (opened.pack !== pack.id || opened.amount !== amount) {
    const message = 'This purchase was already started for another pack. Please start again.';
    throw new ApiError(409, 'idempotency_mismatch', message);
  }

  if (isPaid(opened.status)) {
    const message = 'This purchase is paid already. Reload the page to buy another pack.';
    throw new ApiError(409, 'already_paid', message);
  }

  const { currency } = opened;
  if (opened.provider_order_id !== null) return { id: opened.provider_order_id, amount, currency };
  const { id } = await provider.order({
    amount,
    currency,
    receipt: opened.receipt,
    notes: { pack: pack.id, order: opened.id },
  });
  const attached = await orders.attachProviderOrder(opened.id, id);
  return { id: attached.provider_order_id ?? id, amount, currency };
}
