import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestBackend } from '../support/backend.ts';
import { loansOn } from '../../samples/loans.ts';
import { single } from '../../samples/packs.ts';

// §4.18 §4.20
const openToVisitors = ['next_free_time', 'public_mentors'];

/** Who may call the database functions (reliability D17). */
export function testFunctions(backend: TestBackend): void {
  test('D17 nobody calls a function without a right', async () => {
    const { token } = await backend.newMember();
    expect(await call('my_sessions', {}, backend.keys.publishableKey)).toEqual([401, '42501']);
    const event = { p_event_id: 'x', p_type: 'x', p_body: '{}' };
    expect(await call('apply_payment_event', event, token)).toEqual([403, '42501']);
    expect(
      await call('erase_account', { p_user_id: randomUUID(), p_is_checked: true }, token),
    ).toEqual([403, '42501']);
  });

  test.each(openToVisitors)('D17 §4.18 §4.20 a visitor may read %s like a page', async (name) => {
    const response = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
      headers: { apikey: backend.keys.publishableKey },
    });
    expect([response.status, await response.json()]).toEqual([200, []]);
  });

  test('§15.34 a member reads and refuses over the API as the database says', async () => {
    const { client } = await backend.newMember();
    const { data } = await client.rpc('my_sessions').throwOnError();
    expect(data).toMatchObject({ packs: [], upcoming: [], past: [], invitations: [] });
    const { error } = await client.rpc('book_slot', { p_slot: randomUUID() });
    expect(error).toMatchObject({ code: 'P0001', message: 'no_free_interview' });
  });

  test('§16.50 a member joins a loan group over the API, and another reads nothing of it', async () => {
    const [member, stranger] = [await backend.newMember(), await backend.newMember()];
    expect(await loansOn(backend.here).join(member.id)).toMatchObject({
      request: { institute: 'IIM Ahmedabad' },
      proven: false,
    });
    const { data: theirs } = await stranger.client.rpc('my_loan').throwOnError();
    expect(theirs).toMatchObject({ request: null, group: null, offers: [], consents: [] });
    const { error } = await stranger.client.rpc('leave_loan_group');
    expect(error).toMatchObject({ code: 'P0001', message: 'not_in_group' });
  });

  test('§16.50 nobody reaches a table of private over the API', async () => {
    const { token } = await backend.newMember();
    const { publishableKey, secretKey } = backend.keys;
    for (const key of [publishableKey, token, secretKey]) {
      for (const profile of ['public', 'private']) {
        const response = await fetch(`${backend.url}/rest/v1/outbox?select=*`, {
          headers: {
            apikey: publishableKey,
            authorization: `Bearer ${key}`,
            'accept-profile': profile,
          },
        });
        expect(response.ok, profile).toBe(false);
      }
    }
  });

  test('the service opens an order, attaches the provider order and records its payment', async () => {
    const { service } = backend;
    const { data: order } = await service
      .rpc('open_order', {
        p_pack: 'single',
        p_amount: single.paise,
        p_idempotency_key: randomUUID(),
      })
      .throwOnError();
    expect(order).toMatchObject({ status: 'created', user_id: null, amount: single.paise });
    expect(order.receipt).toBe(`ac_${order.id.replaceAll('-', '')}`);

    const attach = { p_order_id: order.id, p_provider_order_id: `order_${order.id}` };
    await service.rpc('attach_provider_order', attach).throwOnError();
    const entity = { id: 'pay_1', amount: single.paise, currency: 'INR', status: 'captured' };
    const { data } = await service
      .rpc('apply_payment_event', {
        p_event_id: randomUUID(),
        p_type: 'payment.captured',
        p_body: JSON.stringify({
          payload: { payment: { entity: { ...entity, order_id: attach.p_provider_order_id } } },
        }),
      })
      .throwOnError();
    expect(data).toEqual({
      outcome: 'applied',
      order_id: order.id,
      order_status: 'paid',
      payment_id: 'pay_1',
      review: null,
    });
  });

  async function call(name: string, args: object, token: string): Promise<unknown[]> {
    const response = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(args),
    });
    const reply: unknown = await response.json();
    return [response.status, (reply as { code?: unknown }).code];
  }
}
