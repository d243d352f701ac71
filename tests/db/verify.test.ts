/** Verifying an address, the links in our emails, and taking an account back (docs/product §15). */
import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { runs } from '../runs.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { loansOn } from '../samples/loans.ts';
import { newAddress } from '../samples/people.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const sql = onEmbedded(database);
const here = bookingsOn(sql);
const loans = loansOn(sql);
const { query, one, count, edit, call, openAccount, newNaming, nameSecond, acceptSecond, pass } =
  here;

type Purpose = 'address_proof' | 'receipt' | 'second_person_named';
type Redeemed = { state: string; address: string; wanted: string | null; verified: boolean };

const redeem = (member: string, token: string, purpose: Purpose = 'address_proof') =>
  call<Redeemed>(member, 'redeem_link', { p_purpose: purpose, p_token: token });
const ask = (member: string, args: Row = {}) => call<Row>(member, 'ask_address_proof', args);

/** The token in the newest email of this kind to an address. */
const tokenFor = (address: string, kind = 'address_proof') =>
  one<string>(
    `select payload ->> 'token' from private.outbox
    where kind = $1 and lower(recipient) = lower($2) order by created_at desc limit 1`,
    [kind, address],
  );

/** A pack that a visitor paid with this address; returns our order and the receipt's token. */
async function paidBy(email: string) {
  const order = await here.newOrder(null, 'most-purchased');
  await here.report(order, { email });
  return { order: order.order, token: await tokenFor(email, 'receipt') };
}

const ownerOf = (order: string) =>
  one<string | null>('select user_id from public.orders where id = $1', [order]);
const verified = (member: string) =>
  here.texts('select address from private.proven_addresses where user_id = $1', member);
const offered = (member: string) => sql.as({ member }, 'select id from public.claimable_orders()');

const setAccount = (member: string, change: string, ...values: unknown[]) =>
  edit(`auth.users set ${change} where id = $1`, member, ...values);
/** Has a link to a new password emailed, as the account service writes it. */
const askRecovery = (member: string) =>
  setAccount(member, "recovery_token = 'token', recovery_sent_at = now()");
/** Uses up that link, as the account service does before it logs the person in. */
const spendRecovery = (member: string) => setAccount(member, "recovery_token = ''");
/** Whether a request succeeds. */
const works = (request: Promise<unknown>) => request.then(Boolean, () => false);
async function recover(member: string): Promise<void> {
  await askRecovery(member);
  await spendRecovery(member);
}

