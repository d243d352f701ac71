import fc from 'fast-check';
import { expect, test } from 'vitest';
import { functions } from './fresh.ts';
import {
  callbackRequest,
  delivery,
  expectRedirect,
  openOrder,
  orderRow,
  paymentRows,
  provider,
} from './support.ts';
import { mostPurchased } from '../samples/packs.ts';
import { runs } from '../runs.ts';

/** Asks the provider about one order, as the reconciler does. */
async function reconcileOne(providerOrderId: string): Promise<void> {
  const { services } = await import('../../functions/_lib/payments/services.ts');
  const { reconcileOrder } = await import('../../functions/_lib/payments/reconciliation.ts');
  const { orders, provider: client } = services();
  const order = await orders.byProviderOrder(providerOrderId);
  if (order === null) throw new Error('There is no such order.');
  await reconcileOrder(order, orders, client);
}

test('M2 P25 P27 callbacks, webhooks and the reconciler lead to the same state in any order and number', async () => {
  const steps = fc.array(fc.constantFrom('callback', 'webhook', 'reconciler', 'failed try'), {
    minLength: 1,
    maxLength: 7,
  });
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.nat()), async (sequence, choices) => {
      const order = await openOrder(functions.checkout, mostPurchased);
      await provider.fail(order.id);
      const callback = await provider.pay(order.id);
      const webhooks = await provider.webhooks(order.id);
      const success = `/success?reference=${callback['razorpay_payment_id']}`;
      let last = 0;
      for (const step of sequence) {
        if (step === 'callback') {
          const reply = await functions.paymentVerify(callbackRequest(callback));
          expectRedirect(reply, success);
        } else if (step === 'reconciler') {
          await reconcileOne(order.id);
        } else {
          const failures = webhooks.filter(({ event }) => event === 'payment.failed');
          const pool = step === 'webhook' ? webhooks : failures;
          const webhook = pool[(choices.next().value ?? 0) % pool.length];
          if (webhook) await functions.paymentWebhook(delivery(webhook));
        }
        const { status } = await orderRow(order.id);
        const rank = ['created', 'attempted', 'paid'].indexOf(status);
        expect(rank).toBeGreaterThanOrEqual(last);
        last = rank;
      }
      await reconcileOne(order.id);
      expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
      const payments = await paymentRows(order.id);
      expect(payments.map(({ status }) => status).toSorted()).toEqual(['captured', 'failed']);
      expect(payments.every(({ review }) => review === null)).toBe(true);
    }),
    runs(10),
  );
});
