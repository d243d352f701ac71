import { Hono } from 'hono';
import * as v from 'valibot';
import { attemptPayment } from './attempts.ts';
import type { Sandbox } from './context.ts';
import { refusal } from './errors.ts';
import { faultRequest } from './faults.ts';
import { payableOrder } from './orders.ts';
import { authorisePayment, publish } from './payments.ts';
import { disputeEvent, disputeSteps } from './events.ts';
import { newId } from './ids.ts';
import { jsonBody, parseBody } from './input.ts';
import { endPendingRefund, refundPayment } from './refunds.ts';
import { found } from './store.ts';

/** A payment made without a browser: what the payer would enter. */
const payRequest = v.strictObject({
  contact: v.optional(v.string(), '+919000090000'),
  email: v.optional(v.string()),
  description: v.optional(v.string()),
  vpa: v.optional(v.string(), 'success@razorpay'),
});

const refundEnd = v.strictObject({ status: v.picklist(['processed', 'failed']) });

const passedDays = v.strictObject({ days: v.pipe(v.number(), v.minValue(0)) });

/** A step of a dispute: of a new one, or of the one with this id. */
const disputeRequest = v.strictObject({
  step: v.picklist(disputeSteps),
  id: v.optional(v.string()),
});

/**
 * The control API under `/_sandbox`, which the real host does not have. Tests and developers use it
 * to cause faults, payments, late authorisations and refunds.
 */
export function controlRoutes(sandbox: Sandbox) {
  const app = new Hono();
  const { faults, store } = sandbox;

  app.get('/faults', (c) => c.json({ faults: faults.list() }));
  app.post('/faults', async (c) => c.json(faults.arm(parseBody(faultRequest, await jsonBody(c)))));

  app.post('/orders/:id/pay', async (c) => {
    const request = parseBody(payRequest, await jsonBody(c));
    const order = payableOrder(sandbox, c.req.param('id'));
    return c.json(attemptPayment(sandbox, order, { ...request, method: 'upi' }));
  });

  app.post('/payments/:id/authorise-late', async (c) => {
    const payment = found(store.payments, c.req.param('id'));
    const { status } = payment;
    if (status !== 'failed') {
      throw refusal(`A payment that is ${status} cannot be authorised late.`);
    }
    await publish(sandbox, payment, authorisePayment(sandbox, payment));
    return c.json(payment);
  });

  app.post('/payments/:id/refund', async (c) =>
    c.json(refundPayment(sandbox, c.req.param('id'), await jsonBody(c), undefined).entity),
  );

  app.post('/payments/:id/pass-time', async (c) => {
    const payment = found(store.payments, c.req.param('id'));
    const { days } = parseBody(passedDays, await jsonBody(c));
    payment.created_at -= Math.floor(days * 24 * 60 * 60);
    store.changed();
    return c.json(payment);
  });

  app.post('/payments/:id/dispute', async (c) => {
    const payment = found(store.payments, c.req.param('id'));
    const { step, id = newId('disp') } = parseBody(disputeRequest, await jsonBody(c));
    await publish(sandbox, payment, [disputeEvent(sandbox, step, id, payment)]);
    return c.json({ id });
  });

  app.post('/refunds/:id/end', async (c) => {
    const { status } = parseBody(refundEnd, await jsonBody(c));
    const refund = await endPendingRefund(sandbox, c.req.param('id'), status === 'failed');
    return c.json(refund.entity);
  });

  app.get('/webhooks', (c) => c.json({ webhooks: [...store.webhooks.values()] }));

  return app;
}
