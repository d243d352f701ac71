import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, onTestFinished } from 'vitest';
import {
  orderEntity,
  paymentEntity,
  refundEntity,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
} from '../../local/sandbox/entities.ts';
import { startSandbox, type SandboxOptions } from '../../local/sandbox/start.ts';
import { single } from '../samples/packs.ts';

export const keys = {
  keyId: 'rzp_test_sandboxtests',
  keySecret: 'key-secret-of-the-tests',
  webhookSecret: 'webhook-secret-of-the-tests',
};

/** Matchers for parts of a reply that differ every time. */
export const anyNumber: unknown = expect.any(Number);

export function anyId(prefix: 'order' | 'pay' | 'rfnd'): unknown {
  return expect.stringMatching(new RegExp(`^${prefix}_[0-9A-Za-z]{14}$`));
}

export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

export function containing(words: string): unknown {
  return expect.stringContaining(words);
}

const state = v.object({
  orders: v.array(orderEntity),
  webhooks: v.array(v.object({ event: v.string(), status: v.string() })),
  faults: v.array(v.object({ kind: v.string(), times: v.number() })),
});

type Reply = { status: number; body: unknown };
type RequestOptions = { method?: string; body?: unknown; headers?: Record<string, string> };

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** The header of whoever has the keys. */
export const authorization = `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`;

/** Creates a folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a sandbox, with helpers for its API; it stops when the test ends. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryFolder();
  const running = await startSandbox({ port: 0, ...keys, ...options, dataDir });
  onTestFinished(() => running.stop());
  async function send(path: string, request: RequestOptions): Promise<Reply> {
    const response = await fetch(running.url + path, {
      method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
      headers: { 'Content-Type': 'application/json', ...request.headers },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  function api(path: string, request: RequestOptions = {}): Promise<Reply> {
    return send(`/v1${path}`, { ...request, headers: { authorization, ...request.headers } });
  }

  function control(path: string, request: RequestOptions = {}): Promise<Reply> {
    return send(`/_sandbox${path}`, request);
  }

  return {
    ...running,
    api,
    control,
    async order(body: object = {}): Promise<OrderEntity> {
      const reply = await api('/orders', {
        body: { amount: single.paise, currency: 'INR', ...body },
      });
      return v.parse(orderEntity, reply.body);
    },
    /** Everything the sandbox keeps. */
    async state() {
      const response = await fetch(running.url);
      return v.parse(state, await response.json());
    },
    async getOrder(id: string): Promise<OrderEntity | undefined> {
      return (await this.state()).orders.find((order) => order.id === id);
    },
    async pay(orderId: string, body: object = {}): Promise<unknown> {
      return (await control(`/orders/${orderId}/pay`, { body })).body;
    },
    /** The order's payments, newest first. */
    async payments(orderId: string): Promise<PaymentEntity[]> {
      const { body } = await api(`/orders/${orderId}/payments`);
      return v.parse(v.object({ items: v.array(paymentEntity) }), body).items;
    },
    /** A payment for a new order that failed. */
    async failed(): Promise<PaymentEntity> {
      return this.paid(single.paise, { vpa: 'failure@razorpay' });
    },
    /** A payment for a new order of `amount` paise, captured unless `body` says otherwise. */
    async paid(amount = single.paise, body: object = {}): Promise<PaymentEntity> {
      const order = await this.order({ amount });
      await this.pay(order.id, body);
      const [payment] = await this.payments(order.id);
      if (payment === undefined) throw new Error('The payment was not made.');
      return payment;
    },
    async refund(paymentId: string, body: object, headers = {}): Promise<RefundEntity> {
      const reply = await api(`/payments/${paymentId}/refund`, { body, headers });
      return v.parse(refundEntity, reply.body);
    },
    arm(fault: object): Promise<Reply> {
      return control('/faults', { body: fault });
    },
  };
}

export type ReceivedWebhook = { headers: IncomingHttpHeaders; raw: string; event: string };

/**
 * Starts a server that receives webhooks. It answers with the statuses of `answers` in turn ('hang'
 * never answers), and then with 200.
 */
export async function startReceiver(answers: (number | 'hang')[] = []) {
  const received: ReceivedWebhook[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk: Buffer) => (raw += chunk.toString()));
    request.on('end', () => {
      const { event } = v.parse(v.object({ event: v.string() }), JSON.parse(raw));
      received.push({ headers: request.headers, raw, event });
      const answer = answers.shift() ?? 200;
      if (answer !== 'hang') response.writeHead(answer).end();
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/api/paymentWebhook`,
    received,
    /** Resolves with everything received once there are `count` deliveries. */
    until(count: number): Promise<ReceivedWebhook[]> {
      return new Promise((resolve) => {
        const check = () => {
          if (received.length >= count) resolve(received);
        };
        waiting.push(check);
        check();
      });
    },
  };
}

/** Starts a receiver with these answers, and a sandbox that sends its webhooks there. */
export async function startWithReceiver(
  answers: (number | 'hang')[] = [],
  options: Partial<SandboxOptions> = {},
) {
  const receiver = await startReceiver(answers);
  const sandbox = await startTestSandbox({ webhookUrl: receiver.url, ...options });
  return { receiver, sandbox };
}