describe('using the link in the welcome email', () => {
  test('§15.29 §19.15 the sign-up email contains a link, and one press verifies the address', async () => {
    const { id, email } = await openAccount();
    expect(await here.mailsAbout('user_id', id)).toEqual(['welcome']);
    const token = await tokenFor(email, 'welcome');
    const done = { state: 'done', address: email, wanted: null, verified: true };
    expect(await redeem(id, token)).toEqual(done);
    expect(await verified(id)).toEqual([email]);
    expect(await redeem(id, token)).toMatchObject({ state: 'already' });
    expect(await ask(id)).toEqual({ address: email, state: 'proven' });
  });

  test('§19.15 §15.75 the sign-up email knows of a pack paid with the address, and of an address that the receipt’s link verified', async () => {
    const email = newAddress();
    const { token } = await paidBy(email);
    const { id } = await openAccount(email);
    const other = await openAccount();
    const sent = (member: string) =>
      one<Row>(
        `select private.late_payload(kind, payload) from private.outbox
        where kind = 'welcome' and payload ->> 'user_id' = $1`,
        [member],
      );
    const link = await tokenFor(email, 'welcome');
    expect(await sent(id)).toEqual({ token: link, has_pack: true });
    expect(await sent(other.id)).toMatchObject({ has_pack: false });
    await redeem(id, token, 'receipt');
    expect(await sent(id)).toEqual({ token: null, has_pack: true });
  });

  test('§15.78 a link remembers the member’s goal, and a link that still works is not sent again', async () => {
    const { id, email } = await openAccount();
    const asked = await ask(id, { p_wanted: 'free_interview', p_again: false });
    expect(asked).toEqual({ address: email, state: 'waiting' });
    expect(await here.mailsAbout('user_id', id)).toEqual(['welcome']);
    const welcome = await tokenFor(email, 'welcome');
    expect(await ask(id)).toMatchObject({ state: 'sent' });
    expect(await redeem(id, await tokenFor(email))).toMatchObject({ wanted: 'free_interview' });
    expect(await redeem(id, welcome)).toMatchObject({ state: 'already' });
  });

  test.each(['//evil.example', 'https://evil.example', '/dashboard/loan', 'loan ', ''])(
    '§15.78 a link does not accept %j as the member’s goal',
    async (wanted) => {
      const { id, email } = await openAccount();
      await ask(id, { p_wanted: wanted });
      expect(await redeem(id, await tokenFor(email))).toMatchObject({ wanted: null });
      const set = edit('private.mailed_links set wanted = $2 where user_id = $1', id, wanted);
      await expectRefusal(set, 'mailed_links_wanted_check');
    },
  );

  test('§15.78 verifying an address adds only the pack that was waiting for that address', async () => {
    const { id, email } = await openAccount();
    const { order } = await paidBy(email.toUpperCase());
    const [others, second] = [await paidBy(newAddress()), newAddress()];
    const forSecond = await paidBy(second);
    await here.proveAddress(id, second);
    await ask(id, { p_wanted: 'packs', p_again: false });
    await redeem(id, await tokenFor(email, 'welcome'));
    expect(await ownerOf(order)).toBe(id);
    expect(await ownerOf(others.order)).toBeNull();
    expect(await ownerOf(forSecond.order), 'another verified address').toBeNull();
  });

  test('§19.15 the link in the welcome email expires after a week, and a member with a verified address does not get one', async () => {
    const [slow, quick] = [await openAccount(), await openAccount()];
    const linkOf = (member: string) => one<Row>('select private.own_address_link($1)', [member]);
    expect(await linkOf(quick.id)).toHaveProperty('token');
    await redeem(quick.id, await tokenFor(quick.email, 'welcome'));
    expect(await linkOf(quick.id)).toEqual({});
    await pass(7 * 24 + 0.1);
    const late = redeem(slow.id, await tokenFor(slow.email, 'welcome'));
    await expectRefusal(late, 'link_not_valid');
  });

  test('§16.79 the email about a loan request has the link, which counts the request, and no second email is sent', async () => {
    const { id, email } = await openAccount();
    await loans.join(id);
    expect(await ask(id, { p_wanted: 'loan', p_again: false })).toMatchObject({ state: 'waiting' });
    expect(await tokenFor(email)).toBeUndefined();
    const done = await redeem(id, await tokenFor(email, 'loan_joined'));
    expect(done).toMatchObject({ state: 'done', wanted: 'loan', verified: true });
    expect(await loans.mine(id)).toMatchObject({ proven: true });
    const other = await here.newMember({ proven: true });
    await loans.join(other.id);
    expect(await tokenFor(other.email, 'loan_joined')).toBeNull();
  });

  test('§15.29 only the hash of a link’s token is kept', async () => {
    const invited = newAddress();
    await newNaming(invited);
    const visitor = newAddress();
    const tokens = [
      await tokenFor((await openAccount()).email, 'welcome'),
      (await paidBy(visitor)).token,
      await tokenFor(invited, 'second_person_named'),
    ];
    for (const token of tokens) {
      expect(token).toMatch(/^[0-9a-f]{64}$/);
      const kept = await query('select * from private.mailed_links where token_hash = $1', [
        createHash('sha256').update(token).digest(),
      ]);
      expect(kept).toHaveLength(1);
      expect(JSON.stringify(kept)).not.toContain(token);
    }
  });
});

