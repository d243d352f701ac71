/** Second persons, proven addresses, free interviews, mentors and the operator (docs/product.md §15). */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../local/postgres/embedded.ts';
import { as, texts } from './support/database.ts';
import { onEmbedded, type Row, sessionsOn } from './support/sessions.ts';

const database = await openDatabase();
afterAll(() => database.close());

const here = sessionsOn(onEmbedded(database));
const { query, one, newMember, newPack, newSlot, book, cancel, balance, pass, call } = here;

/** The token in the newest link to an address. */
const tokenFor = (address: string) =>
  one<string>(
    `select payload ->> 'token' from private.outbox where kind = 'address_proof' and recipient = $1
    order by created_at desc limit 1`,
    [address],
  );

describe('proving an address', () => {
  const ask = (member: string, address?: string) =>
    call<Row>(member, 'ask_address_proof', address ? { p_address: address } : {});
  const redeem = (member: string, token: string) =>
    call<string>(member, 'redeem_address_proof', { p_token: token });

  test('§15.29 a link proves the address of the account once', async () => {
    const { id, email } = await newMember();
    expect(await ask(id)).toEqual({ address: email, state: 'sent' });
    const token = await tokenFor(email);
    expect(await redeem(id, token)).toBe(email);
    expect(
      await texts(database, 'select address from private.proven_addresses where user_id = $1', [
        id,
      ]),
    ).toEqual([email]);
    await expect(redeem(id, token)).rejects.toThrow('link_not_valid');
    expect(await ask(id)).toEqual({ address: email, state: 'proven' });
  });

  test('§15.29 a link works only in the account that asked, so that a press proves nothing to another', async () => {
    const attacker = (await newMember()).id;
    const victim = await newMember();
    await ask(attacker, victim.email);
    const token = await tokenFor(victim.email);
    await expect(redeem(victim.id, token)).rejects.toThrow('other_account');
    await expect(redeem(attacker, `${token}x`)).rejects.toThrow('link_not_valid');
  });

  test('§15.29 a link expires after a day, and a newer one replaces it', async () => {
    const { id, email } = await newMember();
    await ask(id);
    const first = await tokenFor(email);
    await ask(id);
    const second = await tokenFor(email);
    await expect(redeem(id, first)).rejects.toThrow('link_not_valid');
    await pass(24.1);
    await expect(redeem(id, second)).rejects.toThrow('link_not_valid');
  });

  test('§15.29 the token is nowhere but in the mail', async () => {
    const { id, email } = await newMember();
    await ask(id);
    const token = await tokenFor(email);
    const [kept] = await texts(
      database,
      'select token_hash from private.mailed_links where user_id = $1',
      [id],
    );
    expect(kept).not.toContain(token);
    expect(
      await one("select encode(token_hash, 'hex') from private.mailed_links where user_id = $1", [
        id,
      ]),
    ).toBe(createHash('sha256').update(token).digest('hex'));
  });

  test('§15.29 five links a day go to an address, and five are asked for by a member', async () => {
    const address = `${randomUUID()}@example.com`;
    for (let link = 0; link < 5; link += 1) await ask((await newMember()).id, address);
    await expect(ask((await newMember()).id, address)).rejects.toThrow('too_many_today');
    const { id } = await newMember();
    for (let link = 0; link < 5; link += 1) await ask(id, `${randomUUID()}@example.com`);
    await expect(ask(id)).rejects.toThrow('too_many_today');
  });

  test.each(['', 'nobody', 'a b@example.com', '<a@example.com>', 'a@b\n.example.com'])(
    'refuses %j as an address',
    async (address) => {
      await expect(
        call((await newMember()).id, 'ask_address_proof', { p_address: address }),
      ).rejects.toThrow('address_not_valid');
    },
  );
});

