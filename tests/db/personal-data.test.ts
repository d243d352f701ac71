/** What members do themselves with their account and their data (§18.30 to §18.85). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { loansOn } from '../samples/loans.ts';
import { single } from '../samples/packs.ts';
import { newAddress } from '../samples/people.ts';
import { refundsOn } from '../samples/refunds.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { expectRefusal, testDatabase, texts } from './support/database.ts';

const database = await testDatabase();
const caller = onEmbedded(database);
const here = refundsOn(caller);
const { query, one, count, edit, serve, proveAddress } = here;

/** Calls one function as a member, with the API's role. */
async function call(member: string, sql: string, parameters: unknown[] = []): Promise<unknown> {
  const [row] = await caller.as({ member }, `select ${sql} as answer`, parameters);
  return row?.['answer'];
}

/**
 * Signs someone up; `confirmed` means that the account service’s confirmation email was answered, `proven` that the
 * link in ours was opened.
 */
async function newMember({
  email = newAddress(),
  metadata = {},
  confirmed = true,
  proven = confirmed,
}: { email?: string; metadata?: object; confirmed?: boolean; proven?: boolean } = {}) {
  const id = randomUUID();
  await query(
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, confirmation_sent_at)
    values ($1, $2, $3, now(), case when $4::boolean then now() end)`,
    [id, email, JSON.stringify({ firstname: 'Asha', ...metadata }), confirmed],
  );
  await query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (gen_random_uuid(), 'email', $1::uuid::text, $1::uuid, $2)`,
    [id, JSON.stringify({ sub: id, email })],
  );
  if (proven) await proveAddress(id);
  return { id, email };
}

const unconfirm = (id: string) =>
  edit('auth.users set email_confirmed_at = null where id = $1', id);

/** Changes an account's address directly, as anyone may who can write to the account. */
async function changeAddress(id: string): Promise<string> {
  const address = newAddress();
  await edit('auth.users set email = $2 where id = $1', id, address);
  return address;
}

/** The emails that wait for an address, with their tokens. */
async function mailsFor(address: string): Promise<{ kind: string; token: string }[]> {
  const found = await query(
    `select kind, payload ->> 'token' as token from private.outbox
    where recipient = $1 and dropped_at is null order by created_at, kind`,
    [address],
  );
  return found.map(({ kind, token }) => ({ kind: String(kind), token: String(token) }));
}

const kindsFor = async (address: string) => (await mailsFor(address)).map(({ kind }) => kind);

async function tokenOf(address: string, kind: string): Promise<string> {
  return (await mailsFor(address)).findLast((mail) => mail.kind === kind)?.token ?? 'none';
}

const confirm = (member: string, token: string) =>
  call(member, 'public.confirm_email_change($1)', [token]);
const ask = (member: string, address: string) =>
  call(member, 'public.ask_email_change($1)', [address]);
/** Answers both emails about a change of address. */
async function confirmBoth({ id, email }: { id: string; email: string }, wanted: string) {
  await confirm(id, await tokenOf(email, 'email_change_old'));
  return confirm(id, await tokenOf(wanted, 'email_change_new'));
}
const accountOf = (id: string) => one('select email from auth.users where id = $1', [id]);
const myEmail = (id: string, token?: string) => call(id, 'public.my_email($1)', [token ?? null]);
const myConsents = (id: string) => call(id, 'public.my_consents()');

const verified = async (id: string) => {
  const found = await query('select address from private.proven_addresses where user_id = $1', [
    id,
  ]);
  return found.map(({ address }) => address);
};

beforeEach(() => query('delete from private.outbox'));

/** Lets the mail job claim emails; returns their kinds. */
async function claimed(): Promise<string[]> {
  const found = await query('select kind from public.claim_mails(50) order by kind');
  return found.map(({ kind }) => String(kind));
}

/** A visitor's order with a payment from this address. */
async function paidByVisitor(email: string): Promise<string> {
  const { providerOrder: order_id, payment: id } = await here.newOrder();
  await here.apply('payment.captured', { id, order_id, email, contact: '+919876500009' });
  return id;
}

const payerOf = (payment: string) =>
  here.row('select email, contact from public.payments where id = $1', payment);

