import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestBackend } from '../support/backend.ts';

/** Who may call the database functions (reliability D17). */
export function testFunctions(backend: TestBackend): void {
  const forTheService = {
    open_order: { p_pack: 'single', p_amount: 69900, p_idempotency_key: randomUUID() },
    attach_provider_order: { p_order_id: randomUUID(), p_provider_order_id: 'order_x' },
    apply_payment_event: { p_event_id: randomUUID(), p_type: 'payment.captured', p_body: '{}' },
    count_page_view: { p_path: '/' },
    count_limited_page_view: { p_path: '/', p_caller: 'a'.repeat(64) },
    forget_callers: {},
    erase_member: { p_user_id: randomUUID() },
    erase_payer: { p_email: 'nobody@example.com' },
    payments_by: { p_email: 'nobody@example.com' },
    claim_mails: { p_limit: 1 },
    mail_sent: { p_id: randomUUID(), p_lease: randomUUID() },
    mail_failed: { p_id: randomUUID(), p_lease: randomUUID(), p_error: 'x', p_permanent: false },
    forget_mails: {},
    mails_to: { p_email: 'nobody@example.com' },
    pictures_of: { p_user_id: randomUUID() },
    address_changes: { p_user_id: randomUUID() },
  };
  const forMembers = { claimable_orders: {}, claim_order: { p_order_id: randomUUID() } };

  test.each(Object.entries(forTheService))(
    'D17 only the service may call %s',
    async (name, args) => {
      const { token } = await backend.newMember();
      expect(await call(name, args, backend.keys.publishableKey)).toEqual([401, '42501']);
      expect(await call(name, args, token)).toEqual([403, '42501']);
    },
  );

  test.each(Object.entries(forMembers))('D17 visitors may not call %s', async (name, args) => {
    expect(await call(name, args, backend.keys.publishableKey)).toEqual([401, '42501']);
  });

  test('the service opens an order, attaches the provider order and records its payment', async () => {
    const { service } = backend;
    const { data: order } = await service
      .rpc('open_order', forTheService.open_order)
      .throwOnError();
    expect(order).toMatchObject({ status: 'created', user_id: null, amount: 69900 });
    expect(order.receipt).toBe(`ac_${order.id.replaceAll('-', '')}`);

    const attach = { p_order_id: order.id, p_provider_order_id: `order_${order.id}` };
    await service.rpc('attach_provider_order', attach).throwOnError();
    const entity = { id: 'pay_1', amount: 69900, currency: 'INR', status: 'captured' };
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
