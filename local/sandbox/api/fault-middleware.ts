import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import type { Sandbox } from '../context.ts';
import { refusal } from '../errors.ts';
import type { Endpoint, EndpointFault, FaultSubject } from '../faults.ts';
import { subjectOf } from '../payments.ts';

type Env = { Bindings: HttpBindings };

/**
 * Applies an armed fault to a request. `hang`, `429`, `500` and `html502` strike before anything is
 * done; `slow`, `drop_reply` and `garbage` strike after it is done, which makes them dangerous.
 */
export function withFaults(sandbox: Sandbox, endpoint: Endpoint) {
  return createMiddleware<Env>(async (c, next) => {
    const fault = sandbox.faults.takeEndpointFault(endpoint, await subjectOfRequest(sandbox, c));
    switch (fault?.kind) {
      case undefined:
        return next();
      case 'hang':
        await closed(c);
        return RESPONSE_ALREADY_SENT;
      case '429':
        throw refusal('Request failed. Please try after sometime.', { status: 429 });
      case '500':
        throw refusal(
          'We are facing some trouble completing your request at the moment. Please try again shortly.',
          { status: 500, code: 'SERVER_ERROR' },
        );
      case 'html502':
        return c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502);
      case 'slow':
        await next();
        await Promise.race([delay(fault.delay_ms), closed(c)]);
        return;
      case 'drop_reply':
        await next();
        c.env.incoming.socket.destroy();
        return;
      case 'garbage':
        await next();
        c.res = await garbled(c.res, fault);
        return;
    }
  });
}

/** Resolves when the caller or the stopping sandbox has closed the connection. */
function closed(c: Context<Env>): Promise<void> {
  return new Promise((resolve) => c.env.outgoing.once('close', () => resolve()));
}

async function subjectOfRequest(sandbox: Sandbox, c: Context<Env>): Promise<FaultSubject> {
  const id = c.req.param('id') ?? '';
  const order = sandbox.store.orders.get(id);
  if (order !== undefined) return { ...order, order_id: order.id };
  const payment = sandbox.store.payments.get(id);
  if (payment !== undefined) return subjectOf(sandbox, payment);
  if (c.req.method === 'GET') return { receipt: c.req.query('receipt') };
  return v.parse(subjectOfBody, await c.req.text());
}

const subjectOfBody = v.fallback(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ receipt: v.nullish(v.string()), amount: v.optional(v.number()) }),
  ),
  {},
);

async function garbled(response: Response, fault: EndpointFault): Promise<Response> {
  const text = await response.text();
  switch (fault.variant) {
    case 'html':
      return new Response('<!doctype html><title>Welcome</title><p>Please sign in.</p>', {
        headers: { 'Content-Type': 'text/html' },
      });
    case 'empty':
      return Response.json({});
    case 'truncated':
      return new Response(text.slice(0, Math.floor(text.length / 2)), {
        headers: { 'Content-Type': 'application/json' },
      });
    case 'wrong_amount':
      return altered(text, (entity) => ({ ...entity, amount: Number(entity.amount) + 100 }));
    case 'wrong_currency':
      return altered(text, (entity) => ({ ...entity, currency: 'USD' }));
    case 'no_id':
      return altered(text, withoutId);
  }
}

type Entity = Record<string, unknown>;

function withoutId(entity: Entity): Entity {
  return Object.fromEntries(Object.entries(entity).filter(([name]) => name !== 'id'));
}

/** Changes the entity of a reply, or each entity of a collection. */
function altered(text: string, change: (entity: Entity) => Entity): Response {
  // Only replies of our own handlers come here: entities, or collections of entities.
  const body = JSON.parse(text) as Entity & { items?: Entity[] };
  return Response.json(
    body.items === undefined ? change(body) : { ...body, items: body.items.map(change) },
  );
}