test.each(['old first', 'new first'])(
  '§18.4 §18.80 §18.85 an account’s address changes only after the second confirmation, %s',
  async (order) => {
    const { id, email } = await newMember();
    const wanted = newAddress();
    const asked = await ask(id, ` ${wanted.toUpperCase()} `);
    expect(asked).toMatchObject({ address: wanted });
    const ends = Date.parse(String((asked as Row)['expires_at']));
    expect(Math.round((ends - Date.now()) / 60_000), 'minutes').toBe(24 * 60);
    const old = await tokenOf(email, 'email_change_old');
    const fresh = await tokenOf(wanted, 'email_change_new');
    const [first, second] = order === 'old first' ? [old, fresh] : [fresh, old];
    const waiting = { state: 'waiting' };
    expect(await confirm(id, first)).toEqual(waiting);
    expect(await confirm(id, first), 'opening the same link twice confirms one address').toEqual(
      waiting,
    );
    expect(await accountOf(id)).toBe(email);
    const isOld = first === old;
    expect(await myEmail(id, first)).toMatchObject({ link: isOld ? 'old' : 'new' });
    const stranger = await newMember();
    expect(await myEmail(stranger.id, first)).toMatchObject({ link: 'other_account' });
    await ask(id, wanted);
    expect(await myEmail(id), 'asking again keeps what is confirmed').toMatchObject({
      change: { old_confirmed: isOld, new_confirmed: !isOld },
    });
    expect(await myEmail(id, second), 'and replaces the other link').toMatchObject({ link: null });
    const again = isOld
      ? await tokenOf(wanted, 'email_change_new')
      : await tokenOf(email, 'email_change_old');
    const pages = ['public.my_sessions()', 'public.my_loan()'];
    for (const page of pages) expect(await call(id, page)).toMatchObject({ changing_to: wanted });
    expect(await confirm(id, again)).toEqual({ state: 'changed', address: wanted });
    expect(await myEmail(id, again)).toMatchObject({ link: null });
    for (const page of pages) expect(await call(id, page)).toMatchObject({ changing_to: null });

    expect(await accountOf(id)).toBe(wanted);
    for (const held of ['public.profiles where id', 'auth.identities where user_id']) {
      expect(await one(`select email from ${held} = $1`, [id]), held).toBe(wanted);
    }
    expect((await verified(id)).toSorted()).toEqual([email, wanted].sort());
    expect(await kindsFor(email)).toContain('email_changed');
    await expectRefusal(confirm(id, second), 'link_not_valid');
  },
);

test('§18.80 a change sends no link to a current address that was never verified, and does not verify it', async () => {
  const { id, email } = await newMember({ proven: false });
  const owner = await newMember();
  const askAndRead = async (wanted: string) => {
    await ask(id, wanted);
    return myEmail(id);
  };
  const wanted = newAddress();
  const change = { address: wanted, old_confirmed: null, new_confirmed: false };
  expect(await askAndRead(wanted)).toMatchObject({ verified: false, change });
  expect(await askAndRead(owner.email), 'an address with an account looks the same').toMatchObject({
    change: { ...change, address: owner.email },
  });
  await ask(id, wanted);
  expect(await kindsFor(email)).toEqual(['welcome']);
  const token = (await mailsFor(wanted)).at(-1)?.token ?? 'none';
  expect(await confirm(id, token)).toEqual({ state: 'changed', address: wanted });
  expect(await accountOf(id)).toBe(wanted);
  expect(await verified(id)).toEqual([wanted]);
  expect(JSON.stringify(await mailsFor(email)), 'a stranger may read it').not.toContain(wanted);
  const told =
    "select payload ->> 'address' from private.outbox where kind = 'email_changed' and recipient = $1";
  expect(await texts(database, told, [email])).toEqual(['null']);
});

test('§18.88 changing the address invalidates earlier links into the account, but not other members’ links', async () => {
  // A hosted project has this table, and the local account service has not.
  await database.exec(`create table auth.one_time_tokens (
    id uuid primary key, user_id uuid not null references auth.users (id) on delete cascade,
    token_type text not null, token_hash text not null, relates_to text not null
  )`);
  const [mover, other] = [await newMember(), await newMember()];
  for (const { id, email } of [mover, other]) {
    await query(
      `update auth.users set recovery_token = 'a' || id, confirmation_token = 'b' || id,
        reauthentication_token = 'c' || id where id = $1`,
      [id],
    );
    await query(
      `insert into auth.one_time_tokens
      values (gen_random_uuid(), $1::uuid, 'recovery_token', 'a' || $1::text, $2)`,
      [id, email],
    );
  }
  const tokens = () =>
    query(
      `select users.id, recovery_token || confirmation_token || reauthentication_token as kept,
        (select count(*)::integer from auth.one_time_tokens where user_id = users.id) as hashes
      from auth.users where users.id = any ($1) order by users.id = $2 desc`,
      [[mover.id, other.id], mover.id],
    );
  const wanted = newAddress();
  await ask(mover.id, wanted);
  const before = await tokens();
  await confirm(mover.id, await tokenOf(mover.email, 'email_change_old'));
  expect(await tokens(), 'the logins have not changed yet').toEqual(before);
  await confirm(mover.id, await tokenOf(wanted, 'email_change_new'));
  expect(await tokens()).toEqual([{ id: mover.id, kept: '', hashes: 0 }, before[1]]);
  await database.exec('drop table auth.one_time_tokens');
});