describe('the second person', () => {
  const name = (buyer: string, order: string, address: string) =>
    call<Row>(buyer, 'name_second_person', { p_order: order, p_address: address });
  const accept = (member: string, order: string, terms = true) =>
    call<Row>(member, 'accept_second_person', { p_order: order, p_terms: terms });

  async function packForTwo() {
    const buyer = (await newMember()).id;
    return { buyer, pack: await newPack(buyer) };
  }

  test('§15.25 is bound by a proven address and the terms, and shares the sessions', async () => {
    const { buyer, pack } = await packForTwo();
    const second = await newMember();
    expect(await name(buyer, pack.order, second.email.toUpperCase())).toMatchObject({
      second: { address: second.email, state: 'named', namings_left: 2 },
    });
    expect(await here.mailsAbout('order_id', pack.order)).toContain('second_person_named');
    expect((await here.sessions(second.id)).invitations).toEqual([]);
    await expect(accept(second.id, pack.order)).rejects.toThrow('no_invitation');

    await query('insert into private.proven_addresses (user_id, address) values ($1, $2)', [
      second.id,
      second.email,
    ]);
    expect((await here.sessions(second.id)).invitations).toMatchObject([
      { order: pack.order, from: 'Asha' },
    ]);
    await expect(accept(second.id, pack.order, false)).rejects.toThrow('terms_not_accepted');
    expect(await accept(second.id, pack.order)).toMatchObject({
      role: 'second',
      remaining: 5,
      second: null,
    });

    const booking = await book(second.id, await newSlot(48), pack);
    expect(await balance(buyer, pack)).toMatchObject({
      booked: 1,
      remaining: 4,
      second: { state: 'accepted' },
    });
    await expect(cancel(buyer, booking)).rejects.toThrow('no_such_booking');
    const paid =
      'select id from public.payments union all select provider_order_id from public.orders';
    expect(await onEmbedded(database).asMember(second.id, paid)).toEqual([]);
  });

  test('§15.26 is replaced until the first booking, at most three times named', async () => {
    const { buyer, pack } = await packForTwo();
    const first = await newMember({ proven: true });
    const next = await newMember({ proven: true });
    await name(buyer, pack.order, first.email);
    await name(buyer, pack.order, first.email);
    await accept(first.id, pack.order);
    expect(await name(buyer, pack.order, next.email)).toMatchObject({
      second: { state: 'named', namings_left: 1 },
    });
    await expect(book(first.id, await newSlot(48), pack)).rejects.toThrow('not_your_pack');
    await expect(accept(first.id, pack.order)).rejects.toThrow('no_invitation');
    await accept(next.id, pack.order);
    await book(next.id, await newSlot(48), pack);
    await expect(name(buyer, pack.order, first.email)).rejects.toThrow('second_has_booked');

    const other = await packForTwo();
    for (const address of ['a@example.com', 'b@example.com', 'c@example.com']) {
      await name(other.buyer, other.pack.order, address);
    }
    await expect(name(other.buyer, other.pack.order, 'd@example.com')).rejects.toThrow(
      'no_naming_left',
    );
  });

  test('§15.27 naming tells nothing about accounts', async () => {
    const { buyer, pack } = await packForTwo();
    const known = await newMember({ proven: true });
    const told = await name(buyer, pack.order, known.email);
    const other = await packForTwo();
    const unknown = `${randomUUID()}@example.com`;
    const alike = (reply: Row) => ({
      ...reply,
      order: '',
      second: { ...(reply['second'] as Row), address: '' },
    });
    expect(alike(await name(other.buyer, other.pack.order, unknown))).toEqual(alike(told));
  });

  test('§15.24 only the buyer of a paid pack for two names somebody else', async () => {
    const { buyer, pack } = await packForTwo();
    const stranger = await newMember();
    await expect(name(stranger.id, pack.order, 'a@example.com')).rejects.toThrow('not_your_pack');
    const single = await newPack(buyer, 'single');
    await expect(name(buyer, single.order, 'a@example.com')).rejects.toThrow('not_for_two');
    const own = await one<string>('select email from auth.users where id = $1', [buyer]);
    await expect(name(buyer, pack.order, own)).rejects.toThrow('own_address');
    await expect(name(buyer, pack.order, 'nobody')).rejects.toThrow('address_not_valid');
    await here.report(pack, { refunded: pack.amount });
    await expect(name(buyer, pack.order, 'a@example.com')).rejects.toThrow('pack_refunded');

    const used = await packForTwo();
    const bookings = [];
    for (let nth = 1; nth <= 5; nth += 1) {
      bookings.push(await book(used.buyer, await newSlot(48 + nth), used.pack));
    }
    await name(used.buyer, used.pack.order, 'a@example.com');
    await pass(40);
    for (const booking of bookings) await cancel(used.buyer, booking);
    await expect(name(used.buyer, used.pack.order, 'b@example.com')).rejects.toThrow(
      'nothing_left',
    );
  });

  test('§18.6 loses coming sessions when the buyer is erased, and is told', async () => {
    const { buyer, pack } = await packForTwo();
    const second = await newMember({ proven: true });
    await name(buyer, pack.order, second.email);
    await accept(second.id, pack.order);
    const booking = await book(second.id, await newSlot(48), pack);
    await query('select public.erase_member($1)', [buyer]);
    expect(await here.stateOf(booking)).toBe('called_off');
    expect(
      await texts(
        database,
        "select recipient from private.outbox where kind = 'session_called_off' and payload ->> 'booking' = $1",
        [booking.id],
      ),
    ).toEqual([second.email]);
  });
});

