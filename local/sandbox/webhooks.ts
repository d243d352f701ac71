import { createHmac } from 'node:crypto';
import type { WebhookRecord } from './events.ts';
import type { FaultRegistry, FaultSubject } from './faults.ts';

/** The receiver must reply within this time (ms), or the delivery fails. */
const answerWithin = 30_000;

type OutboxOptions = { faults: FaultRegistry; url: string | undefined; secret: string };

export type WebhookOutbox = ReturnType<typeof createWebhookOutbox>;

/** Sends each webhook once, signed as the provider signs them. Without a `url`, only records them. */
export function createWebhookOutbox({ faults, url, secret }: OutboxOptions) {
  const records: WebhookRecord[] = [];
  const stopping = new AbortController();

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
    record.status = response?.ok ? 'delivered' : 'failed';
  }

  return {
    records,
    /** Records events and sends them in this order. Resolves once each has been attempted. */
    async publish(events: WebhookRecord[], subject: FaultSubject): Promise<void> {
      const target = faults.takeSwitch('webhook_lost', subject) ? undefined : url;
      records.push(...events);
      for (const record of events) {
        if (target === undefined) record.status = 'lost';
        else await send(record, target);
      }
    },
    /** Aborts deliveries that are in progress. */
    stop: () => stopping.abort(),
  };
}