test('§18.81 only hashes of tokens are kept, and a new email change invalidates the links for the earlier one', async () => {
  const { id, email } = await newMember();
  const [first, second] = [newAddress(), newAddress()];
  await ask(id, first);
  const earlier = await tokenOf(email, 'email_change_old');
  await ask(id, second);
  const kept = JSON.stringify(await query('select * from private.mailed_links'));
  for (const token of [earlier, await tokenOf(email, 'email_change_old')]) {
    expect(kept).not.toContain(token);
  }
  await expectRefusal(confirm(id, earlier), 'link_not_valid');
  await expectRefusal(confirm(id, await tokenOf(first, 'email_change_new')), 'link_not_valid');
  await confirm(id, await tokenOf(email, 'email_change_old'));
  const third = newAddress();
  await ask(id, third);
  const answered = await confirm(id, await tokenOf(third, 'email_change_new'));
  expect(answered, 'the confirmation of the earlier change does not count').toEqual({
    state: 'waiting',
  });
  const left = ['email_change_new', 'email_change_old', 'welcome'];
  expect(await claimed(), 'emails about the earlier changes are dropped').toEqual(left);
});

test('§18.81 an email-change link expires after a day and does not work in another account', async () => {
  const { id, email } = await newMember();
  const stranger = await newMember();
  await ask(id, newAddress());
  const token = await tokenOf(email, 'email_change_old');
  await expectRefusal(confirm(stranger.id, token), 'other_account');
  const past = "expires_at = now() - interval '1 second'";
  await edit(`private.mailed_links set ${past} where user_id = $1`, id);
  await expectRefusal(confirm(id, token), 'link_not_valid');
  expect(await myEmail(id)).toEqual({ email, verified: true, change: null, link: null });
  expect(await claimed(), 'emails about the cancelled change are no longer sent').toEqual([
    'welcome',
    'welcome',
  ]);
});

test('§18.83 asking for another account’s address gets the same reply as asking for a free one, and that account keeps its address', async () => {
  const { id, email } = await newMember();
  const owner = await newMember();
  const free = newAddress();
  const answered = (await ask(id, free)) as Row;
  const taken = (await ask(id, owner.email)) as Row;
  expect(Object.keys(taken)).toEqual(Object.keys(answered));
  expect(await myEmail(id)).toMatchObject({
    change: { address: owner.email, old_confirmed: false, new_confirmed: false },
  });
  expect(await kindsFor(owner.email)).toEqual(['welcome', 'email_change_taken']);
  const links = "private.mailed_links where user_id = $1 and purpose like 'email_change%'";
  expect(await query(`select purpose from ${links} order by purpose`, [id])).toEqual([
    { purpose: 'email_change_new' },
    { purpose: 'email_change_old' },
  ]);
  const mail = "select payload::text from private.outbox where kind = 'email_change_taken'";
  const said = await one<string>(mail);
  expect(said).not.toMatch(/Asha|token/);
  expect(said).not.toContain(email);
  expect(await confirm(id, await tokenOf(email, 'email_change_old'))).toEqual({ state: 'waiting' });
  expect(await accountOf(id)).toBe(email);
});

test('§18.83 an account opened between the two confirmations keeps the address, and the member keeps the old one', async () => {
  const { id, email } = await newMember();
  const wanted = newAddress();
  await ask(id, wanted);
  await confirm(id, await tokenOf(email, 'email_change_old'));
  const token = await tokenOf(wanted, 'email_change_new');
  const faster = await newMember({ email: wanted });
  expect(await confirm(id, token)).toEqual({ state: 'taken', address: wanted });
  expect(await accountOf(id)).toBe(email);
  expect(await accountOf(faster.id)).toBe(wanted);
  expect(await verified(id)).toEqual([email]);
  expect(await myEmail(id)).toEqual({ email, verified: true, change: null, link: null });
});