describe('the free interview', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const grant = (
    id: string,
    email: string,
    { phone = randomUUID(), given = '9876543210' }: { phone?: string; given?: string } = {},
  ) =>
    one<Row>('select public.grant_free_interview($1, $2, $3, $4, $5)', [
      id,
      email,
      given,
      hash(email),
      hash(phone),
    ]);

  test('§15.31 goes once to a proven address and a phone number', async () => {
    const { id, email } = await newMember();
    await expect(grant(id, email)).rejects.toThrow('address_not_proven');
    await query('insert into private.proven_addresses (user_id, address) values ($1, $2)', [
      id,
      email,
    ]);
    await expect(grant(id, email, { given: '1' })).rejects.toThrow('person_changed');
    const before = (await here.sessions(id)).free_interview.left;
    expect(await grant(id, email, { phone: 'one' })).toMatchObject({
      state: 'granted',
      left: before - 1,
    });
    expect(await grant(id, email)).toMatchObject({ state: 'granted', left: before - 1 });
    expect(await here.mailsAbout('user_id', id)).toContain('free_interview_granted');

    const other = await newMember({ proven: true });
    await expect(grant(other.id, other.email, { phone: 'one' })).rejects.toThrow('already_had');
    const gd = await newSlot(48, { kind: 'gd' });
    await expect(book(id, gd)).rejects.toThrow('free_is_an_interview');
    await book(id, await newSlot(48));
    await expect(book(id, await newSlot(50))).rejects.toThrow('nothing_left');
    expect((await here.sessions(id)).free_interview.state).toBe('booked');
  });

  test('§15.31 is remembered when the person was erased', async () => {
    const { id, email } = await newMember({ proven: true });
    await grant(id, email, { phone: 'kept' });
    await query('select public.erase_member($1)', [id]);
    const again = await newMember({ email, proven: true });
    await expect(grant(again.id, email, { phone: 'other' })).rejects.toThrow('already_had');
  });

  test('§15.31 lapses after 60 days to the next, unless it is booked', async () => {
    const [waiting, booked] = [
      await newMember({ proven: true }),
      await newMember({ proven: true }),
    ];
    await grant(waiting.id, waiting.email);
    await grant(booked.id, booked.email);
    await pass(59 * 24);
    const slot = await newSlot(72);
    await book(booked.id, slot);
    await query('select public.lapse_free_interviews()');
    const before = (await here.sessions(waiting.id)).free_interview;
    expect(before.state).toBe('granted');
    // The 60th day in India ends within two days.
    await pass(49);
    await expect(book(waiting.id, await newSlot(48))).rejects.toThrow('free_interview_lapsed');
    await query('select public.lapse_free_interviews()');
    expect((await here.sessions(waiting.id)).free_interview.state).toBe('lapsed');
    expect((await here.sessions(booked.id)).free_interview.state).toBe('booked');
    expect(await one<number>('select public.free_interviews_left()')).toBeGreaterThan(before.left);
    expect(await here.mailsAbout('user_id', waiting.id)).toContain('free_interview_lapsed');

    await query('select operations.cancel_slot($1)', [slot]);
    await query('select public.lapse_free_interviews()');
    expect((await here.sessions(booked.id)).free_interview.state).toBe('granted');
  });
});

