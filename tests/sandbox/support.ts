import type { IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../local/free-ports.ts';
import {
  orderEntity,
  paymentEntity,
  refundEntity,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
} from '../../local/sandbox/entities.ts';
import { startSandbox, type SandboxOptions } from '../../local/sandbox/start.ts';
import { fakeService } from '../functions/servers.ts';
import { temporaryFolder } from '../samples/folder.ts';
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

/** The reply to a request that the provider refuses with this description, or about this field. */
export const refused = (error: { description?: string; field?: string | undefined }) => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', ...error } },
});

const state = v.object({
  orders: v.array(orderEntity),
  webhooks: v.array(v.object({ event: v.string(), status: v.string() })),
  faults: v.array(v.object({ kind: v.string(), times: v.number() })),
});

type Reply = { status: number; body: unknown };

/** The header of a caller who has the keys. */
export const authorization = `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`;

/** Starts a sandbox with helpers for its API; the sandbox stops when the test ends. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryFolder();
  const running = await startSandbox({ port: await freePort(), ...keys, ...options, dataDir });
  onTestFinished(() => running.stop());

  /** Posts a body, or gets what is at the path. */
  async function send(path: string, body?: unknown, headers = {}): Promise<Reply> {
    const response = await fetch(running.url + path, {
      headers: { 'Content-Type': 'application/json', authorization, ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
  const api = (path: string, body?: unknown, headers = {}) => send(`/v1${path}`, body, headers);
  const control = (path: string, body: unknown) => send(`/_sandbox${path}`, body);

  return {
    ...running,
    api,
    control,
    /** Asks for an order of the smallest pack, with these changes. */
    ask: (changes: object = {}) =>
      api('/orders', { amount: single.paise, currency: 'INR', ...changes }),
    async order(changes: object = {}): Promise<OrderEntity> {
      return v.parse(orderEntity, (await this.ask(changes)).body);
    },
    async state() {
      const response = await fetch(running.url);
      return v.parse(state, await response.json());
    },
    async getOrder(id: string): Promise<OrderEntity | undefined> {
      return (await this.state()).orders.find((order) => order.id === id);
    },
    async getPayment(id: string): Promise<PaymentEntity> {
      return v.parse(paymentEntity, (await api(`/payments/${id}`)).body);
    },
    async pay(orderId: string, body: object = {}): Promise<unknown> {
      return (await control(`/orders/${orderId}/pay`, body)).body;
    },
    /** The order’s payments, newest first. */
    async payments(orderId: string): Promise<PaymentEntity[]> {
      const { body } = await api(`/orders/${orderId}/payments`);
      return v.parse(v.object({ items: v.array(paymentEntity) }), body).items;
    },
    /** A failed payment for a new order. */
    async failed(): Promise<PaymentEntity> {
      return this.paid({ vpa: 'failure@razorpay' });
    },
    /** A payment for a new order, captured unless `body` says otherwise. */
    async paid(body: object = {}): Promise<PaymentEntity> {
      const order = await this.order();
      await this.pay(order.id, body);
      const [payment] = await this.payments(order.id);
      if (payment === undefined) throw new Error('The payment was not made.');
      return payment;
    },
    askRefund: (paymentId: string, body: object, headers = {}) =>
      api(`/payments/${paymentId}/refund`, body, headers),
    async refund(paymentId: string, body: object, headers = {}): Promise<RefundEntity> {
      return v.parse(refundEntity, (await this.askRefund(paymentId, body, headers)).body);
    },
    arm: (fault: object) => control('/faults', fault),
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

type ReceivedWebhook = { headers: IncomingHttpHeaders; raw: string };

/**
 * Starts a server that answers webhooks with this status, and a sandbox that sends them there. `until` resolves to
 * everything received once that many have arrived.
 */
export async function startWithReceiver(answer = 200) {
  const received: ReceivedWebhook[] = [];
  const { url } = await fakeService(({ headers }, raw) => {
    received.push({ headers, raw });
    return { status: answer, body: '' };
  });
  const sandbox = await startTestSandbox({ webhookUrl: url });
  const until = async (count: number): Promise<unknown[]> => {
    await expect.poll(() => received.length).toBe(count);
    return received.map(({ raw }): unknown => JSON.parse(raw));
  };
  return { received, until, sandbox };
}