test('§18.80 §18.81 an invalid address, the current address and a sixth change in one day are refused', async () => {
  const { id, email } = await newMember();
  await expectRefusal(ask(id, 'nobody'), 'address_not_valid');
  await expectRefusal(ask(id, email.toUpperCase()), 'same_address');
  for (let change = 0; change < 5; change += 1) await ask(id, newAddress());
  await expectRefusal(ask(id, newAddress()), 'too_many_today');
  const busy = newAddress();
  const stranger = async () => (await newMember({ proven: false })).id;
  for (let change = 0; change < 5; change += 1) await ask(await stranger(), busy);
  await expectRefusal(ask(await stranger(), busy), 'too_many_today');
});

test('§18.84 a cancelled email change can no longer be confirmed, and its emails are not sent', async () => {
  const { id, email } = await newMember();
  await ask(id, newAddress());
  const token = await tokenOf(email, 'email_change_old');
  await call(id, 'public.cancel_email_change()');
  await expectRefusal(confirm(id, token), 'link_not_valid');
  expect(await claimed()).toEqual(['welcome']);
});

test('§18.85 a confirmed address is told of any change to a different address, as long as the account exists', async () => {
  const { id, email } = await newMember();
  await ask(id, newAddress());
  const changed = await changeAddress(id);
  const ended = { email: changed, verified: false, change: null, link: null };
  expect(await myEmail(id), 'the waiting change has ended').toEqual(ended);
  const stranger = await newMember();
  await unconfirm(stranger.id);
  await changeAddress(stranger.id);
  const unreachable = await newMember();
  await edit('auth.users set email = null where id = $1', unreachable.id);
  await query('delete from private.outbox where recipient = $1', [unreachable.email]);
  await changeAddress(unreachable.id);
  const told = "select recipient from private.outbox where kind = 'email_changed'";
  expect(await query(told)).toEqual([{ recipient: email }]);
  await query('delete from auth.users where id = $1', [id]);
  expect(await claimed()).not.toContain('email_changed');
});

test('§18.81 §18.85 the emails about a change are urgent, name the new address, and are sent only within a day or a week', async () => {
  const member = await newMember();
  const wanted = newAddress();
  await ask(member.id, wanted);
  await confirmBoth(member, wanted);
  const next = await changeAddress(member.id);
  const mails = await query(
    `select kind, recipient, payload ->> 'address' as address, priority,
      extract(epoch from not_after - created_at)::integer / 3600 as hours
    from private.outbox where payload ->> 'user_id' = $1 and kind ^@ 'email_change'
    order by created_at, kind`,
    [member.id],
  );
  expect(mails).toEqual([
    { kind: 'email_change_new', recipient: wanted, address: wanted, priority: 0, hours: 24 },
    { kind: 'email_change_old', recipient: member.email, address: wanted, priority: 0, hours: 24 },
    { kind: 'email_changed', recipient: member.email, address: wanted, priority: 0, hours: 168 },
    { kind: 'email_changed', recipient: wanted, address: next, priority: 0, hours: 168 },
  ]);
});

test('§18.80 an address confirmed through the email about its change counts as confirmed', async () => {
  const member = await newMember();
  await unconfirm(member.id);
  const wanted = newAddress();
  await ask(member.id, wanted);
  expect(await confirmBoth(member, wanted)).toEqual({ state: 'changed', address: wanted });
  const confirmed = 'auth.users where email_confirmed_at is not null and id = $1';
  expect(await count(confirmed, member.id)).toBe(1);
});

test('§18.45 the sign-up stores which version of the terms was accepted and when, and ignores any other value', async () => {
  const { id } = await newMember({ metadata: { terms: '2026-11-22' } });
  const accepted = { version: '2026-11-22', accepted_at: expect.any(String) };
  expect(await myConsents(id)).toEqual({ terms: [accepted], shared_packs: [], loan: [] });
  const noDays = ['2026-13-45', 'today', '20261122', '2026-1-2', '22 November', 5, null, { a: 1 }];
  for (const terms of ['1999-01-01', '2999-01-01', ...noDays]) {
    const member = await newMember({ metadata: { terms } });
    expect(await myConsents(member.id), JSON.stringify(terms)).toMatchObject({ terms: [] });
  }
});