/** A session that began this many hours ago, with its mentor's link. */
async function begun(hours: number, people = 1) {
  const slot = await newSlot(30, people > 1 ? { kind: 'gd', minimum: 2 } : {});
  const members = [];
  for (let person = 0; person < people; person += 1) {
    const { id } = await newMember({ firstname: `Person ${person}` });
    members.push({ id, booking: await book(id, slot, await newPack(id)) });
  }
  await pass(30 + hours);
  const [link] = await query(
    'select id as slot, mentor_id as mentor, feedback_version as version from private.slots where id = $1',
    [slot],
  );
  return { slot, members, link: Object.values(link ?? {}) };
}

const good = { attended: true, scores: [4, 3, 5, 2] as (number | null)[] };
const give = (link: unknown[], booking: string, { attended, scores } = good) =>
  one<number>(
    `select public.give_feedback($1, $2, $3, $4, $5, $6, $7, $8, $9, E'Calm.\n\nClear.', 'Structure', 'Read')`,
    [...link, booking, attended, ...scores],
  );
const page = (link: unknown[]) => one<Row>('select public.feedback_page($1, $2, $3)', link);

describe('feedback', () => {
  test('§15.17 §15.19 is read by the member, and corrections are versions', async () => {
    const {
      members: [one_],
      link,
    } = await begun(1);
    if (!one_) throw new Error('nobody booked');
    expect(await page(link)).toMatchObject({
      mentor: 'Meera',
      members: [{ booking: one_.booking.id, name: 'Person 0', feedback: null, earlier: [] }],
    });
    expect(await give(link, one_.booking.id)).toBe(1);
    expect(await give(link, one_.booking.id, { attended: true, scores: [5, 5, 5, 5] })).toBe(2);
    expect((await here.sessions(one_.id)).past).toMatchObject([
      { feedback: { attended: true, content: 5, went_well: 'Calm.\n\nClear.', version: 2 } },
    ]);
    expect(
      await one('select count(*)::integer from private.feedback where booking_id = $1', [
        one_.booking.id,
      ]),
    ).toBe(2);
    const mails = await here.mailsAbout('booking', one_.booking.id);
    expect(mails.filter((kind) => kind === 'feedback_ready')).toHaveLength(1);
  });

  test('§15.17 has four scores from 1 to 5, or none where nobody came', async () => {
    const {
      members: [one_],
      link,
    } = await begun(1);
    const booking = one_?.booking.id ?? '';
    for (const wrong of [
      { attended: true, scores: [4, 3, 5, null] },
      { attended: true, scores: [4, 3, 5, 6] },
      { attended: true, scores: [0, 3, 5, 5] },
      { attended: false, scores: [1, 1, 1, 1] },
    ]) {
      await expect(give(link, booking, wrong)).rejects.toThrow('feedback_not_valid');
    }
    expect(await give(link, booking, { attended: false, scores: [null, null, null, null] })).toBe(
      1,
    );
  });

  test('§15.18 a link works from the start for 14 days', async () => {
    const {
      link,
      members: [one_],
    } = await begun(-1);
    await expect(page(link)).rejects.toThrow('not_open_yet');
    await expect(give(link, one_?.booking.id ?? '')).rejects.toThrow('not_open_yet');
    await pass(1.1);
    await expect(page(link)).resolves.toBeDefined();
    await pass(14 * 24 - 1);
    await expect(page(link)).resolves.toBeDefined();
    await pass(1);
    await expect(page(link)).rejects.toThrow('link_expired');
  });

  test('§15.18 a link ends with the slot, with another mentor, and with a newer link', async () => {
    const { slot, link } = await begun(1);
    await query('select operations.new_feedback_link($1)', [slot]);
    await expect(page(link)).rejects.toThrow('link_not_valid');
    const [id, mentor, version] = link;
    await expect(page([id, mentor, Number(version) + 1])).resolves.toBeDefined();
    expect(
      await texts(
        database,
        `select payload ->> 'version' from private.outbox where kind = 'mentor_feedback'
        and payload ->> 'slot' = $1 and private.mail_still_holds(kind, payload)`,
        [slot],
      ),
    ).toEqual([String(Number(version) + 1)]);

    const replaced = await begun(-5);
    await query('select operations.replace_mentor($1, $2)', [
      replaced.slot,
      await here.newMentor(),
    ]);
    await pass(6);
    await expect(page(replaced.link)).rejects.toThrow('link_not_valid');
    const ended = await begun(-5);
    await query('select operations.cancel_slot($1)', [ended.slot]);
    await pass(6);
    await expect(page(ended.link)).rejects.toThrow('link_not_valid');
  });

  test('§15.20 shows every member of a discussion their own, and what came before', async () => {
    const { link, members } = await begun(1, 3);
    const [first, second] = members;
    if (!first || !second) throw new Error('nobody booked');
    await give(link, first.booking.id);
    expect((await here.sessions(second.id)).past).toMatchObject([{ feedback: null }]);
    await expect(give(link, randomUUID())).rejects.toThrow('no_such_booking');

    const next = await newSlot(24);
    await query('delete from private.call_counts');
    await book(first.id, next, await newPack(first.id));
    await pass(25);
    const [shown] = await query(
      'select public.feedback_page(id, mentor_id, feedback_version) as page from private.slots where id = $1',
      [next],
    );
    expect(shown?.['page']).toMatchObject({ members: [{ earlier: [{ content: 4, kind: 'gd' }] }] });
    expect(JSON.stringify(shown)).not.toContain(first.id);
  });

  test('§15.21 the mentor is reminded while it is missing, and a person is told after 48 hours', async () => {
    const {
      slot,
      link,
      members: [one_],
    } = await begun(1);
    const reminder = () =>
      one<boolean>(
        `select private.mail_still_holds(kind, payload) from private.outbox
        where kind = 'mentor_feedback_late' and payload ->> 'slot' = $1`,
        [slot],
      );
    expect(await reminder()).toBe(true);
    const matters = () => texts(database, 'select matter from private.matters_now()');
    // It ended a quarter of an hour ago.
    await pass(47.7);
    expect(await matters()).not.toContain(`feedback ${slot}`);
    await pass(0.1);
    expect(await matters()).toContain(`feedback ${slot}`);
    await give(link, one_?.booking.id ?? '');
    expect(await matters()).not.toContain(`feedback ${slot}`);
    expect(await reminder()).toBe(false);
  });

  test('§15.21 nobody waits for feedback on a member whose account is gone', async () => {
    const {
      slot,
      members: [gone],
    } = await begun(72);
    const late = () => texts(database, 'select slot from operations.late_feedback');
    expect(await late()).toContain(slot);
    await query('select public.erase_member($1)', [gone?.id]);
    expect(await late()).not.toContain(slot);
    expect(await one<boolean>('select private.has_all_feedback($1)', [slot])).toBe(true);
  });

  test('§15.16 the mentor’s link cancels until the start, and every session comes back', async () => {
    const { link, members } = await begun(-5, 2);
    const look = () => one<Row>('select public.cancel_page($1, $2, $3)', link);
    expect(await look()).toMatchObject({ taken: 2, is_called_off: false });
    const cancelIt = () => one<Row>('select public.cancel_by_mentor($1, $2, $3)', link);
    expect(await cancelIt()).toMatchObject({ is_called_off: true });
    expect(await cancelIt()).toMatchObject({ is_called_off: true });
    for (const { id } of members) {
      expect((await here.sessions(id)).past).toMatchObject([
        { state: 'called_off', reason: 'mentor' },
      ]);
      expect((await here.sessions(id)).packs).toMatchObject([{ remaining: 5 }]);
    }
    const late = await begun(0.1);
    await expect(one('select public.cancel_by_mentor($1, $2, $3)', late.link)).rejects.toThrow(
      'slot_has_started',
    );
  });
});

