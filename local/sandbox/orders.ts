import * as v from 'valibot';
import { nowSeconds } from './clock.ts';
import type { Sandbox } from './context.ts';
import type { Notes, OrderEntity } from './entities.ts';
import { inputError } from './errors.ts';
import { isId, newId } from './ids.ts';
import { amountInput, atLeastOneRupee, notesInput, parseBody, textInput } from './input.ts';

const leastAmount = 100;
/** Five lakh rupees, the usual limit of one payment. */
const greatestAmount = 50_000_000;

const orderRequest = v.strictObject({
  amount: v.pipe(
    amountInput,
    v.minValue(1, atLeastOneRupee),
    v.maxValue(greatestAmount, 'Amount exceeds maximum amount allowed.'),
  ),
  currency: v.pipe(textInput, v.literal('INR', 'Currency is not supported')),
  receipt: v.nullish(
    v.pipe(textInput, v.maxLength(40, 'receipt: the length must be no more than 40.')),
    null,
  ),
  notes: v.optional(notesInput, []),
});

/**
 * Creates an order from a request body. Throws the provider's 400 for anything invalid, and for a receipt that was
 * used before.
 */
export function createOrder(sandbox: Sandbox, body: unknown): OrderEntity {
  const request = parseBody(orderRequest, body, (field) => `${field}: is required.`);
  if (request.amount < leastAmount) {
    throw inputError('Order amount less than minimum amount allowed', {
      field: 'amount',
      step: 'order_creation',
      reason: 'amount_less_than_minimum_amount',
    });
  }
  if (request.receipt !== null && listOrders(sandbox, 1, request.receipt).length > 0) {
    throw inputError('Order receipt should be unique.');
  }
  const order: OrderEntity = {
    id: newId('order'),
    entity: 'order',
    amount: request.amount,
    amount_paid: 0,
    amount_due: request.amount,
    currency: request.currency,
    receipt: request.receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: storedNotes(request.notes),
    created_at: nowSeconds(),
  };
  sandbox.store.orders.set(order.id, order);
  sandbox.store.changed();
  return order;
}

/** Finds an order by id, or throws the provider's 400 for an unknown or malformed id. */
export function getOrder(sandbox: Sandbox, id: string): OrderEntity {
  const order = sandbox.store.orders.get(id);
  if (order !== undefined) return order;
  throw inputError(
    isId('order', id) ? 'The id provided does not exist' : `${id} is not a valid id`,
  );
}

/** The newest `count` orders, only those with this receipt if one is given. */
export function listOrders(sandbox: Sandbox, count: number, receipt?: string): OrderEntity[] {
  return [...sandbox.store.orders.values()]
    .reverse()
    .filter((order) => receipt === undefined || order.receipt === receipt)
    .slice(0, count);
}

/** Notes as the provider stores them: an empty list if there are none. */
export function storedNotes(notes: Notes): Notes {
  return Object.keys(notes).length === 0 ? [] : notes;
}

/** The provider's message for a missing field, except in a new order (`amount: is required.`). */
export function fieldRequired(field: string): string {
  return `The ${field} field is required.`;
}
