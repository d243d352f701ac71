/** Members asking for their data or its erasure, answered with `npm run member`. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { exportAccount, exportMember } from '../../functions/_lib/personal-data/member-export.ts';
import { eraseMember } from '../../functions/_lib/personal-data/member-rights.ts';
import { aboutExport } from '../../src/domain/personal-data/export-words.ts';
import { startTestBackend } from './support/backend.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { lakh, loansOn } from '../samples/loans.ts';
import { newAddress } from '../samples/people.ts';

const backend = await startTestBackend();
afterAll(() => backend.stop());
const { service, here } = backend;
const { sql } = here;
const samples = bookingsOn(here);
const { newMessage } = samples;
const loans = loansOn(here);

/** The export for an unknown address. */
const nothing = {
  about: aboutExport,
  profile: null,
  ordersWithoutAccount: [],
  paymentsForOthers: [],
  discountCodes: [],
  messages: [],
  mails: [],
};

/** What an erasure of an unknown address erases. */
const nobody = { account: false, pictures: 0, files: 0, ordersKept: 0 };

/** The export after an erasure, while the last email waits to be sent. */
const lastMail = { ...nothing, mails: [expect.objectContaining({ kind: 'account_closed' })] };

const numbered = v.object({ messages: v.array(v.object({ number: v.number() })) });
const ownedOrders = v.object({ orders: v.array(v.object({ id: v.string() })) });

/** A member with a picture and a paid order. */
async function newCustomer() {
  const member = await backend.newMember({ firstname: 'Asha', lastname: 'Rao' });
  const { order: id, providerOrder } = await samples.newOrder(member.id);
  await samples.apply('payment.captured', {
    order_id: providerOrder,
    email: member.email,
    contact: '+919876500002',
  });
  const path = `${member.id}/${randomUUID()}.png`;
  const bucket = member.client.storage.from('profileimages');
  const { error } = await bucket.upload(path, new Uint8Array([1, 2, 3]), {
    contentType: 'image/png',
  });
  expect(error).toBeNull();
  return { member, order: { id }, path, pictureUrl: bucket.getPublicUrl(path).data.publicUrl };
}

test('Y6 an export contains everything kept about the member and nothing about anyone else', async () => {
  const { member, order, path } = await newCustomer();
  await newCustomer();
  const number = await newMessage({ email: `other.${member.email}`, member: member.id });
  const given = await exportMember(service, member.email);
  expect(given).toMatchObject({
    profile: { id: member.id, email: member.email, firstname: 'Asha' },
    addressChangedAt: null,
    unsubscribedAt: null,
    pictures: [path],
    orders: [{ id: order.id, payments: [{ email: member.email, contact: '+919876500002' }] }],
    ordersWithoutAccount: [],
    messages: [{ number, about: 'question', message: 'When does the season start?' }],
    mails: [
      { kind: 'welcome', recipient: member.email },
      { kind: 'receipt', payload: { order_id: order.id } },
    ],
  });
  expect(v.parse(ownedOrders, given).orders).toHaveLength(1);
  expect(await exportMember(service, member.email.toUpperCase())).toEqual(given);
});

test('Y5 Y6 §18.63 messages from a sender without an account can be exported and erased', async () => {
  const visitor = newAddress();
  const other = newAddress();
  const number = await newMessage({ email: visitor.toUpperCase(), body: 'A canary sings' });
  const stays = await newMessage({ email: other });
  await sql('select operations.answer_message($1, $2)', number, 'It does.');
  const given = await exportMember(service, visitor);
  expect(given).toMatchObject({
    profile: null,
    messages: [{ number, message: 'A canary sings', answer: 'It does.' }],
    mails: [{ kind: 'message_received' }],
  });
  expect(given['messages']).toHaveLength(1);

  expect(await eraseMember(service, visitor)).toMatchObject({ account: false });
  expect(await exportMember(service, visitor)).toEqual(nothing);
  const kept = await sql("select 1 as one from private.outbox where payload::text like '%canary%'");
  expect(kept).toEqual([]);
  expect((await exportMember(service, other))['messages']).toMatchObject([{ number: stays }]);
});

test('Y6 §18.63 §18.36 the operator’s export includes messages from the account’s unverified address, and the member’s own export leaves them out', async () => {
  const member = await backend.newMember();
  const other = newAddress();
  const { id, email } = member;
  const numbers = [await newMessage({ email: other, member: id }), await newMessage({ email })];
  const [inside] = numbers;
  const { messages } = v.parse(numbered, await exportMember(service, member.email));
  expect(messages.map((message) => message.number)).toEqual(numbers);
  expect((await exportAccount(service, member.id))?.['messages']).toMatchObject([
    { number: inside },
  ]);
  await samples.proveAddress(member.id);
  expect((await exportAccount(service, member.id))?.['messages']).toHaveLength(2);
  await eraseMember(service, member.email);
  expect(await exportMember(service, member.email)).toEqual(lastMail);
});

test('Y5 Y6 wildcards in an address are taken literally, so a pattern neither exports nor erases anything', async () => {
  const { member, path } = await newCustomer();
  const visitor = newAddress();
  const { providerOrder, payment: id } = await samples.newOrder(member.id);
  const failed = { id, order_id: providerOrder, email: visitor, status: 'failed' };
  await samples.apply('payment.failed', failed);
  for (const address of [member.email, visitor]) {
    for (const pattern of [
      address.replace(/^.{8}/, '*'),
      address.replace(/^.{8}/, '%'),
      address.replace(/^./, '_'),
      address.replace(/^./, '.'),
      '*@example.com',
      '%@%',
      'nobody@example.com',
    ]) {
      expect(await exportMember(service, pattern)).toEqual(nothing);
      expect(await eraseMember(service, pattern)).toEqual(nobody);
    }
  }
  expect(await exportMember(service, member.email)).toMatchObject({ pictures: [path] });
  expect(await exportMember(service, visitor)).toMatchObject({ paymentsForOthers: [{ id }] });
});