test('§18.42 an account’s export contains neither tokens nor emails to other addresses', async () => {
  const { id, email } = await newMember();
  const wanted = newAddress();
  await ask(id, wanted);
  await call(id, 'public.ask_address_proof($1)', [wanted]);
  const tokens = [
    await tokenOf(email, 'email_change_old'),
    await tokenOf(wanted, 'email_change_new'),
    await tokenOf(wanted, 'address_proof'),
  ];
  const kept = await one('select public.export_member($1)::text', [id]);
  expect(kept).toContain('email_change_old');
  for (const token of tokens) expect(kept).not.toContain(token);
  expect(kept).not.toMatch(/email_change_new|address_proof/);
});

test('§18.42 §18.36 an account’s export includes the emails and payments for its address only after verification', async () => {
  const someone = newAddress();
  const theirs = await paidByVisitor(someone);
  const impostor = await newMember({ email: someone, confirmed: false });
  const kinds = async (id: string) => {
    const { mails } = await serve<{ mails: Row[] }>('export_member', id);
    return mails.map(({ kind }) => String(kind)).sort();
  };
  expect(await kinds(impostor.id)).toEqual(['welcome']);
  expect(JSON.stringify(await serve('export_member', impostor.id))).not.toContain(theirs);
  await proveAddress(impostor.id);
  expect(await kinds(impostor.id)).toEqual(['receipt', 'welcome']);
});

test('§18.42 an account’s export includes its emails, however the address is spelled', async () => {
  const { id, email } = await newMember({ confirmed: false });
  await query('update auth.users set email = upper(email) where id = $1', [id]);
  const { mails } = await serve<{ mails: Row[] }>('export_member', id);
  expect(mails).toMatchObject([{ kind: 'welcome', recipient: email }]);
});

test('§18.33 §18.36 closing an account erases the payments of its verified addresses, but not those of other payers', async () => {
  const someone = newAddress();
  const theirs = await paidByVisitor(someone);
  const impostor = await newMember({ email: someone, confirmed: false });
  await serve('erase_account', impostor.id, false);
  const kept = { email: someone, contact: '+919876500009' };
  expect(await payerOf(theirs), 'the buyer can still claim it').toEqual(kept);

  const { id, email } = await newMember({ confirmed: false });
  const second = newAddress();
  const [own, other] = [await paidByVisitor(email), await paidByVisitor(second)];
  for (const address of [email, second]) await proveAddress(id, address);
  const holder = await newMember();
  const held = await paidByVisitor(holder.email);
  await proveAddress(id, holder.email);
  await serve('erase_account', id, false);
  const nobody = { email: null, contact: null };
  expect([await payerOf(own), await payerOf(other)]).toEqual([nobody, nobody]);
  const { email: payer } = (await payerOf(held)) ?? {};
  expect(payer, 'the payer’s address belongs to another account').toBe(holder.email);

  await serve('erase_account', (await newMember({ email: someone, confirmed: false })).id, true);
  expect(await payerOf(theirs), 'an operator has checked who asks').toEqual(nobody);
});

test('§18.42 §18.33 payments and emails with the address in capitals belong to the same person', async () => {
  const { id, email } = await newMember();
  const typed = email.toUpperCase();
  const holder = await newMember();
  const [own, forHolder] = [await paidByVisitor(typed), await paidByVisitor(typed)];
  const heldOrder = 'id = (select order_id from public.payments where id = $1)';
  await edit(`public.orders set user_id = $2 where ${heldOrder}`, forHolder, holder.id);
  const kept = {
    ordersWithoutAccount: [{ payments: [{ id: own }] }],
    paymentsForOthers: [{ id: forHolder }],
  };
  const mails = expect.arrayContaining([expect.objectContaining({ kind: 'receipt' })]);
  const exported = await serve('export_member', id);
  expect(exported).toMatchObject({ ...kept, mails });
  for (const theirs of [holder.id, holder.email]) {
    expect(JSON.stringify(exported)).not.toContain(theirs);
  }
  for (const asked of [email, typed]) {
    expect(await serve('export_member', null, asked), asked).toMatchObject({ ...kept, mails });
  }
  await serve('erase_payer', email);
  const nobody = { email: null, contact: null };
  expect([await payerOf(own), await payerOf(forHolder)]).toEqual([nobody, nobody]);

  const other = await paidByVisitor(email);
  await edit(`public.orders set user_id = $2 where ${heldOrder}`, other, holder.id);
  await serve('erase_payer', typed);
  expect(await payerOf(other), 'the address is found as the operator typed it').toEqual(nobody);
});

