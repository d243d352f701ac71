import * as v from 'valibot';
import type { Sandbox } from './context.ts';
import { newId, notes, nowSeconds, type OrderEntity } from './entities.ts';
import { refusal } from './errors.ts';
import { amountInput, parseBody } from './input.ts';
import { found } from './store.ts';

const orderRequest = v.strictObject({
  amount: amountInput,
  currency: v.literal('INR'),
  receipt: v.nullish(v.pipe(v.string(), v.maxLength(40)), null),
  notes: v.optional(notes, []),
});

/**
 * Creates an order from a request body. Throws the provider's 400 if anything is invalid or the receipt has been used
 * before.
 */
export function createOrder(sandbox: Sandbox, body: unknown): OrderEntity {
  const request = parseBody(orderRequest, body);
  if (
    request.receipt !== null &&
    sandbox.store.orders.some(({ receipt }) => receipt === request.receipt)
  ) {
    throw refusal('Order receipt should be unique.');
  }
  const order: OrderEntity = {
    id: newId('order'),
    ...request,
    status: 'created',
    created_at: nowSeconds(),
  };
  sandbox.store.orders.push(order);
  return order;
}

/**
 * Finds an order that is about to be paid. Throws the provider's 400 if the id is unknown or the order is already paid.
 */
export function payableOrder(sandbox: Sandbox, id: string): OrderEntity {
  const order = found(sandbox.store.orders, id);
  if (order.status !== 'paid') return order;
  throw refusal('Payment already done for this order.', { field: 'order_id' });
}