describe('using the link in a receipt', () => {
  test('§15.75 the link in a receipt adds the pack to the account that opens it, and verifies only that account’s own address', async () => {
    const friend = await openAccount();
    const payer = newAddress();
    const { order, token } = await paidBy(payer);
    await paidBy(payer);
    const done = await redeem(friend.id, token, 'receipt');
    expect(done).toMatchObject({ state: 'done', verified: false });
    expect(await ownerOf(order)).toBe(friend.id);
    expect(await verified(friend.id)).toEqual([]);
    expect(await offered(friend.id), 'the payer’s other pack is not offered').toEqual([]);

    const own = await openAccount();
    const bought = await paidBy(own.email.toUpperCase());
    expect(await redeem(own.id, bought.token, 'receipt')).toMatchObject({ verified: true });
    expect(await ownerOf(bought.order)).toBe(own.id);
    expect(await verified(own.id)).toEqual([own.email]);
  });

  test('§15.75 the link in a receipt works only once, and does not add the pack to a second account', async () => {
    const [first, second] = [await openAccount(), await openAccount()];
    const { order, token } = await paidBy(newAddress());
    await redeem(first.id, token, 'receipt');
    expect(await redeem(first.id, token, 'receipt')).toMatchObject({ state: 'already' });
    await expectRefusal(redeem(second.id, token, 'receipt'), 'other_account');
    expect(await ownerOf(order)).toBe(first.id);
  });

  test('§22.35 a forwarded receipt gives away its pack, and an operator can take an unused pack back for the payer', async () => {
    const [friend, payer] = [await openAccount(), newAddress()];
    const { order, token } = await paidBy(payer);
    await redeem(friend.id, token, 'receipt');
    const payment = await here.one<string>('select id from public.payments where order_id = $1', [
      order,
    ]);
    await here.operate('undo_hand_over', payment);
    expect(await ownerOf(order)).toBeNull();
    expect(await redeem(friend.id, token, 'receipt'), 'the link works once').toMatchObject({
      state: 'already',
    });
    expect(await ownerOf(order)).toBeNull();
    const owner = await here.newMember({ email: payer, proven: true });
    expect(await offered(owner.id)).toMatchObject([{ id: order }]);
    await sql.as({ member: owner.id }, 'select public.claim_order($1)', [order]);
    await expectRefusal(here.operate('undo_hand_over', payment), 'The buyer has this pack');
  });

  test('§15.75 the link in a receipt does not add a pack once the pack has an owner, the payment no longer counts or 30 days have passed', async () => {
    const member = await openAccount();
    const taken = newAddress();
    const claimed = await paidBy(taken);
    const owner = await here.newMember({ email: taken, proven: true });
    await sql.as({ member: owner.id }, 'select public.claim_order($1)', [claimed.order]);
    await expectRefusal(redeem(member.id, claimed.token, 'receipt'), 'other_account');

    const payer = newAddress();
    await paidBy(payer);
    const reviewed = await paidBy(payer);
    const review = "public.payments set review = 'duplicate_payment' where order_id = $1";
    await edit(review, reviewed.order);
    await expectRefusal(redeem(member.id, reviewed.token, 'receipt'), 'link_not_valid');

    const erased = newAddress();
    const forgotten = await paidBy(erased);
    await query('select public.erase_payer($1)', [erased]);
    await expectRefusal(redeem(member.id, forgotten.token, 'receipt'), 'link_not_valid');

    const old = await paidBy(newAddress());
    const past = "expires_at = now() - interval '1 second'";
    await edit(`private.mailed_links set ${past} where order_id = $1`, old.order);
    await expectRefusal(redeem(member.id, old.token, 'receipt'), 'link_not_valid');
    expect(await ownerOf(old.order)).toBeNull();
  });

  test('§15.75 a receipt does not contain a link if a member bought the pack or the payer has no address', async () => {
    const { id } = await openAccount();
    await here.newPack(id);
    await paidBy('void@razorpay.com');
    const theirs = "(payload ->> 'user_id' = $1 or recipient = 'void@razorpay.com')";
    const linked = `private.outbox where kind = 'receipt' and payload ? 'token' and ${theirs}`;
    expect(await count(linked, id)).toBe(0);
  });

  test('§15.29 a link made for one purpose does not work for another purpose', async () => {
    const { id, email } = await openAccount();
    const { token } = await paidBy(email);
    await expectRefusal(redeem(id, token, 'address_proof'), 'link_not_valid');
    await expectRefusal(redeem(id, token, 'second_person_named'), 'link_not_valid');
    const wanted = newAddress();
    await call(id, 'ask_email_change', { p_address: wanted });
    const change = await tokenFor(wanted, 'email_change_new');
    for (const purpose of ['address_proof', 'receipt', 'email_change_new'] as Purpose[]) {
      await expectRefusal(redeem(id, change, purpose), 'link_not_valid');
    }
    await expectRefusal(call(id, 'confirm_email_change', { p_token: token }), 'link_not_valid');
    expect(await verified(id)).toEqual([]);
  });
});