test('§15.37 a member rates a session from its end', async () => {
  const {
    members: [one_],
  } = await begun(0.1);
  if (!one_) throw new Error('nobody booked');
  const rate = (score: number, word = '') =>
    call(one_.id, 'rate_session', { p_booking: one_.booking.id, p_score: score, p_word: word });
  await expect(rate(5)).rejects.toThrow('not_over_yet');
  await pass(1);
  await expect(rate(0)).rejects.toThrow('rating_not_valid');
  await rate(2);
  await rate(4, ' Good ');
  expect((await here.sessions(one_.id)).past).toMatchObject([
    { rating: { score: 4, word: 'Good' } },
  ]);
});

test('§15.22 a member reports that the mentor did not come, and a person is told', async () => {
  const {
    members: [one_],
  } = await begun(0.1);
  if (!one_) throw new Error('nobody booked');
  const report = () => call(one_.id, 'report_no_mentor', { p_booking: one_.booking.id });
  await expect(report()).rejects.toThrow('too_early');
  await pass(0.2);
  await report();
  expect(await query('select matter, what from private.matters_now()')).toContainEqual({
    matter: `no mentor ${one_.booking.id}`,
    what: expect.stringMatching(/^A member says that the mentor did not come/),
  });
  await query('select public.finish_sessions()');
  await pass(1);
  await query('select public.finish_sessions()');
  await query('select operations.give_session_back($1)', [one_.booking.id]);
  expect(await texts(database, 'select matter from private.matters_now()')).not.toContain(
    `no mentor ${one_.booking.id}`,
  );
  const old = await begun(22 * 24);
  await expect(
    call(old.members[0]?.id ?? '', 'report_no_mentor', { p_booking: old.members[0]?.booking.id }),
  ).rejects.toThrow('too_late_to_report');
});