test('Y5 an erasure deletes every picture in every folder', async () => {
  const { member } = await newCustomer();
  const bucket = service.storage.from('profileimages');
  const deep = `${member.id}/a/b/c.png`;
  const { error } = await bucket.upload(deep, new Uint8Array([1]), { contentType: 'image/png' });
  expect(error).toBeNull();
  // Only rows, because a thousand uploads take long.
  await sql(
    `insert into storage.objects (bucket_id, name, owner_id, metadata)
    select bucket_id, $1 || number || '.png', owner_id, metadata
    from storage.objects, generate_series(1, 1000) as number where name = $2`,
    `${member.id}/many/`,
    deep,
  );
  expect(await eraseMember(service, member.email)).toMatchObject({ account: true, pictures: 1002 });
  const { data } = await bucket.list(member.id);
  expect(data).toEqual([]);
});

test('Y5 an erasure deletes the pictures, the account, its logins and every personal trace in the orders', async () => {
  const { member, order, pictureUrl } = await newCustomer();
  const stays = await newCustomer();
  expect((await fetch(pictureUrl)).status).toBe(200);

  expect(await eraseMember(service, member.email.toUpperCase())).toEqual({
    account: true,
    pictures: 1,
    files: 0,
    ordersKept: 1,
  });
  expect((await fetch(pictureUrl)).ok).toBe(false);
  expect((await member.client.auth.getUser(member.token)).error).not.toBeNull();
  expect((await member.client.auth.refreshSession()).error).not.toBeNull();
  expect((await member.client.from('orders').select()).data ?? []).toEqual([]);
  const given = await exportMember(service, member.email);
  expect(given).toEqual(lastMail);

  const kept = await sql(
    `select user_id, orders.status, email, contact from public.orders
    join public.payments on order_id = orders.id where orders.id = $1`,
    order.id,
  );
  expect(kept).toEqual([{ user_id: null, status: 'paid', email: null, contact: null }]);
  expect(await exportMember(service, stays.member.email)).toMatchObject({
    pictures: [stays.path],
    orders: [{ id: stays.order.id }],
  });
});

test('Y5 §18.12 an erasure deletes session files, their rows and the remains of unfinished uploads', async () => {
  const { member, order } = await newCustomer();
  const stays = await newCustomer();
  const bucket = service.storage.from('files');
  const pdf = { contentType: 'application/pdf' };
  const put = (path: string) => bucket.upload(path, new TextEncoder().encode('%PDF-').buffer, pdf);

  // newCustomer's payment is old, so its pack has ended.
  await sql('update public.payments set provider_created_at = now() where order_id = $1', order.id);
  const booking = await samples.book(member.id, await samples.newSlot(72), { order: order.id });
  const { path } = await samples.serve<{ path: string }>(
    'add_session_file',
    member.id,
    booking.id,
    'cv',
    5,
    'application/pdf',
  );
  expect((await put(path)).error).toBeNull();
  expect((await put(`${member.id}/left.pdf`)).error).toBeNull();
  expect((await put(`${stays.member.id}/kept.pdf`)).error).toBeNull();

  expect(await eraseMember(service, member.email)).toMatchObject({ account: true, files: 2 });
  expect((await bucket.list(member.id)).data).toEqual([]);
  expect((await bucket.list(stays.member.id)).data).toHaveLength(1);
  expect(await sql('select id from private.files where path = $1', path)).toEqual([]);
});

/** A member whose choice a lender has, and who sent a better offer. */
async function newBorrower() {
  const { member } = await newCustomer();
  const name = `Lender ${randomUUID()}`;
  const lender = await loans.newLender({ name, email: 'loans@lender.example.com' });
  await loans.proveAddress(member.id);
  await loans.join(member.id);
  const choice = await loans.chooseShown(member.id, await loans.newOffer({ lender }));
  for (const step of ['send_to_lender', 'details_sent']) await loans.operate(step, choice);
  await loans.addMatch(member.id);
  return { member, choice, lender: name };
}

test('Y6 §18.2 §18.20 an export contains the loan’s requests, consents, choice and better offer', async () => {
  const { member, choice, lender } = await newBorrower();
  const other = await newBorrower();
  const given = await exportMember(service, member.email);
  expect(given).toMatchObject({
    loan: {
      requests: [{ institute: 'IIM Ahmedabad', amount: 25 * lakh, left_at: null }],
      consents: expect.arrayContaining([
        expect.objectContaining({ kind: 'loan_group', version: 1, taken_back_at: null }),
        expect.objectContaining({ lender, text: expect.stringContaining(lender) }),
      ]),
      choices: [{ id: choice, state: 'with_lender', steps: [{ state: 'chosen' }, {}] }],
      rate_matches: [{ lender: 'City Bank', rate: 9.4, file: { type: 'application/pdf' } }],
    },
  });
  const text = JSON.stringify(given);
  for (const foreign of [other.member.id, other.member.email, other.choice, other.lender]) {
    expect(text).not.toContain(foreign);
  }
});