describe('using the link in an invitation', () => {
  const invitations = async (member: string) => (await here.sessions(member)).invitations;

  test('§15.76 the link in an invitation shows the account that opens it who is sharing how many sessions', async () => {
    const invited = newAddress();
    const buyer = await newNaming(invited);
    const token = await tokenFor(invited, 'second_person_named');
    const { id } = await openAccount();
    expect(await invitations(id)).toEqual([]);
    await expectRefusal(acceptSecond(id, buyer.pack), 'no_invitation');
    expect(await redeem(id, token, 'second_person_named')).toMatchObject({ verified: false });
    const shown = { order: buyer.pack.order, from: 'Asha', sessions: 5 };
    expect(await invitations(id)).toMatchObject([shown]);
    expect(await acceptSecond(id, buyer.pack)).toMatchObject({ role: 'second' });
    expect(await redeem(id, token, 'second_person_named')).toMatchObject({ state: 'already' });
    expect(await verified(id)).toEqual([]);

    const other = await openAccount();
    await expectRefusal(redeem(other.id, token, 'second_person_named'), 'other_account');
    await expectRefusal(acceptSecond(other.id, buyer.pack), 'no_invitation');
  });

  test('§15.76 the link in an invitation verifies the invited account’s address', async () => {
    const own = await openAccount();
    await newNaming(own.email);
    await redeem(own.id, await tokenFor(own.email, 'second_person_named'), 'second_person_named');
    expect(await verified(own.id)).toEqual([own.email]);
  });

  test('§15.26 §15.76 the link in an invitation stops working when the buyer names someone else, even for an account that has opened it', async () => {
    const [opened, late] = [await openAccount(), await openAccount()];
    const address = newAddress();
    const buyer = await newNaming(address);
    const token = await tokenFor(address, 'second_person_named');
    await redeem(opened.id, token, 'second_person_named');
    await nameSecond(buyer.id, buyer.pack, newAddress());
    await expectRefusal(acceptSecond(opened.id, buyer.pack), 'no_invitation');
    await expectRefusal(redeem(late.id, token, 'second_person_named'), 'link_not_valid');
    expect(await invitations(opened.id)).toEqual([]);
  });

  test('§15.63 §15.76 the link in an invitation stops working once the invited person has turned it down', async () => {
    const address = newAddress();
    const buyer = await newNaming(address);
    const token = await tokenFor(address, 'second_person_named');
    const { id } = await openAccount();
    await redeem(id, token, 'second_person_named');
    await call(id, 'decline_second_person', { p_order: buyer.pack.order });
    await expectRefusal(redeem(id, token, 'second_person_named'), 'link_not_valid');
  });

  test('§15.76 neither the buyer nor a third person can use the link in an invitation', async () => {
    const second = await here.newMember({ proven: true });
    const buyer = await newNaming(second.email);
    const token = await tokenFor(second.email, 'second_person_named');
    await expectRefusal(redeem(buyer.id, token, 'second_person_named'), 'other_account');
    await acceptSecond(second.id, buyer.pack);
    const third = await openAccount();
    await expectRefusal(redeem(third.id, token, 'second_person_named'), 'link_not_valid');
    await expectRefusal(acceptSecond(third.id, buyer.pack), 'no_invitation');
  });
});

