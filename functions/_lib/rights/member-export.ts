import * as v from 'valibot';
import { aboutExport } from '../../../src/domain/rights/export-words.ts';
import { fileAddress } from '../../../src/domain/rights/account-api.ts';
import { unwrap, type DatabaseClient } from '../database/database.ts';
import { memberWith } from './member-rights.ts';

const orderColumns = 'id, pack, amount, currency, status, receipt, created_at';

const paymentColumns =
  'id, status, amount, amount_refunded, method, email, contact, created_at, provider_created_at';

const account = v.object({
  account: v.looseObject({}),
  own_addresses: v.array(v.string()),
  terms_accepted: v.array(v.looseObject({})),
  devices: v.array(v.looseObject({})),
  mails: v.array(v.looseObject({})),
  log: v.array(v.looseObject({})),
});

const sessions = v.looseObject({
  files: v.array(
    v.looseObject({
      id: v.string(),
      purpose: v.string(),
      size: v.number(),
      type: v.string(),
      rate_match_id: v.nullish(v.string()),
      created_at: v.string(),
    }),
  ),
});

function ownerOf({ purpose, rate_match_id: match }: { purpose: string; rate_match_id?: unknown }) {
  if (purpose === 'letter') return 'letter';
  return match ? 'offer' : 'session';
}

const messageRows = v.array(v.looseObject({ number: v.number() }));

type Profile = NonNullable<Awaited<ReturnType<typeof memberWith>>>;

/** Everything that belongs to an account. */
async function ownedBy(client: DatabaseClient, { id }: Profile) {
  const byId = { p_user_id: id };
  const [kept, pictures, changes, taken, loan, refunds, messages, orders] = await Promise.all([
    client.rpc('account_of', byId),
    client.rpc('pictures_of', byId),
    client.rpc('address_changes', byId),
    client.rpc('sessions_of', byId),
    client.rpc('loan_of', byId),
    client.rpc('refunds_of', byId),
    client.rpc('messages_of', byId),
    client
      .from('orders')
      .select(`${orderColumns}, payments(${paymentColumns})`)
      .eq('user_id', id)
      .order('created_at'),
  ]);
  const { files, ...ofSessions } = v.parse(sessions, unwrap(taken));
  return {
    ...v.parse(account, unwrap(kept)),
    addressChangedAt: unwrap(changes)?.[0] ?? null,
    pictures: unwrap(pictures) ?? [],
    sessions: ofSessions,
    files: files.map(({ path: _, ...file }) => ({
      ...file,
      download: fileAddress(file.id, ownerOf(file)),
    })),
    loan: unwrap(loan),
    refunds: unwrap(refunds) ?? [],
    messages: v.parse(messageRows, unwrap(messages)),
    orders: unwrap(orders) ?? [],
  };
}

/** What was paid with these addresses, and is in no order of the account. */
async function paidWith(client: DatabaseClient, addresses: readonly string[], own: Set<string>) {
  const replies = await Promise.all(
    addresses.map((address) => client.rpc('payments_by', { p_email: address })),
  );
  const paid = replies.flatMap((reply) => unwrap(reply) ?? []);
  const visiting =
    unwrap(
      await client
        .from('orders')
        .select(orderColumns)
        .is('user_id', null)
        .in('id', [...new Set(paid.map(({ order_id: order }) => order))]),
    ) ?? [];
  const shown = new Set([...own, ...visiting.map(({ id }) => id)]);
  return {
    ordersWithoutAccount: visiting.map((order) => ({
      ...order,
      payments: paid.filter(({ order_id: of }) => of === order.id),
    })),
    // Of an order that another member owns, the person gets only the payments made with the address.
    paymentsForOthers: paid.filter(({ order_id: order }) => !shown.has(order)),
  };
}

/** What was written from these addresses. */
async function writtenFrom(client: DatabaseClient, addresses: readonly string[]) {
  const replies = await Promise.all(
    addresses.map((address) => client.rpc('messages_by', { p_email: address })),
  );
  return replies.flatMap((reply) => v.parse(messageRows, unwrap(reply)));
}

async function exportOf(client: DatabaseClient, profile: Profile, addresses: readonly string[]) {
  const { own_addresses, ...owned } = await ownedBy(client, profile);
  const ownOrders = new Set(owned.orders.map(({ id }) => id));
  const all = [...new Set([...addresses, ...own_addresses])];
  const paid = await paidWith(client, all, ownOrders);
  const known = new Set(owned.messages.map(({ number }) => number));
  const written = await writtenFrom(client, addresses);
  const messages = [...owned.messages, ...written.filter(({ number }) => !known.has(number))];
  return { profile, ...owned, messages, ...paid };
}

/**
 * Everything that is kept about a member, for the member (§18.40). What was paid without signing in is in it
 * as far as the member has proven the address (§18.42). Amounts are in paise.
 */
export async function exportAccount(client: DatabaseClient, memberId: string) {
  const profile = await memberWith(client, { id: memberId });
  if (!profile) return undefined;
  return {
    about: aboutExport,
    madeAt: new Date().toISOString(),
    ...(await exportOf(client, profile, [])),
  };
}

const mailsOf = v.array(v.looseObject({ payload: v.nullable(v.record(v.string(), v.unknown())) }));

/** The mails to an address, without the tokens of their links. */
async function mailsTo(client: DatabaseClient, email: string) {
  const mails = unwrap(await client.rpc('mails_to', { p_email: email }));
  return v.parse(mailsOf, mails).map(({ payload, ...mail }) => {
    const { token: _, ...shown } = payload ?? {};
    return { ...mail, payload: payload && shown };
  });
}

/**
 * Everything that is kept about the person with this address, for the operator, who has seen that the request
 * came from it. It also works for somebody without an account.
 */
export async function exportMember(client: DatabaseClient, email: string) {
  const [profile, mails] = await Promise.all([
    memberWith(client, { email }),
    mailsTo(client, email),
  ]);
  const address = email.toLowerCase();
  if (profile)
    return { about: aboutExport, ...(await exportOf(client, profile, [address])), mails };
  return {
    about: aboutExport,
    profile: null,
    ...(await paidWith(client, [address], new Set())),
    messages: await writtenFrom(client, [address]),
    mails,
  };
}
