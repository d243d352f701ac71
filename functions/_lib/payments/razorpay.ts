import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { paymentReference } from '../../../src/domain/api.ts';
import { paymentStates } from '../../../src/domain/payments/orders.ts';
import { paise } from '../../../src/domain/schema.ts';
import type { Env } from '../env/env.ts';
import { ProviderError } from './provider-error.ts';
import { readAtMost } from '../http/read-at-most.ts';

/** Time limits in milliseconds: for one try, and for all of a call's tries together with the pause between them. */
const tryTimeout = 5000;
const callTimeout = 7500;

/**
 * The longest reply we read, in bytes. The longest reply that we request, a page of a hundred payments or refunds, is
 * far shorter.
 */
const replyLimit = 1024 * 1024;

/** The longest Retry-After that we pass on, in seconds. */
const longestWait = 3600;

/** The format of the provider's order ids. */
export const providerOrderId = v.pipe(v.string(), v.regex(/^order_[A-Za-z0-9]{1,60}$/));

const orderEntity = v.object({
  id: providerOrderId,
  amount: paise,
  currency: v.string(),
  receipt: v.nullable(v.string()),
});

// We only store this value, so an unexpected one must not make us reject the whole payment.
const note = v.fallback(v.nullable(v.string()), null);

// The provider sends an empty list instead of an empty object.
const notes = v.fallback(v.record(v.string(), v.fallback(v.string(), '')), {});

const listedOrder = v.object({ ...orderEntity.entries, status: v.string(), notes });

const paymentEntity = v.object({
  id: paymentReference,
  order_id: v.nullable(providerOrderId),
  amount: paise,
  currency: v.string(),
  status: v.picklist(paymentStates),
  amount_refunded: v.nullish(paise, 0),
  captured: v.nullish(v.boolean()),
  created_at: v.pipe(v.number(), v.safeInteger()),
  method: note,
  email: note,
  contact: note,
  error_code: note,
  error_description: note,
});

const refundEntity = v.object({
  id: v.pipe(v.string(), v.regex(/^rfnd_[A-Za-z0-9]{1,60}$/)),
  amount: paise,
  status: v.picklist(['pending', 'processed', 'failed']),
  notes,
  created_at: v.pipe(v.number(), v.safeInteger()),
});

/** A refund as the provider reports it: the amount in paise, created_at in Unix seconds. */
export type ProviderRefund = v.InferOutput<typeof refundEntity>;

const listedRefund = v.object({ ...refundEntity.entries, payment_id: paymentReference });

/** An order in the provider's list, with the notes that we added. */
export type ListedOrder = v.InferOutput<typeof listedOrder>;

/**
 * A request for a refund, with the amount in paise. 'optimum' means instant, the only speed available for payments more
 * than six months old.
 */
export type RefundRequest = {
  amount: number;
  speed: 'normal' | 'optimum';
  notes: Record<string, string>;
  receipt: string;
};

/** A payment as the provider reports it: amounts in paise, created_at in Unix seconds. */
export type ProviderPayment = v.InferOutput<typeof paymentEntity>;
export type ProviderOrder = v.InferOutput<typeof orderEntity>;

/** A request for an order, with the amount in paise. `receipt` links it to our row. */
export type OrderRequest = {
  amount: number;
  currency: string;
  receipt: string;
  notes: Record<string, string>;
};

const collection = <T extends v.GenericSchema>(item: T) => v.object({ items: v.array(item) });

// A name such as BAD_REQUEST_ERROR or input_validation_failed. Anything longer may quote someone's data.
const name = v.fallback(v.pipe(v.string(), v.regex(/^\w{1,60}$/)), '');
const refusalEntity = v.object({
  code: name,
  reason: name,
  field: name,
  description: v.fallback(v.string(), ''),
});
const refusalBody = v.object({ error: v.looseObject({}) });

/** The largest page that the provider's lists return. */
const pageSize = 100;

const receiptTaken = /receipt should be unique/i;