describe('files of a session', () => {
  const add = (member: string, booking: string) =>
    one<Row>("select public.add_session_file($1, $2, 'cv', 1000, 'application/pdf')", [
      member,
      booking,
    ]);

  test('§15.23 are three at most, of the own session that is to come', async () => {
    const { id } = await newMember();
    const booking = await book(id, await newSlot(30), await newPack(id));
    const first = await add(id, booking.id);
    expect(first['path']).toMatch(new RegExp(`^${id}/[0-9a-f]{32}\\.pdf$`));
    await add(id, booking.id);
    await add(id, booking.id);
    await expect(add(id, booking.id)).rejects.toThrow('too_many_files');
    const stranger = (await newMember()).id;
    await expect(add(stranger, booking.id)).rejects.toThrow('no_such_booking');
    expect(await one('select public.file_of($1, $2)', [stranger, first['id']])).toBeNull();
    await query('select public.forget_file($1, $2)', [stranger, first['id']]);
    expect((await here.sessions(id)).upcoming).toMatchObject([{ files: [{}, {}, {}] }]);
    await query('select public.forget_file($1, $2)', [id, first['id']]);
    await add(id, booking.id);
    await expect(query('select public.erase_member($1)', [id])).rejects.toThrow('delete the files');

    await pass(31);
    await expect(add(id, booking.id)).rejects.toThrow('no_such_booking');
    const own = await query(
      `select slots.id, mentor_id, feedback_version from private.slots
      join private.bookings on slot_id = slots.id where bookings.id = $1`,
      [booking.id],
    );
    const [file] = await texts(database, 'select id from private.files where booking_id = $1', [
      booking.id,
    ]);
    const forMentor = (link: unknown[]) =>
      one<Row>('select public.file_for_mentor($1, $2, $3, $4)', [...link, file]);
    expect(await forMentor(Object.values(own[0] ?? {}))).toMatchObject({ type: 'application/pdf' });
    const other = await begun(-5);
    await pass(6);
    await expect(forMentor(other.link)).rejects.toThrow('no_such_file');
  });

  test('§18.11 no member reaches the bucket', async () => {
    const { id } = await newMember();
    const insert = as(database, { member: id }, (transaction) =>
      transaction.query("insert into storage.objects (bucket_id, name) values ('files', $1)", [
        `${id}/x.pdf`,
      ]),
    );
    await expect(insert).rejects.toThrow('row-level security');
    await query("insert into storage.objects (bucket_id, name) values ('files', $1)", [
      `${id}/x.pdf`,
    ]);
    expect(
      await as(database, { member: id }, (transaction) =>
        texts(transaction, "select name from storage.objects where bucket_id = 'files'"),
      ),
    ).toEqual([]);
  });
});

