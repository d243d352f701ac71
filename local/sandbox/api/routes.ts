import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Sandbox } from '../context.ts';
import { refusal } from '../errors.ts';
import { jsonBody } from '../input.ts';
import { createOrder, listOrders } from '../orders.ts';
import { paymentsOfOrder } from '../payments.ts';
import { refundPayment, refundsOfPayment } from '../refunds.ts';
import { found } from '../store.ts';
import { requireKeys } from './auth.ts';
import { withFaults } from './fault-middleware.ts';

/** The provider's REST API under `/v1`, for the merchant's server. */
export function apiRoutes(sandbox: Sandbox) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const { orders, payments } = sandbox.store;
  app.use(requireKeys(sandbox));

  app.post('/orders', withFaults(sandbox, 'orders.create'), async (c) =>
    c.json(createOrder(sandbox, await jsonBody(c))),
  );

  app.get('/orders', withFaults(sandbox, 'orders.list'), (c) => {
    const count = Number(c.req.query('count') ?? 10);
    return c.json(collection(listOrders(sandbox, count, c.req.query('receipt'))));
  });

  app.get('/orders/:id', withFaults(sandbox, 'orders.get'), (c) =>
    c.json(found(orders, c.req.param('id'))),
  );

  app.get('/orders/:id/payments', withFaults(sandbox, 'orders.payments'), (c) => {
    const { id } = found(orders, c.req.param('id'));
    return c.json(collection(paymentsOfOrder(sandbox, id)));
  });

  app.get('/payments/:id', withFaults(sandbox, 'payments.get'), (c) =>
    c.json(found(payments, c.req.param('id'))),
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
    const { id } = found(payments, c.req.param('id'));
    return c.json(collection(refundsOfPayment(sandbox, id).map(({ entity }) => entity)));
  });

  return app;
}

/** Refuses a second refund request while one with the same key is still being answered. */
function oneRefundPerKey() {
  const underWay = new Set<string>();
  return createMiddleware(async (c, next) => {
    const key = c.req.header('x-refund-idempotency');
    if (key === undefined) return next();
    if (underWay.has(key)) throw refusal('Request is being processed', { status: 409 });
    underWay.add(key);
    try {
      await next();
    } finally {
      underWay.delete(key);
    }
  });
}

function collection<Item>(items: Item[]) {
  return { entity: 'collection', count: items.length, items };
}
