import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookRecord } from './events.ts';
import type { FaultRegistry, FaultSubject } from './faults.ts';

/** The receiver must answer within this time (ms), or the delivery has failed. */
const answerWithin = 5000;

/** Waits (ms) between attempts, doubling from one second to about seventeen minutes. */
export const defaultRetryMs: readonly number[] = Array.from(
  { length: 11 },
  (_, n) => 1000 * 2 ** n,
);

type OutboxOptions = {
  faults: FaultRegistry;
  url: string | undefined;
  secret: string;
  retryMs: readonly number[];
};

export type WebhookOutbox = ReturnType<typeof createWebhookOutbox>;

/**
 * Delivers webhooks as the provider does: signed, at least once, retried at growing intervals. Without a `url` they are
 * only recorded.
 */
export function createWebhookOutbox({ faults, url, secret, retryMs }: OutboxOptions) {
  const records: WebhookRecord[] = [];
  const stopping = new AbortController();

  /** Sends a webhook once, and notes whether the receiver took it. */
  async function send(record: WebhookRecord, target: string): Promise<void> {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Razorpay-Signature': createHmac('sha256', secret).update(record.body).digest('hex'),
        'x-razorpay-event-id': record.event_id,
      },
      body: record.body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerWithin)]),
    }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) record.status = 'delivered';
  }

  async function retry(record: WebhookRecord, target: string): Promise<void> {
    for (const wait of retryMs) {
      if (record.status === 'delivered') return;
      await delay(wait, undefined, { signal: stopping.signal });
      await send(record, target);
    }
    if (record.status === 'pending') record.status = 'failed';
  }

  return {
    records,
    /** Records events and sends them in this order. Resolves once each has been tried. */
    async publish(events: WebhookRecord[], subject: FaultSubject): Promise<void> {
      const isLost = faults.takeSwitch('webhook_lost', subject) || url === undefined;
      for (const record of events) {
        if (isLost) record.status = 'lost';
        records.push(record);
      }
      if (isLost) return;
      for (const record of events) {
        await send(record, url);
        // Stopping ends the waits.
        retry(record, url).catch(() => undefined);
      }
    },
    /** Aborts attempts under way and cancels later ones. */
    stop: () => stopping.abort(),
  };
}
