import { createHmac, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { expect, inject, vi } from 'vitest';
import { loadFunction } from '../../local/site/function-routes.ts';
import { checkoutReply, errorReply } from '../../src/domain/api.ts';
import type { Pack } from '../../src/domain/packs/packs.ts';
import type { Refusal } from '../../src/domain/refusals/refusal.ts';
import { keysOf } from '../../src/domain/words/keys-of.ts';
import type { Database } from '../../src/lib/database.types.ts';
import { captureLog } from '../samples/log.ts';
import { single } from '../samples/packs.ts';
import { here } from './samples.ts';

const { backendUrl, sandboxUrl, keys, environment: ofStack } = inject('stack');

/** Environment variables by name; null removes a variable. */
type Settings = Record<string, string | null>;

/** The environment of functions in the test stack, where mentors use their own meeting links. */
export const environment: Settings = { ...ofStack, MEETING_ROOM_URL: null };

export const siteUrl = String(environment['PUBLIC_SITE_URL']);

/** What the functions have logged in this test. */
export const log = captureLog();

/** The functions with the methods that each allows. Other lists of functions are read from the folder. */
export const allowed = {
  getkey: 'GET',
  checkout: 'POST',
  discount: 'POST',
  paymentVerify: 'GET, POST',
  paymentWebhook: 'POST',
  paymentStatus: 'GET',
  reconcile: 'POST',
  watch: 'POST',
  mail: 'POST',
  feedback: 'GET, POST',
  mentorCancel: 'GET, POST',
  mentor: 'GET, POST',
  sessions: 'POST',
  loans: 'POST',
  pageview: 'POST',
  blocked: 'POST',
  freeInterview: 'POST',
  file: 'GET, POST, DELETE',
  refunds: 'POST',
  closeAccount: 'POST',
  memberData: 'GET',
  message: 'POST',
  unsubscribe: 'GET, POST',
  retention: 'POST',
} as const;
export type FunctionName = keyof typeof allowed;
export const functionNames = keysOf(allowed);

/** Calls a function with a query and from a network address; resolves to its reply. */
export type Call = (init?: RequestInit, query?: string, ip?: string) => Promise<Response>;
export type Functions = Record<FunctionName, Call>;

/** Loads the functions again, as a cold start does, with some environment variables changed. */
export async function loadFunctions(changes: Settings = {}): Promise<Functions> {
  for (const [name, value] of Object.entries({ ...environment, ...changes })) {
    vi.stubEnv(name, value ?? undefined);
  }
  vi.resetModules();
  const { readEnv } = await import('../../functions/_lib/env/env.ts');
  // The variables are parsed now, because the next load changes them in this process.
  try {
    readEnv();
  } catch {
    // The functions have to answer without a valid environment too.
  }
  const load = async (name: FunctionName): Promise<[FunctionName, Call]> => {
    const { default: handler } = await loadFunction(name);
    const call: Call = (init, query = '', ip = '203.0.113.1') =>
      handler(new Request(`${siteUrl}/api/${name}${query}`, init), { requestId: randomUUID(), ip });
    return [name, call];
  };
  // Object.fromEntries loses the type of the names.
  return Object.fromEntries(await Promise.all(functionNames.map(load))) as Functions;
}

/** The database as the service role, to look behind the functions. */
export const service = createClient<Database>(backendUrl, keys.secretKey, {
  auth: { persistSession: false, autoRefreshToken: false },
});

export type Member = { id: string; token: string };

export async function newMember(email = `${randomUUID()}@example.com`): Promise<{
  id: string;
  email: string;
  token: string;
  logOut: () => Promise<void>;
}> {
  const client = createClient<Database>(backendUrl, keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signUp({ email, password: 'a long password' });
  if (error || !data.session || !data.user) throw error ?? new Error('No one is logged in.');
  const member = { id: data.user.id, token: data.session.access_token };
  here.know(member);
  return {
    ...member,
    email,
    logOut: async () => {
      await client.auth.signOut();
    },
  };
}

/** The header of a caller with this token. */
export const bearer = (token: string | undefined): { authorization?: string } =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** A request with a JSON body; a string is sent unchanged. */
export function jsonRequest(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** A checkout request in the site’s format. */
export const checkoutRequest = (
  { id, price }: Pick<Pack, 'id' | 'price'>,
  headers: Record<string, string> = {},
  code?: string,
) => jsonRequest({ amount: price, pack: id, code }, headers);

export type ProviderOrder = { id: string; amount: number; currency: string };

/** Opens an order for a pack, at a lower price with a code; resolves to what the browser receives. */
export async function openOrder(
  checkout: Call,
  pack: Pick<Pack, 'id' | 'price'> = single,
  headers: Record<string, string> = {},
  code?: string,
): Promise<ProviderOrder> {
  const reply = await checkout(checkoutRequest(pack, headers, code));
  const body = await reply.text();
  if (!reply.ok) throw new Error(`No order for ${pack.id}: ${reply.status} ${body}`);
  return v.parse(v.pipe(v.string(), v.parseJson(), checkoutReply), body).order;
}

/** Our row for an order of the provider. */
export async function orderRow(providerOrderId: string) {
  const { data } = await service
    .from('orders')
    .select()
    .eq('provider_order_id', providerOrderId)
    .single()
    .throwOnError();
  return data;
}

/** Changes our row for an order of the provider. */
export async function changeOrder(
  providerOrderId: string,
  changes: Database['public']['Tables']['orders']['Update'],
): Promise<void> {
  await service
    .from('orders')
    .update(changes)
    .eq('provider_order_id', providerOrderId)
    .throwOnError();
}

/** Our rows for the payments of a provider’s order, sorted by id. */
export async function paymentRows(providerOrderId: string) {
  const { id } = await orderRow(providerOrderId);
  const { data } = await service
    .from('payments')
    .select()
    .eq('order_id', id)
    .order('id')
    .throwOnError();
  return data;
}

/** Our rows for the orders with this idempotency key. */
export async function rowsOfKey(key: string) {
  const { data } = await service.from('orders').select().eq('idempotency_key', key).throwOnError();
  return data;
}

/** The ids of all stored events that name a payment. */
export async function eventsOfPayment(paymentId: string): Promise<string[]> {
  const { data } = await service
    .from('payment_events')
    .select('id')
    .like('body', `%${paymentId}%`)
    .throwOnError();
  return data.map(({ id }) => id);
}

const sandboxWebhooks = v.object({
  webhooks: v.array(
    v.object({ event_id: v.string(), event: v.string(), order_id: v.string(), body: v.string() }),
  ),
});

export type SentWebhook = v.InferOutput<typeof sandboxWebhooks>['webhooks'][number];

/** The payment sandbox behind the functions, through its API and its control API. */
export const provider = {
  async control(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${sandboxUrl}/_sandbox${path}`, jsonRequest(body));
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
    return response.json();
  },

  async api(path: string, body?: object): Promise<unknown> {
    const authorization = `Basic ${btoa(`${keys.razorpayKeyId}:${keys.razorpayKeySecret}`)}`;
    const response = await fetch(
      `${sandboxUrl}/v1${path}`,
      body ? jsonRequest(body, { authorization }) : { headers: { authorization } },
    );
    return response.json();
  },

  /** How many orders the provider has for a receipt. */
  async ordersOfReceipt(receipt: string): Promise<number> {
    const body = await this.api(`/orders?receipt=${receipt}`);
    return v.parse(v.object({ count: v.number() }), body).count;
  },

  async arm(fault: Record<string, unknown>): Promise<void> {
    await this.control('/faults', fault);
  },

  /** Pays an order; resolves to the fields with which the payer returns. */
  async pay(orderId: string): Promise<Record<string, string>> {
    const paid = await this.control(`/orders/${orderId}/pay`, {});
    return v.parse(v.record(v.string(), v.string()), paid);
  },

  /**
   * Makes a payment that fails because of its address or of a fault that was set up. Resolves to the payment’s
   * id.
   */
  async fail(orderId: string, vpa = 'failure@razorpay'): Promise<string> {
    const body = await this.control(`/orders/${orderId}/pay`, { vpa });
    const metadata = v.object({ payment_id: v.string() });
    return v.parse(v.object({ error: v.object({ metadata }) }), body).error.metadata.payment_id;
  },

  /** Makes a payment that fails but that the bank may still authorise. Resolves to its id. */
  async failForNow(orderId: string): Promise<string> {
    await this.arm({ kind: 'late_authorisation', match: { order_id: orderId } });
    return this.fail(orderId, 'success@razorpay');
  },

  /** Makes the bank authorise such a payment. */
  authoriseLate(paymentId: string): Promise<unknown> {
    return this.control(`/payments/${paymentId}/authorise-late`, {});
  },

  /** The webhooks about an order, oldest first. */
  async webhooks(orderId: string): Promise<SentWebhook[]> {
    const response = await fetch(sandboxUrl);
    const { webhooks } = v.parse(sandboxWebhooks, await response.json());
    return webhooks.filter((webhook) => webhook.order_id === orderId);
  },
};

/** The provider’s signature of a body, or of `order|payment`. */
export function sign(message: string, secret: string): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** A webhook’s request, signed with the stack’s secret by default. */
export function webhookRequest(
  body: string,
  { eventId = `evt_${randomUUID()}`, secret = keys.razorpayWebhookSecret } = {},
): RequestInit {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': sign(body, secret),
    },
    body,
  };
}

/** The request that delivers one of the sandbox’s webhooks. */
export function delivery({ body, event_id: eventId }: SentWebhook): RequestInit {
  return webhookRequest(body, { eventId });
}

/** Delivers the provider’s webhooks about an order so far, or only of one kind, some of them again. */
export async function deliver(
  functions: Functions,
  providerOrder: string,
  kind = '',
): Promise<void> {
  for (const webhook of await provider.webhooks(providerOrder)) {
    if (!webhook.event.startsWith(kind)) continue;
    const reply = await functions.paymentWebhook(delivery(webhook));
    expect(reply.status).toBe(200);
  }
}

/** The form post with which a payer returns. */
export function callbackRequest(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  };
}

/** A call from another site’s page. */
export const elsewhere = { origin: 'https://evil.example' };

/** Expects a refusal with this status and code, and with this sentence or any other as its message. */
export async function expectRefusal(
  replied: Response | Promise<Response>,
  status: number,
  code: string,
  says?: string,
): Promise<void> {
  const reply = await replied;
  const { error } = v.parse(errorReply, await reply.json());
  expect({ status: reply.status, code: error.code }).toEqual({ status, code });
  expect(error.message).toMatch(/^[A-Z].+\.$/);
  if (says !== undefined) expect(error.message).toContain(says);
}

/** Expects the refusal that a table lists for a word. */
export function expectRule<Word extends string>(
  replied: Response | Promise<Response>,
  table: Readonly<Record<Word, Refusal>>,
  word: Word,
): Promise<void> {
  const { status = 409, says } = table[word];
  return expectRefusal(replied, status, word, says);
}

/** Expects a 303 to this address that no one may cache. */
export function expectRedirect(reply: Response, location: string): void {
  const headers = Object.fromEntries(reply.headers);
  expect(headers).toMatchObject({ location, 'cache-control': 'no-store' });
  expect(reply.status).toBe(303);
}