test('§18.36 the sign-up address counts as the member’s own once it is confirmed, and until it is changed', async () => {
  const own = ({ id }: { id: string }) => query('select private.own_addresses($1) as own', [id]);
  const signUp = () => newMember({ proven: false });
  const [steady, mover, silent] = [await signUp(), await signUp(), await signUp()];
  await changeAddress(mover.id);
  await unconfirm(silent.id);
  expect(await own(steady)).toEqual([{ own: steady.email }]);
  for (const member of [mover, silent]) expect(await own(member)).toEqual([]);
});

test('§18.33 closing an account deletes its links, email changes and emails, whether verified or not', async () => {
  const { id, email } = await newMember({ confirmed: false });
  const [other, wanted] = [await newMember(), newAddress()];
  await ask(id, wanted);
  const fault = (subject: string, payload: object) =>
    query("insert into private.mail_faults (kind, call) values ('x', $1)", [
      JSON.stringify({ subject, payload }),
    ]);
  await fault(id, {});
  await fault('', { user_id: id });
  await fault(other.id, { user_id: other.id });
  await serve('erase_account', id, false);
  expect(await kindsFor(email)).toEqual(['account_closed']);
  expect(await mailsFor(wanted)).toEqual([]);
  const left = await query(
    "delete from private.mail_faults returning call ->> 'subject' as subject",
  );
  expect(left).toEqual([{ subject: other.id }]);

  const own = await newMember();
  const visitor = newAddress();
  for (const address of [own.email, visitor]) {
    await query(
      `insert into private.mailed_links (token_hash, user_id, purpose, address, expires_at)
      values (sha256($2::text::bytea), $1, 'address_proof', $2, now() + interval '1 day')`,
      [other.id, address],
    );
  }
  await ask(other.id, visitor);
  await serve('erase_account', own.id, false);
  const links = "private.mailed_links where purpose = 'address_proof' and address = $1";
  expect([await count(links, own.email), await count(links, visitor)]).toEqual([0, 1]);
  await serve('erase_payer', visitor.toUpperCase());
  expect(await myEmail(other.id)).toMatchObject({ change: null });
});

test('§19.14 erasing a payer also erases the emails to the payer and about their order that could not be queued', async () => {
  const payer = newAddress();
  const { order, providerOrder: order_id } = await here.newOrder();
  await here.apply('payment.captured', { order_id, email: payer });
  for (const what of [{ recipient: payer.toUpperCase() }, { subject: order }, { subject: 'x' }]) {
    await query("insert into private.mail_faults (kind, call) values ('x', $1)", [
      JSON.stringify(what),
    ]);
  }
  await serve('erase_payer', payer);
  const left = await query('delete from private.mail_faults returning call');
  expect(left).toEqual([{ call: { subject: 'x' } }]);
});

test('§15.77 emptying an account does not delete anything from another account', async () => {
  const [taken, other] = [await newMember(), await newMember()];
  for (const { id } of [taken, other]) {
    await ask(id, newAddress());
    await query("insert into storage.objects (bucket_id, name) values ('profileimages', $1)", [
      `${id}/1.png`,
    ]);
  }
  const pictures = () => query('select public.pictures_of($1) as names', [other.id]);
  expect(await pictures()).toEqual([{ names: [`${other.id}/1.png`] }]);
  const links = 'private.mailed_links where user_id = $1';
  const before = await count(links, other.id);
  await query('select private.empty_account($1)', [taken.id]);
  expect([await count(links, taken.id), await count(links, other.id)]).toEqual([0, before]);
});

test('§18.35 the last email outlives the erasure, and its recipient is deleted once the email has been sent', async () => {
  const { id, email } = await newMember();
  const unconfirmed = await newMember();
  await unconfirm(unconfirmed.id);
  await serve('erase_account', id, false);
  await serve('erase_account', unconfirmed.id, false);
  const waiting = await query(
    `select kind, recipient, priority, payload ? 'user_id' as named,
      extract(day from not_after - created_at)::integer as days
    from private.outbox where recipient is not null`,
  );
  const last = { kind: 'account_closed', recipient: email };
  expect(waiting).toEqual([{ ...last, priority: 0, named: false, days: 7 }]);

  await serve('forget_mails');
  const [mail = {}] = await query('select id, lease, kind, recipient from public.claim_mails(10)');
  expect(mail).toMatchObject(last);
  await serve('mail_sent', mail['id'], mail['lease']);
  await serve('forget_mails');
  const kept = 'select recipient, payload from private.outbox where id = $1';
  expect(await query(kept, [mail['id']])).toEqual([{ recipient: null, payload: null }]);
});