describe('the operator', () => {
  test('opens slots as a weekly pattern in India’s time', async () => {
    const mentor = await here.newMentor();
    const open = (weekdays: string) =>
      one<number>(
        `select operations.open_slots($1, 'gd', $2::text[], '18:30', 60,
          (now() + interval '10 days')::date, (now() + interval '23 days')::date, minimum => 5)`,
        [mentor, weekdays],
      );
    expect(await open('{mon,thu}')).toBe(4);
    expect(await open('{thu,fri}')).toBe(2);
    await expect(open('{thursday}')).rejects.toThrow('weekdays');
    expect(
      await texts(
        database,
        `select distinct to_char(starts_at at time zone 'Asia/Kolkata', 'dy HH24:MI') || ' ' || minimum || ' ' || seats
        from private.slots where mentor_id = $1 order by 1`,
        [mentor],
      ),
    ).toEqual(['fri 18:30 5 10', 'mon 18:30 5 10', 'thu 18:30 5 10']);
  });

  test('§15.41 records sessions from before, which tells nobody', async () => {
    const { id } = await newMember();
    const pack = await newPack(id, 'most-purchased');
    const mails = () => one<number>('select count(*)::integer from private.outbox');
    const before = await mails();
    const record = () =>
      query("select operations.record_past_session($1, 'interview', '2026-01-05')", [pack.payment]);
    await record();
    expect(await balance(id, pack)).toMatchObject({ used: 1, remaining: 1 });
    await record();
    await expect(record()).rejects.toThrow('nothing is left');
    await expect(
      query("select operations.record_past_session('pay_none', 'interview', '2026-01-05')"),
    ).rejects.toThrow('pays no order');
    expect(await mails()).toBe(before);
  });

  test('§15.41 adds base figures to the true ones', async () => {
    const figures = async () => (await query('select * from operations.figures'))[0] ?? {};
    const before = await figures();
    await query(
      "select operations.set_base_figure('sessions', 350), operations.set_base_figure('bookings', 695)",
    );
    const after = await figures();
    expect(Number(after['sessions']) - Number(before['sessions'])).toBe(350);
    expect(Number(after['bookings']) - Number(before['bookings'])).toBe(695);
    await expect(query("select operations.set_base_figure('x', 1)")).rejects.toThrow(
      'the figures are',
    );
  });

  test('reads the coming week and discussions that lack people', async () => {
    const slot = await newSlot(40, { kind: 'gd' });
    const { id } = await newMember({ firstname: 'Zoya' });
    await book(id, slot, await newPack(id));
    expect(
      await query('select members, taken from operations.coming_week where slot = $1', [slot]),
    ).toEqual([{ members: ['Zoya'], taken: 1 }]);
    expect(
      await query('select taken, minimum from operations.unfilled_gds where slot = $1', [slot]),
    ).toEqual([{ taken: 1, minimum: 4 }]);
  });
});

test('§18.6 an erasure ends coming sessions, tells the mentor, and keeps that a session was held', async () => {
  const { id, email } = await newMember({ proven: true });
  const pack = await newPack(id);
  const held = await book(id, await newSlot(24), pack);
  await pass(25);
  const [link] = await query(
    'select id as slot, mentor_id as mentor, feedback_version as version from private.slots where id = $1',
    [held.slot],
  );
  await give(Object.values(link ?? {}), held.id);
  const coming = await book(id, await newSlot(48), pack);
  const kept = await one<Row>('select private.sessions_of($1)', [id]);
  expect(kept).toMatchObject({
    bookings: [{ all_feedback: [{ content: 4 }] }, {}],
    proven_addresses: [{ address: email }],
  });

  await query('select public.erase_member($1)', [id]);
  expect(
    await query('select state, reason, member_id from private.bookings where id = $1', [coming.id]),
  ).toEqual([{ state: 'called_off', reason: 'account_closed', member_id: null }]);
  expect(
    await query('select state, institute, member_id from private.bookings where id = $1', [
      held.id,
    ]),
  ).toEqual([{ state: 'booked', institute: '', member_id: null }]);
  expect(await query('select * from private.feedback where booking_id = $1', [held.id])).toEqual(
    [],
  );
  expect(
    await texts(
      database,
      "select kind from private.outbox where kind = 'mentor_cancelled' and payload ->> 'slot' = $1 and recipient is not null",
      [coming.slot],
    ),
  ).toEqual(['mentor_cancelled']);
});
