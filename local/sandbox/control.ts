import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { attemptPayment } from './attempts.ts';
import { jsonBody } from './api/request.ts';
import type { Sandbox } from './context.ts';
import { inputError } from './errors.ts';
import { faultRequest } from './faults.ts';
import { getOrder } from './orders.ts';
import { authorisePayment, getPayment, publish } from './payments.ts';
import { disputeEvent, disputeSteps } from './events.ts';
import { newId } from './ids.ts';
import { endPendingRefund, refundPayment } from './refunds.ts';

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
  const { faults, store, webhooks } = sandbox;

  app.get('/faults', (c) => c.json({ faults: faults.list() }));
  app.post('/faults', async (c) => c.json(faults.arm(await parsed(c, faultRequest))));

  app.post('/orders/:id/pay', async (c) => {
    const order = getOrder(sandbox, c.req.param('id'));
    const request = await parsed(c, payRequest);
    return c.json(attemptPayment(sandbox, order, { ...request, method: 'upi' }));
  });

  app.post('/payments/:id/authorise-late', async (c) => {
    const payment = getPayment(sandbox, c.req.param('id'));
    const { status } = payment;
    if (status !== 'failed') {
      throw inputError(`A payment that is ${status} cannot be authorised late.`);
    }
    await publish(sandbox, payment, authorisePayment(sandbox, payment));
    return c.json(payment);
  });

  app.post('/payments/:id/refund', async (c) =>
    c.json(refundPayment(sandbox, c.req.param('id'), await jsonBody(c), undefined).entity),
  );

  app.post('/payments/:id/pass-time', async (c) => {
    const payment = getPayment(sandbox, c.req.param('id'));
    const { days } = await parsed(c, passedDays);
    payment.created_at -= Math.floor(days * 24 * 60 * 60);
    store.changed();
    return c.json(payment);
  });

  app.post('/payments/:id/dispute', async (c) => {
    const payment = getPayment(sandbox, c.req.param('id'));
    const { step, id = newId('disp') } = await parsed(c, disputeRequest);
    await publish(sandbox, payment, [disputeEvent(sandbox, step, id, payment)]);
    return c.json({ id });
  });

  app.post('/refunds/:id/end', async (c) => {
    const { status } = await parsed(c, refundEnd);
    const refund = await endPendingRefund(sandbox, c.req.param('id'), status === 'failed');
    return c.json(refund.entity);
  });

  app.get('/webhooks', (c) => c.json({ webhooks: [...store.webhooks.values()] }));

  app.post('/webhooks/:id/replay', async (c) => {
    const record = store.webhooks.get(c.req.param('id'));
    if (record === undefined) throw inputError('There is no such webhook.');
    await webhooks.replay(record);
    return c.json(record);
  });

  return app;
}

async function parsed<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, await jsonBody(c));
  if (result.success) return result.output;
  throw inputError(
    result.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`).join('; '),
  );
}
