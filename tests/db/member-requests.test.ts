/** What a member may ask of the people who run the site, with the commands they answer it with. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { eraseMember, exportMember } from '../../scripts/member.ts';
import { startTestBackend } from './support/backend.ts';
import { paymentEvent } from './support/payment-event.ts';

const backend = await startTestBackend();
afterAll(() => backend.stop());
const { service } = backend;

/** A member with a picture and a paid order. */
async function newCustomer() {
  const member = await backend.newMember({ firstname: 'Asha', lastname: 'Rao' });
  const { data: order } = await service
    .rpc('open_order', {
      p_user_id: member.id,
      p_pack: 'single',
      p_amount: 69_900,
      p_idempotency_key: randomUUID(),
    })
    .throwOnError();
  const providerOrder = `order_${order.id.replaceAll('-', '')}`;
  await service
    .rpc('attach_provider_order', { p_order_id: order.id, p_provider_order_id: providerOrder })
    .throwOnError();
  const event = paymentEvent('payment.captured', {
    id: `pay_${order.id.replaceAll('-', '')}`,
    order_id: providerOrder,
    email: member.email,
    contact: '+919876500002',
  });
  await service
    .rpc('apply_payment_event', { p_event_id: event.id, p_type: event.type, p_body: event.body })
    .throwOnError();
  const path = `${member.id}/${randomUUID()}.png`;
  const bucket = member.client.storage.from('profileimages');
  const { error } = await bucket.upload(path, new Uint8Array([1, 2, 3]), {
    contentType: 'image/png',
  });
  expect(error).toBeNull();
  return { member, order, path, pictureUrl: bucket.getPublicUrl(path).data.publicUrl };
}

test('Y6 a member gets everything we keep of the person, and of nobody else', async () => {
  const { member, order, path } = await newCustomer();
  await newCustomer();
  const given = await exportMember(service, member.email);
  expect(given).toMatchObject({
    profile: { id: member.id, email: member.email, firstname: 'Asha' },
    pictures: [path],
    orders: [{ id: order.id, payments: [{ email: member.email, contact: '+919876500002' }] }],
    ordersWithoutAccount: [],
  });
  expect(given.orders).toHaveLength(1);
});

test('Y5 a member is erased: pictures, account, sessions and every trace in the orders', async () => {
  const { member, order, pictureUrl } = await newCustomer();
  const stays = await newCustomer();
  expect((await fetch(pictureUrl)).status).toBe(200);

  expect(await eraseMember(service, member.email)).toEqual({
    account: true,
    pictures: 1,
    ordersKept: 1,
  });
  expect((await fetch(pictureUrl)).ok).toBe(false);
  expect((await member.client.auth.getUser(member.token)).error).not.toBeNull();
  expect((await member.client.auth.refreshSession()).error).not.toBeNull();
  expect((await member.client.from('orders').select()).data ?? []).toEqual([]);
  const given = await exportMember(service, member.email);
  expect(given).toEqual({ profile: null, pictures: [], orders: [], ordersWithoutAccount: [] });

  const { data: kept } = await service
    .from('orders')
    .select('user_id, status, payments(email, contact)')
    .eq('id', order.id)
    .single()
    .throwOnError();
  expect(kept).toEqual({
    user_id: null,
    status: 'paid',
    payments: [{ email: null, contact: null }],
  });
  expect(await exportMember(service, stays.member.email)).toMatchObject({
    pictures: [stays.path],
    orders: [{ id: stays.order.id }],
  });
});

test('somebody we do not know is nothing to erase', async () => {
  expect(await eraseMember(service, 'nobody@example.com')).toEqual({
    account: false,
    pictures: 0,
    ordersKept: 0,
  });
});

test('the views of the operators cannot be reached over the interface', async () => {
  const { token } = await backend.newMember();
  for (const key of [token, backend.keys.publishableKey, backend.keys.secretKey]) {
    const response = await fetch(`${backend.url}/rest/v1/sales?select=*`, {
      headers: {
        apikey: key === backend.keys.secretKey ? key : backend.keys.publishableKey,
        authorization: `Bearer ${key}`,
        'accept-profile': 'operations',
      },
    });
    expect(response.ok).toBe(false);
  }
});
