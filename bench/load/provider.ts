import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { addressOf } from './rest-api.ts';

/** How long the provider takes to reply, in ms. */
const latency = 50;

const orderRequest = v.object({ receipt: v.string(), amount: v.number(), currency: v.string() });
type ProviderOrder = v.InferOutput<typeof orderRequest> & { id: string };

export type BenchProvider = {
  url: string;
  /** The orders created so far, one for each receipt. */
  orders: ReadonlyMap<string, ProviderOrder>;
  /** Makes this share of requests fail from now on, half of these before and half after the work is done. */
  fail(share: number): void;
};

/**
 * Serves the two provider calls that a checkout makes, fast enough for a load test. The sandbox in `local/` writes its
 * state to a file and would be the bottleneck.
 */
export async function startProvider(): Promise<BenchProvider> {
  const orders = new Map<string, ProviderOrder>();
  let failing = 0;

  function answer(method: string, url: URL, body: unknown): { status: number; body: unknown } {
    if (method === 'GET') {
      const found = orders.get(url.searchParams.get('receipt') ?? '');
      return { status: 200, body: { items: found ? [found] : [] } };
    }
    const request = v.parse(orderRequest, body);
    if (orders.has(request.receipt)) {
      const description = 'Receipt should be unique';
      return { status: 400, body: { error: { code: 'BAD_REQUEST_ERROR', description } } };
    }
    const order = { ...request, id: `order_${request.receipt.replace(/\W|_/g, '')}` };
    orders.set(order.receipt, order);
    return { status: 200, body: order };
  }

  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await json(request) : undefined;
      await delay(latency);
      const fault = Math.random() < failing ? Math.random() : 1;
      if (fault < 0.5) return response.writeHead(500).end();
      const reply = answer(request.method ?? '', new URL(request.url ?? '', 'http://x'), body);
      if (fault < 1) return response.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(reply.body));
    })();
  }).listen(0, '127.0.0.1');

  return {
    url: await addressOf(server),
    orders,
    fail(share) {
      failing = share;
    },
  };
}