test('§18.35 §18.95 the email about a closed account says if money may still arrive or be returned, and a confirmed address is kept while an order can still be paid, even twice', async () => {
  const closed = async (buy: (member: string) => Promise<unknown>, isConfirmed = true) => {
    const { id, email } = await newMember();
    await buy(id);
    if (!isConfirmed) await unconfirm(id);
    await serve('erase_account', id, false);
    const last = await query(
      "select payload -> 'money_moves' as moves from private.outbox where recipient = $1",
      [email],
    );
    const kept = await count('private.erased_orders where address = $1', email);
    return [last.map(({ moves }) => moves), kept];
  };
  const open = (member: string) => here.newOrder(member);
  expect(await closed(open)).toEqual([[true], 1]);
  expect(await closed(open, false), 'an unconfirmed address is not kept').toEqual([[], 0]);
  expect(await closed((member) => here.newPack(member)), 'a paid order').toEqual([[false], 1]);
  const paidTwice = async (member: string) => {
    const pack = await here.newPack(member);
    await here.report({ ...pack, payment: `${pack.payment}again` });
  };
  expect(await closed(paidTwice), 'a payment that we must return').toEqual([[true], 1]);
  const neither = [[false], 0];
  const unknown = "select public.open_order('single', $1, gen_random_uuid(), $2)";
  expect(
    await closed((member) => query(unknown, [single.paise, member])),
    'an order without the provider',
  ).toEqual(neither);
  const old = "public.orders set created_at = now() - private.period('late payment') where id = $1";
  expect(
    await closed(async (member) => edit(old, (await open(member)).order)),
    'an order too old to be paid',
  ).toEqual(neither);
});

test('§18.34 a member can try ten passwords an hour', async () => {
  const [{ id }, other] = [await newMember(), await newMember()];
  const may = (member: string) => serve<boolean>('may_try_password', member);
  for (let tries = 0; tries < 10; tries += 1) expect(await may(id)).toBe(true);
  expect([await may(id), await may(other.id)]).toEqual([false, true]);
  const ofPasswords = "private.call_counts where purpose = 'password'";
  const hourly = `select now() - max(began) < interval '61 minutes' from ${ofPasswords}`;
  expect(await one(hourly)).toBe(true);
  await edit(
    "private.call_counts set began = began - interval '1 hour 3 minutes' where purpose = 'password'",
  );
  expect(await may(id)).toBe(true);
});

test('§18.31 closing an empty account does not list anything to lose', async () => {
  const { id } = await newMember();
  const lists = { packs: [], bought: [], bookings: [], lenders: [] };
  const rest = {
    free_interview: false,
    guest_bookings: 0,
    feedback: 0,
    files: 0,
    loan_group: null,
  };
  expect(await call(id, 'public.what_closing_ends()')).toEqual({ ...lists, ...rest });
});