describe('taking back an account opened with someone else’s address', () => {
  const stranger = { firstname: 'Mallory', phonenumber: '9876543210', referralcode: 'EVIL' };

  test('§15.77 an account can be taken back even after the stranger sent a better offer, and the next job deletes the offer’s file', async () => {
    const { id, email } = await openAccount(newAddress(), stranger);
    await redeem(id, await tokenFor(email, 'welcome'));
    await loans.join(id);
    const match = await loans.addMatch(id);
    await setAccount(id, 'email = $2', newAddress());
    await query('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [id]);
    await recover(id);
    expect(await query('select from auth.sessions where user_id = $1', [id])).toEqual([]);
    expect(await loans.mine(id)).toMatchObject({
      request: null,
      proven: true,
      rate_matches: [{ state: 'taken_back' }],
    });
    expect(await loans.serve<string[]>('old_file_paths')).toContain(match.path);
  });

  test('§15.77 taking an account back clears the stranger’s name, picture and email change', async () => {
    const { id } = await openAccount(newAddress(), { ...stranger, lastname: 'Smith' });
    const picture = `https://project.supabase.co/storage/v1/object/public/profileimages/${id}/a.png`;
    await edit('public.profiles set profileimage = $2 where id = $1', id, picture);
    await setAccount(
      id,
      "email_change = 'm@example.com', email_change_token_new = 'a', email_change_token_current = 'b', email_change_confirm_status = 1",
    );
    await recover(id);
    const shown = 'select lastname, profileimage from public.profiles where id = $1';
    expect(await query(shown, [id])).toEqual([{ lastname: '', profileimage: '' }]);
    const change =
      'concat(email_change, email_change_token_new, email_change_token_current, email_change_confirm_status)';
    expect(await one(`select ${change} from auth.users where id = $1`, [id])).toBe('0');
  });

  test('§15.77 a stranger whose login has expired can neither read nor write anything', async () => {
    const { id, email } = await openAccount(newAddress(), stranger);
    await here.report(await here.newOrder(id, 'single'));
    await paidBy(email);
    const { id: buyer, pack } = await here.newBuyer();
    await here.book(buyer, await here.newSlot(48, { kind: 'gd' }), pack);
    await query(
      "insert into public.community_links (name, url) values ($1, 'https://example.com')",
      [id],
    );
    const session = await one<string>(
      'insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1) returning id',
      [id],
    );
    const picture =
      "insert into storage.objects (bucket_id, name) values ('profileimages', $1 || gen_random_uuid() || '.png')";
    const attempts = [
      ["update public.profiles set firstname = 'M' where id = $1", id],
      ['select from public.profiles where id = $1', id],
      ['select from public.orders where user_id = $1', id],
      [
        'select id from public.payments where order_id in (select id from public.orders where user_id = $1)',
        id,
      ],
      ['select from public.community_links where name = $1', id],
      ['select from storage.objects where name ^@ $1', id],
      [picture, `${id}/`],
      ["select public.my_sessions() where $1 <> ''", id],
      ["select public.open_slots('gd', now(), now() + interval '9 days') where $1 <> ''", id],
      ["select public.my_refunds() where $1 <> ''", id],
      ["select public.claimable_orders() where $1 <> ''", id],
    ] as const;
    const attempt = (session_id: string, [statement, value]: (typeof attempts)[number]) =>
      database.transaction(async (transaction) => {
        await transaction.query(
          `select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', $1, true),
            set_config('request.jwt.claims', $2, true)`,
          [id, JSON.stringify({ sub: id, session_id })],
        );
        await transaction.query(statement, [value]);
      });
    for (const one of attempts) await attempt(session, one);
    await recover(id);
    for (const one of attempts) {
      await expectRefusal(attempt(session, one), 'not_signed_in');
      await attempt(randomUUID(), one);
    }
  });

  test.each(['before', 'after'])(
    '§15.30 a stranger’s account does not get any of the packs that the victim bought %s the sign-up',
    async (order) => {
      const victim = newAddress();
      const early = order === 'before' ? await paidBy(victim) : undefined;
      const { id } = await openAccount(victim, stranger);
      const { order: bought, token } = early ?? (await paidBy(victim));
      const buyer = await newNaming(victim);
      await ask(id, { p_wanted: 'packs' });
      expect(await offered(id)).toEqual([]);
      expect((await here.sessions(id)).invitations).toEqual([]);
      const claim = sql.as({ member: id }, 'select public.claim_order($1)', [bought]);
      await expectRefusal(claim, 'not yours to claim');
      await expectRefusal(acceptSecond(id, buyer.pack), 'no_invitation');
      await loans.join(id);
      expect(await loans.mine(id)).toMatchObject({ proven: false });

      // The victim has an account with another address, and presses whatever arrives.
      const other = await openAccount();
      await expectRefusal(redeem(other.id, await tokenFor(victim, 'welcome')), 'other_account');
      await expectRefusal(redeem(other.id, await tokenFor(victim)), 'other_account');
      await redeem(other.id, token, 'receipt');
      expect(await ownerOf(bought)).toBe(other.id);
      expect(await verified(id)).toEqual([]);
      expect(await verified(other.id)).toEqual([]);
    },
  );

  test('§15.77 a password reset link gives the account to the mailbox’s owner, without the stranger’s data', async () => {
    const { id, email } = await openAccount(newAddress(), { ...stranger, terms: '2026-11-01' });
    const own = await openAccount();
    await loans.join(id);
    await ask(id, { p_address: own.email });
    await redeem(id, await tokenFor(own.email));
    await call(id, 'ask_email_change', { p_address: newAddress() });
    await query('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [id]);
    const bought = await paidBy(email);
    const { code } = v.parse(v.looseObject({ code: v.string() }), await call(id, 'my_referral'));

    await recover(id);
    expect(await call(id, 'my_referral'), '§7.19').not.toMatchObject({ code });
    expect(await verified(id)).toEqual([email]);
    const [profile] = await query('select * from public.profiles where id = $1', [id]);
    const nobody = { firstname: '', lastname: '', phonenumber: '', profileimage: '' };
    expect(profile).toMatchObject({ ...nobody, referralcode: '0000' });
    const kept = await one('select raw_user_meta_data::text from auth.users where id = $1', [id]);
    expect(kept).not.toMatch(/Mallory|EVIL/);
    expect(await loans.mine(id)).toMatchObject({ request: null, proven: true });
    expect(await call(id, 'my_email')).toMatchObject({ change: null });
    expect(await call(id, 'my_consents')).toMatchObject({ terms: [], loan: [] });
    expect(await query('select from auth.sessions where user_id = $1', [id])).toEqual([]);
    expect(await offered(id)).toEqual([{ id: bought.order }]);
  });

  test('§15.77 a member with a verified address does not lose anything by setting a new password', async () => {
    const { id, email } = await openAccount();
    await redeem(id, await tokenFor(email, 'welcome'));
    await loans.join(id);
    await recover(id);
    expect(await loans.mine(id)).toMatchObject({ proven: true, request: {} });
    expect(await one('select firstname from public.profiles where id = $1', [id])).toBe('Asha');
  });

  test.each([
    ['asked for and not spent', [], false],
    [
      'replaced by a new password',
      ["encrypted_password = 'second', recovery_token = '', recovery_sent_at = null"],
      false,
    ],
    [
      'replaced by a new password that keeps the time',
      ["encrypted_password = 'second', recovery_token = ''"],
      false,
    ],
    ['asked for twice', ["recovery_token = 'other', recovery_sent_at = now()"], false],
    ['removed long after it was sent', ["recovery_sent_at = now() - interval '1 day'"], true],
    ['asked for before the address changed', ["email = 'a' || email"], true],
    [
      'removed together with a change of the address',
      ["email = 'a' || email, recovery_token = ''"],
      false,
    ],
  ])(
    '§15.77 a password reset link that was %s does not verify anything',
    async (_what, change, isSpent) => {
      const { id } = await openAccount(newAddress(), stranger);
      await askRecovery(id);
      for (const one of change) await setAccount(id, one);
      if (isSpent) await spendRecovery(id);
      expect(await verified(id)).toEqual([]);
      expect(await one('select firstname from public.profiles where id = $1', [id])).toBe(
        'Mallory',
      );
    },
  );

  test('§15.30 neither the account service’s confirmation nor an email change verifies the address', async () => {
    const { id, email } = await openAccount();
    const victim = newAddress();
    const { order } = await paidBy(victim);
    await setAccount(id, 'confirmation_sent_at = now(), email = $2', victim);
    expect(await offered(id)).toEqual([]);
    // The welcome's link went to the first address, and verifies that address.
    expect(await redeem(id, await tokenFor(email, 'welcome'))).toMatchObject({ address: email });
    expect(await verified(id)).toEqual([email]);
    expect(await offered(id)).toEqual([]);
    expect(await ownerOf(order)).toBeNull();
    expect(await loans.mine(id)).toMatchObject({ proven: false });
  });

  test('§17.13 a purchase entered by hand belongs only to an account that has verified the address', async () => {
    const { id, email } = await openAccount();
    const record = () =>
      here.operate('record_purchase', `UTR${randomUUID().slice(0, 12)}`, 'single', email, 699);
    expect(await record()).toMatch('who gets it in an account that has verified this address');
    await redeem(id, await tokenFor(email, 'welcome'));
    expect(await record()).toMatch(`, for Asha (${email}).`);
  });

  test('§19.15 an account with an unverified address is emailed about new passwords only once a day', async () => {
    const { id, email } = await openAccount();
    const notices = async () =>
      (await here.mailsAbout('user_id', id)).filter((kind) => kind === 'password_changed').length;
    for (const password of ['second', 'third']) {
      await setAccount(id, 'encrypted_password = $2', password);
    }
    expect(await notices()).toBe(1);
    await redeem(id, await tokenFor(email, 'welcome'));
    await setAccount(id, 'encrypted_password = $2', 'fourth');
    expect(await notices()).toBe(2);
  });
});

test('§15.48 verifying an address closes only the other open links to that address', async () => {
  const { id, email } = await openAccount();
  const other = newAddress();
  for (const address of [email, email, other]) await ask(id, { p_address: address });
  await call(id, 'ask_email_change', { p_address: newAddress() });
  const bought = await paidBy(email);
  const holding = () => here.mailsHolding('user_id', id);
  const change = 'email_change_new';
  const proofs = Array.from({ length: 3 }, () => 'address_proof');
  expect(await holding()).toEqual([...proofs, change, 'welcome']);
  await redeem(id, await tokenFor(email, 'welcome'));
  expect(await holding(), 'only the other address’s link still holds').toEqual([
    'address_proof',
    change,
    'welcome',
  ]);
  expect(await redeem(id, await tokenFor(other))).toMatchObject({ state: 'done' });
  expect(await redeem(id, bought.token, 'receipt')).toMatchObject({ state: 'done' });
  await query('delete from private.proven_addresses where user_id = $1', [id]);
  expect(await redeem(id, await tokenFor(email))).toMatchObject({
    state: 'already',
    verified: false,
  });
});

test('§15.49 two accounts can verify one address, each by its own link', async () => {
  const shared = newAddress();
  const members = [await openAccount(), await openAccount()];
  const tokens: string[] = [];
  for (const { id } of members) {
    await ask(id, { p_address: shared });
    tokens.push(await tokenFor(shared));
  }
  for (const [index, { id }] of members.entries()) {
    await expectRefusal(redeem(id, tokens[1 - index] ?? ''), 'other_account');
    await redeem(id, tokens[index] ?? '');
    expect(await verified(id)).toEqual([shared]);
  }
});

test('§15.75 a different spelling of an address counts as a different address', async () => {
  const name = randomUUID();
  const paid = `a.${name}@example.com`;
  const { token } = await paidBy(paid);
  for (const spelling of [`a${name}`, `a.${name}+x`, `а.${name}`]) {
    const { id } = await openAccount(`${spelling}@example.com`);
    await ask(id);
    await redeem(id, await tokenFor(`${spelling}@example.com`));
    expect(await offered(id), spelling).toEqual([]);
  }
  const { id } = await openAccount(`${name}+x@example.com`);
  expect(await redeem(id, token, 'receipt')).toMatchObject({ verified: false });
});

test('§15.29 §15.75 in any sequence of opened links, only the entitled account verifies an address and owns a pack', async () => {
  const people = [0, 1, 2];
  const step = fc.record({
    who: fc.constantFrom(...people),
    what: fc.constantFrom<Purpose | 'ask' | 'recover'>(
      'address_proof',
      'receipt',
      'ask',
      'recover',
    ),
    whose: fc.constantFrom(...people),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const accounts = [await openAccount(), await openAccount(), await openAccount()];
      const at = (index: number) => accounts[index] ?? { id: '', email: '' };
      const bought = [];
      for (const { email } of accounts) bought.push(await paidBy(email));
      const may = new Set<string>();
      const owners = new Map<string, string>();
      for (const { who, what, whose } of steps) {
        const [actor, other] = [at(who), at(whose)];
        if (what === 'ask') await ask(actor.id, { p_address: other.email }).catch(() => undefined);
        else if (what === 'recover') {
          await recover(actor.id);
          may.add(`${actor.id} ${actor.email}`);
        } else if (what === 'address_proof') {
          const token = await tokenFor(other.email, 'welcome');
          const done = await works(redeem(actor.id, token));
          if (done) may.add(`${actor.id} ${other.email}`);
          expect(done && who !== whose).toBe(false);
        } else {
          const pack = bought[whose];
          const done = await works(redeem(actor.id, pack?.token ?? '', 'receipt'));
          const owner = owners.get(pack?.order ?? '') ?? actor.id;
          expect(!done || owner === actor.id).toBe(true);
          if (done) owners.set(pack?.order ?? '', owner);
          if (done && who === whose) may.add(`${actor.id} ${actor.email}`);
        }
      }
      for (const { id } of accounts) {
        for (const address of await verified(id)) expect(may).toContain(`${id} ${address}`);
      }
      for (const { order } of bought) {
        expect(await ownerOf(order)).toBe(owners.get(order) ?? null);
      }
    }),
    runs(8),
  );
});

test('§15.48 a new link can be requested while an earlier one works, and both expire after a day', async () => {
  const { id, email } = await here.newMember();
  await ask(id);
  const first = await tokenFor(email);
  await ask(id);
  await pass(24.1);
  await expectRefusal(redeem(id, first), 'link_not_valid');
  await expectRefusal(redeem(id, await tokenFor(email)), 'link_not_valid');
});
