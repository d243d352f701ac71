import { nowSeconds } from './clock.ts';
import type { WebhookRecord } from './entities.ts';
import type { FaultRegistry, PaymentSubject } from './faults.ts';
import { webhookSignature } from './signatures.ts';
import type { Store } from './store.ts';

/** The receiver must answer within this time (ms), or the delivery has failed. */
const answerWithin = 5000;

/** Waits (ms) between attempts, doubling from one second to about seventeen minutes. */
export const defaultRetryMs: readonly number[] = Array.from(
  { length: 11 },
  (_, n) => 1000 * 2 ** n,
);

export type WebhookOutbox = {
  /**
   * Records events and sends them in the background, in this order. Resolves once each has been tried.
   */
  publish(events: WebhookRecord[], subject: PaymentSubject): Promise<void>;
  /** Continues deliveries that an earlier run left unfinished. */
  resume(): void;
  /** Aborts attempts under way and cancels later ones; their events stay `pending` in the store. */
  stop(): Promise<void>;
};

type PostResult = 'delivered' | 'refused' | 'stopped';

type OutboxOptions = {
  store: Store;
  faults: FaultRegistry;
  url: string | undefined;
  secret: string;
  retryMs: readonly number[];
};

/** Delivers webhooks as the provider does: signed, at least once, retried at growing intervals. */
export function createWebhookOutbox(options: OutboxOptions): WebhookOutbox {
  const { store, faults, url, secret, retryMs } = options;
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  const lines = new Map<string, Promise<void>>();

  async function post(record: WebhookRecord, target: string): Promise<PostResult> {
    const attempt: WebhookRecord['attempts'][number] = {
      at: nowSeconds(),
      status: null,
      error: null,
    };
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Razorpay-Signature': webhookSignature(record.body, secret),
          'x-razorpay-event-id': record.event_id,
        },
        body: record.body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerWithin)]),
      });
      attempt.status = response.status;
      await response.body?.cancel();
    } catch (error) {
      if (stopping.signal.aborted) return 'stopped';
      attempt.error = reasonOf(error);
    }
    record.attempts.push(attempt);
    store.changed();
    if (attempt.status === null || attempt.status < 200 || attempt.status > 299) return 'refused';
    record.status = 'delivered';
    return 'delivered';
  }

  async function deliver(record: WebhookRecord, failures = 0): Promise<void> {
    if (url === undefined || stopping.signal.aborted) return;
    record.status = 'pending';
    if ((await post(record, url)) !== 'refused') return;
    const wait = retryMs[failures];
    if (wait === undefined) {
      record.status = 'failed';
      store.changed();
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (record.status === 'pending') void inBackground(deliver(record, failures + 1));
    }, wait);
    timers.add(timer);
  }

  /** Tracks work that nobody awaits, so that `stop` can wait for it. */
  function inBackground(work: Promise<void>): Promise<void> {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    return work;
  }

  /** Sends first attempts for one order one after another; only retries may overtake them. */
  function inLine(orderId: string, send: () => Promise<void>): Promise<void> {
    const turn = inBackground((lines.get(orderId) ?? Promise.resolve()).then(send));
    lines.set(orderId, turn);
    void turn.finally(() => {
      if (lines.get(orderId) === turn) lines.delete(orderId);
    });
    return turn;
  }

  return {
    publish(events, subject) {
      const lost = faults.takeSwitch('webhook_lost', subject);
      for (const record of events) {
        if (lost) record.status = 'lost';
        else if (url === undefined) record.status = 'not_sent';
        store.webhooks.set(record.event_id, record);
      }
      store.changed();
      if (lost || url === undefined) return Promise.resolve();
      return inLine(subject.order_id, async () => {
        for (const record of events) await deliver(record);
      });
    },
    resume() {
      for (const record of store.webhooks.values()) {
        if (record.status === 'pending') void inBackground(deliver(record, record.attempts.length));
      }
    },
    async stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(underWay);
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${answerWithin} ms`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
