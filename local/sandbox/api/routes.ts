import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Sandbox } from '../context.ts';
import type { PaymentRecord } from '../entities.ts';
import { inputError, plainError } from '../errors.ts';
import { createOrder, getOrder, listOrders, updateOrder, type OrderFilter } from '../orders.ts';
import { capturePayment, getPayment, paymentsOfOrder } from '../payments.ts';
import { getRefund, refundIfExpired, refundPayment, refundsOfPayment } from '../refunds.ts';
import { requireKeys } from './auth.ts';
import { withFaults } from './fault-middleware.ts';
import { jsonBody } from './request.ts';

/** The provider's REST API under `/v1`, for the merchant's server. */
export function apiRoutes(sandbox: Sandbox) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(requireKeys(sandbox));

  app.post('/orders', withFaults(sandbox, 'orders.create'), async (c) =>
    c.json(createOrder(sandbox, await jsonBody(c)).entity),
  );

  app.get('/orders', withFaults(sandbox, 'orders.list'), (c) => {
    const orders = listOrders(sandbox, orderFilter(c));
    const withPayments = c.req.queries('expand[]')?.includes('payments') ?? false;
    return c.json(
      collection(
        orders.map(({ entity }) =>
          withPayments ? { ...entity, payments: orderPayments(sandbox, entity.id) } : entity,
        ),
      ),
    );
  });

  app.get('/orders/:id', withFaults(sandbox, 'orders.get'), (c) =>
    c.json(getOrder(sandbox, c.req.param('id')).entity),
  );

  app.patch('/orders/:id', withFaults(sandbox, 'orders.update'), async (c) =>
    c.json(updateOrder(sandbox, c.req.param('id'), await jsonBody(c)).entity),
  );

  app.get('/orders/:id/payments', withFaults(sandbox, 'orders.payments'), (c) =>
    c.json(orderPayments(sandbox, getOrder(sandbox, c.req.param('id')).entity.id)),
  );

  app.get('/payments/:id', withFaults(sandbox, 'payments.get'), (c) =>
    c.json(currentPayment(sandbox, getPayment(sandbox, c.req.param('id')))),
  );

  app.post('/payments/:id/capture', withFaults(sandbox, 'payments.capture'), async (c) =>
    c.json(capturePayment(sandbox, c.req.param('id'), await jsonBody(c)).entity),
  );

  app.post(
    '/payments/:id/refund',
    oneRefundPerKey(),
    withFaults(sandbox, 'payments.refund'),
    async (c) => {
      const key = c.req.header('x-refund-idempotency');
      const refund = refundPayment(sandbox, c.req.param('id'), await jsonBody(c), key);
      return c.json(refund.entity);
    },
  );

  app.get('/payments/:id/refunds', withFaults(sandbox, 'payments.refunds'), (c) => {
    const payment = getPayment(sandbox, c.req.param('id')).entity;
    return c.json(collection(refundsOfPayment(sandbox, payment.id).map(({ entity }) => entity)));
  });

  app.get('/refunds/:id', withFaults(sandbox, 'refunds.get'), (c) =>
    c.json(getRefund(sandbox, c.req.param('id')).entity),
  );

  return app;
}

/** Refuses a second refund request while one with the same key is still being answered. */
function oneRefundPerKey() {
  const underWay = new Set<string>();
  return createMiddleware(async (c, next) => {
    const key = c.req.header('x-refund-idempotency');
    if (key === undefined) return next();
    if (underWay.has(key)) throw plainError(409, 'Request is being processed');
    underWay.add(key);
    try {
      await next();
    } finally {
      underWay.delete(key);
    }
  });
}

function orderPayments(sandbox: Sandbox, orderId: string) {
  return collection(
    paymentsOfOrder(sandbox, orderId).map((record) => currentPayment(sandbox, record)),
  );
}

function currentPayment(sandbox: Sandbox, record: PaymentRecord) {
  refundIfExpired(sandbox, record, getOrder(sandbox, record.entity.order_id).captureWithinMinutes);
  return record.entity;
}

function collection<Item>(items: Item[]) {
  return { entity: 'collection', count: items.length, items };
}

function orderFilter(c: Context): OrderFilter {
  return {
    from: wholeNumber(c, 'from', 0, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    to: wholeNumber(c, 'to', Number.MAX_SAFE_INTEGER, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    count: wholeNumber(c, 'count', 10, { min: 1, max: 100 }),
    skip: wholeNumber(c, 'skip', 0, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    receipt: c.req.query('receipt'),
    authorized: c.req.query('authorized') === undefined ? undefined : isSet(c, 'authorized'),
  };
}

function isSet(c: Context, name: string): boolean {
  return wholeNumber(c, name, 0, { min: 0, max: 1 }) === 1;
}

function wholeNumber(
  c: Context,
  name: string,
  fallback: number,
  range: { min: number; max: number },
): number {
  const text = c.req.query(name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text)) throw inputError(`The ${name} must be an integer.`, { field: name });
  if (value < range.min || value > range.max) {
    throw inputError(`The ${name} must be between ${range.min} and ${range.max}.`, { field: name });
  }
  return value;
}
