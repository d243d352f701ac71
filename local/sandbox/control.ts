import { Hono } from 'hono';
import * as v from 'valibot';
import type { Sandbox } from './context.ts';
import { newId, nowSeconds } from './entities.ts';
import { refusal } from './errors.ts';
import { disputeSteps, newEvent } from './events.ts';
import { faultRequest } from './faults.ts';
import { jsonBody, parseBody } from './input.ts';
import { payableOrder } from './orders.ts';
import { attemptPayment, authorisePayment, publish } from './payments.ts';
import { endPendingRefund, refundPayment } from './refunds.ts';
import { found } from './store.ts';

/** A payment made without using a browser. */
const payRequest = v.strictObject({ vpa: v.optional(v.string(), 'success@razorpay') });

const refundEnd = v.strictObject({ status: v.picklist(['processed', 'failed']) });

const passedDays = v.strictObject({ days: v.pipe(v.number(), v.minValue(0)) });

/** A step in a dispute: starts a new dispute, or continues the one with this id. */
const disputeRequest = v.strictObject({
  step: v.picklist(disputeSteps),
  id: v.optional(v.string()),
});

/**
 * The control API under `/_sandbox`, which the real provider does not have. Tests and developers cause faults,
 * payments, late authorisations and refunds with it.
 */
export function controlRoutes(sandbox: Sandbox) {
  const app = new Hono();
  const { faults, store } = sandbox;

  app.post('/faults', async (c) => {
    const fault = parseBody(faultRequest, await jsonBody(c));
    faults.armed.push(fault);
    return c.json(fault);
  });

  app.post('/orders/:id/pay', async (c) => {
    const { vpa } = parseBody(payRequest, await jsonBody(c));
    const order = payableOrder(sandbox, c.req.param('id'));
    return c.json(attemptPayment(sandbox, order, { vpa, contact: '+919000090000' }));
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
    c.json(refundPayment(sandbox, c.req.param('id'), await jsonBody(c))),
  );

  app.post('/payments/:id/pass-time', async (c) => {
    const payment = found(store.payments, c.req.param('id'));
    const { days } = parseBody(passedDays, await jsonBody(c));
    payment.created_at -= Math.floor(days * 24 * 60 * 60);
    return c.json(payment);
  });

  app.post('/payments/:id/dispute', async (c) => {
    const payment = found(store.payments, c.req.param('id'));
    const { step, id = newId('disp') } = parseBody(disputeRequest, await jsonBody(c));
    const dispute = {
      id,
      amount: payment.amount,
      reason_code: 'goods_or_services_not_received_or_partially_received',
      respond_by: nowSeconds() + 10 * 24 * 60 * 60,
    };
    await publish(sandbox, payment, [newEvent(`payment.dispute.${step}`, payment, { dispute })]);
    return c.json({ id });
  });

  app.post('/refunds/:id/end', async (c) => {
    const { status } = parseBody(refundEnd, await jsonBody(c));
    return c.json(await endPendingRefund(sandbox, c.req.param('id'), status === 'failed'));
  });

  return app;
}