describe('§18.31 closing an account lists everything that ends with it', () => {
  const loans = loansOn(caller);
  const ends = (member: string) => call(member, 'public.what_closing_ends()');

  test('closing an account lists unused packs and upcoming sessions, but leaves out anything that is over or belongs to someone else', async () => {
    const buyer = await here.newMember({ proven: true });
    const second = await here.newMember({ proven: true });
    const pack = await here.newPack(buyer.id);
    await here.nameSecond(buyer.id, pack, second.email);
    expect(await ends(second.id)).toMatchObject({ packs: [] });
    await here.acceptSecond(second.id, pack);
    const used = await here.newPack(buyer.id, 'single');
    await here.newPack(buyer.id, 'single', new Date(Date.now() - 400 * 86_400_000));
    const held = await here.hold(buyer.id, used);
    await query(
      `insert into private.feedback (booking_id, version, mentor_id, attended)
      select $1, version, mentor_id, false from private.slots, generate_series(1, 2) as version
      where id = $2`,
      [held.id, held.slot],
    );
    const coming = await here.book(buyer.id, await here.newSlot(50), pack);
    await here.cancel(buyer.id, await here.book(buyer.id, await here.newSlot(60), pack));
    await here.book(second.id, await here.newSlot(70), pack);
    await here.addFile(buyer.id, coming);
    const { remaining } = await here.balance(buyer.id, pack);
    const shared = { pack: 'super-value', remaining, valid_until: expect.any(String) };
    const session = { kind: 'interview', starts_at: expect.any(String) };
    const both = { free_interview: false, loan_group: null, lenders: [], bookings: [session] };
    const refundable = await here.refunds(buyer.id);
    const paid = refundable.map(({ order, pack: id, ordinary: { gives, until } }) => {
      return { order, pack: id, gives, until, refunded: false };
    });
    expect(paid.map(({ gives }) => gives > 0).toSorted()).toEqual([false, false, true]);
    const ofBuyer = { guest_bookings: 1, feedback: 1, files: 1 };
    const bought = { ...shared, role: 'buyer', is_shared: true };
    expect(await ends(buyer.id)).toEqual({ ...both, ...ofBuyer, packs: [bought], bought: paid });
    await edit('public.payments set amount_refunded = amount where id = $1', used.payment);
    const now = paid.map((one) => ({ ...one, refunded: one.order === used.order }));
    expect(await ends(buyer.id)).toMatchObject({ bought: now });
    const ofSecond = { guest_bookings: 0, feedback: 0, files: 0 };
    const joined = { ...shared, role: 'second', is_shared: false };
    expect(await ends(second.id)).toEqual({ ...both, ...ofSecond, packs: [joined], bought: [] });
    const accepted = { shared_packs: [expect.any(String)] };
    expect(await myConsents(second.id)).toMatchObject(accepted);
    expect(await myConsents(buyer.id)).toMatchObject({ shared_packs: [] });
  });

  test('before closing an account, the member sees their place in a loan group and the lenders that have their details', async () => {
    const { id, choice, lender } = await loans.newChoice();
    const loan_group = Number((await loans.courseStarts()).slice(0, 4));
    expect(await ends(id)).toMatchObject({ loan_group, lenders: [] });
    await loans.operate('send_to_lender', choice);
    const name = await one('select name from private.lenders where id = $1', [lender]);
    expect(await ends(id)).toMatchObject({ loan_group, lenders: [name] });
    const { loan } = (await myConsents(id)) as { loan: Row[] };
    expect(loan.map(({ lender: of }) => of)).toEqual([name, null]);

    const gone = await loans.newBorrower();
    await loans.leave(gone.id);
    expect(await ends(gone.id)).toMatchObject({ loan_group: null });
    const strange = await newMember();
    expect(await myConsents(strange.id)).toMatchObject({ loan: [] });
  });
});

test('§18.40 §18.90 an export includes the member’s own entries in the login log, and no login depends on that log', async () => {
  const [member, other] = [await newMember(), await newMember()];
  const enter = (actor: unknown) =>
    query(
      `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
      values (gen_random_uuid(), $1, now(), '') returning id`,
      [JSON.stringify({ action: 'login', actor_id: actor })],
    );
  for (const actor of [member.id, other.id, 'nobody', null, '']) await enter(actor);
  const exported = await serve<{ log: { what: { actor_id: string } }[] }>(
    'export_member',
    member.id,
  );
  expect(exported.log.map(({ what }) => what.actor_id)).toEqual([member.id]);
  await query('alter table private.log_entries rename to log_hidden');
  await enter(member.id);
  await query('alter table private.log_hidden rename to log_entries');
  await query('delete from auth.audit_log_entries');
  expect(await query('select * from private.log_entries')).toEqual([]);
});

test('§18.42 a buyer’s export does not say who else paid', async () => {
  const { id, email } = await here.newMember();
  const [pack, friend] = [await here.newOrder(id), newAddress()];
  await here.report(pack, { email: friend });
  const own = await here.newOrder(id);
  await here.report(own, { email });
  const kept = await one<string>('select public.export_member($1)::text', [id]);
  expect(kept).toContain(pack.payment);
  expect(kept).not.toContain(friend);
  expect(await serve('export_member', id)).toMatchObject({
    orders: [{ payments: [{ email: null, contact: null }] }, { payments: [{ email }] }],
  });
});

test('§18.42 an export contains the member’s payment for a purchase, but not another person’s attempt to pay', async () => {
  const { id, email } = await here.newMember();
  const [own, friend] = [await paidByVisitor(email), newAddress()];
  await query(
    `insert into public.payments (id, order_id, amount, currency, status, email, contact)
    select $2, order_id, amount, currency, 'failed', $3, '+919876500001'
    from public.payments where id = $1`,
    [own, `pay_${randomUUID().replaceAll('-', '')}`, friend],
  );
  await proveAddress(id);
  const exported = await serve<Row>('export_member', id);
  expect(exported).toMatchObject({ ordersWithoutAccount: [{ payments: [{ id: own }] }] });
  expect(JSON.stringify(exported)).not.toContain(friend);
});