function parse<T extends v.GenericSchema>(schema: T, body: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const fields = result.issues.map((issue) => v.getDotPath(issue) ?? 'body');
  throw new ProviderError('nonsense', `unexpected ${fields.join(', ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderError('nonsense', 'not JSON');
  }
}

/** Why the provider did not reply: an error code such as `ECONNREFUSED`, which contains nothing personal. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const known = typeof cause === 'object' && cause !== null && 'code' in cause;
  return known ? `no reply, ${String(cause.code)}` : 'no reply';
}

function refusal(status: number, text: string): ProviderError {
  const refused = v.safeParse(v.pipe(v.string(), v.parseJson(), refusalBody), text);
  const { code, reason, field, description } = v.parse(
    refusalEntity,
    refused.success ? refused.output.error : {},
  );
  const keyRefused = status === 401;
  const advice = keyRefused
    ? 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are not from the same account'
    : '';
  const detail = [`status ${status}`, code, reason, field, advice].filter(Boolean).join(', ');
  return new ProviderError('rejected', detail, { description, keyRefused });
}

/** How long the provider asks us to wait. Understands only seconds, not dates. */
function waitOf(headers: Headers): { retryAfter?: number } {
  const given = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(given) ? Math.min(Number(given), longestWait) : 0;
  return seconds > 0 ? { retryAfter: seconds } : {};
}

/** True if the payment was authorised but never captured, so that the provider has returned it. */
export function isGivenBack({ status, captured }: ProviderPayment): boolean {
  return status === 'refunded' && captured === false;
}

export type Provider = ReturnType<typeof createProvider>;

/**
 * A client for the payment provider (§8.19). Every call has a time limit, and resolves to a parsed entity or throws
 * ProviderError. `deadline` ends calls early, for callers with their own time budget.
 */
export function createProvider(
  { apiUrl, keyId, keySecrets }: Omit<Env['razorpay'], 'webhookSecrets'>,
  deadline?: AbortSignal,
) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecrets[0]}`).toString('base64')}`;

  function callSignal(): AbortSignal {
    const timeout = AbortSignal.timeout(callTimeout);
    return deadline ? AbortSignal.any([timeout, deadline]) : timeout;
  }

  async function ask(
    path: string,
    signal: AbortSignal,
    sent?: object,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    let response: Response;
    let bytes: Uint8Array | undefined;
    try {
      response = await fetch(`${apiUrl}${path}`, {
        method: sent ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          authorization,
          ...(sent && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: sent ? JSON.stringify(sent) : null,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(tryTimeout)]),
      });
      bytes = await readAtMost(response, replyLimit);
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      throw new ProviderError(timedOut ? 'timeout' : 'unreachable', causeOf(error));
    }
    if (response.status === 429) {
      throw new ProviderError('busy', 'status 429', waitOf(response.headers));
    }
    if (response.status >= 500) throw new ProviderError('failed', `status ${response.status}`);
    if (!bytes) throw new ProviderError('nonsense', `more than ${replyLimit} bytes`);
    const text = new TextDecoder().decode(bytes);
    if (!response.ok) throw refusal(response.status, text);
    return parseJson(text);
  }

  /** Runs `first`. If it fails for a temporary reason, runs `again` after a short pause. */
  async function withRetry<T>(
    signal: AbortSignal,
    first: () => Promise<T>,
    again: () => Promise<T>,
  ): Promise<T> {
    try {
      return await first();
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.temporary || signal.aborted) throw error;
      try {
        await delay(250 + Math.random() * 250, undefined, { signal });
      } catch {
        throw error;
      }
      return again();
    }
  }

  async function read<T extends v.GenericSchema>(
    path: string,
    schema: T,
  ): Promise<v.InferOutput<T>> {
    const signal = callSignal();
    const once = async () => parse(schema, await ask(path, signal));
    return withRetry(signal, once, once);
  }

  /** Every entry of a list that was created between two times. */
  async function listed<T extends v.GenericSchema>(
    list: 'orders' | 'refunds',
    schema: T,
    [from, to]: readonly [Date, Date],
  ): Promise<v.InferOutput<T>[]> {
    const span = [from, to].map((moment) => Math.floor(moment.getTime() / 1000));
    const all: v.InferOutput<T>[] = [];
    for (;;) {
      const path = `/${list}?from=${span[0]}&to=${span[1]}&count=${pageSize}&skip=${all.length}`;
      const { items } = await read(path, collection(schema));
      all.push(...items);
      if (items.length < pageSize) return all;
    }
  }

  async function orderOfReceipt(receipt: string, signal: AbortSignal) {
    const path = `/orders?receipt=${encodeURIComponent(receipt)}`;
    const { items } = parse(collection(orderEntity), await ask(path, signal));
    return items.find((item) => item.receipt === receipt);
  }

  async function createOrFind(request: OrderRequest, signal: AbortSignal): Promise<ProviderOrder> {
    try {
      return parse(orderEntity, await ask('/orders', signal, request));
    } catch (error) {
      const taken = error instanceof ProviderError && receiptTaken.test(error.description);
      const order = taken ? await orderOfReceipt(request.receipt, signal) : undefined;
      if (order === undefined) throw error;
      return order;
    }
  }

  /** A payment's refunds, up to a hundred. */
  async function refundsOf(paymentId: string): Promise<ProviderRefund[]> {
    const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=100`;
    return (await read(path, collection(refundEntity))).items;
  }

  /**
   * The payment, counting only refunds that have been processed. The provider's own total includes refunds that may
   * still fail, and our records never undo a refund.
   */
  async function settled(payment: ProviderPayment): Promise<ProviderPayment> {
    if (payment.amount_refunded === 0 || isGivenBack(payment)) return payment;
    const refunds = await refundsOf(payment.id);
    const processed = refunds.filter((refund) => refund.status === 'processed');
    const amount = processed.reduce((sum, refund) => sum + refund.amount, 0);
    const reopened = payment.status === 'refunded' && amount < payment.amount;
    const status = reopened ? 'captured' : payment.status;
    return { ...payment, amount_refunded: amount, status };
  }

  return {
    /** Whether the provider accepts our key. Throws ProviderError if the provider's reply is unclear. */
    async takesKey(): Promise<boolean> {
      try {
        await read('/orders?count=1', v.unknown());
        return true;
      } catch (error) {
        if (error instanceof ProviderError && error.keyRefused) return false;
        throw error;
      }
    },

    /**
     * The provider's order for this receipt, created if there is none. After a lost reply, searches for the receipt
     * before creating another order, so that no receipt ever has two.
     */
    async order(request: OrderRequest): Promise<ProviderOrder> {
      const signal = callSignal();
      const order = await withRetry(
        signal,
        () => createOrFind(request, signal),
        async () =>
          (await orderOfReceipt(request.receipt, signal)) ?? (await createOrFind(request, signal)),
      );
      if (order.amount !== request.amount || order.currency !== request.currency) {
        throw new ProviderError('nonsense', 'order of another amount');
      }
      return order;
    },

    async payment(id: string): Promise<ProviderPayment> {
      return settled(await read(`/payments/${encodeURIComponent(id)}`, paymentEntity));
    },

    /** Captures an authorised payment in full. Resolves to the captured payment. */
    async capture({ id, amount, currency }: ProviderPayment): Promise<ProviderPayment> {
      const path = `/payments/${encodeURIComponent(id)}/capture`;
      return parse(paymentEntity, await ask(path, callSignal(), { amount, currency }));
    },

    refundsOf,

    /** The orders created at the provider between two times. */
    ordersBetween: (from: Date, to: Date) => listed('orders', listedOrder, [from, to]),

    /** The refunds created at the provider between two times. */
    refundsBetween: (from: Date, to: Date) => listed('refunds', listedRefund, [from, to]),

    /** Refunds part of a payment. A repeated call with the same key and request does not refund again. */
    async refund(paymentId: string, request: RefundRequest, key: string): Promise<ProviderRefund> {
      const signal = callSignal();
      const path = `/payments/${encodeURIComponent(paymentId)}/refund`;
      const once = async () =>
        parse(refundEntity, await ask(path, signal, request, { 'x-refund-idempotency': key }));
      return withRetry(signal, once, once);
    },

    /** Fetches every attempt to pay an order. */
    async paymentsOfOrder(orderId: string): Promise<ProviderPayment[]> {
      const path = `/orders/${encodeURIComponent(orderId)}/payments`;
      const { items } = await read(path, collection(paymentEntity));
      return Promise.all(items.map(settled));
    },
  };
}
