/** Second persons, proven addresses, free interviews, mentors and the operator (docs/product.md §15). */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectRefusal, testDatabase, texts } from './support/database.ts';
import { type Balance, bookingsOn } from '../samples/bookings.ts';
import { as, onEmbedded, type Row } from '../samples/caller.ts';

const database = await testDatabase();

const here = bookingsOn(onEmbedded(database));
const { query, one, newMember, newPack, newSlot, book, cancel, balance, pass, call } = here;
const { operate, serve, newBuyer, newBooked, nameSecond, acceptSecond, newSecond, linkOf } = here;

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
    await expectRefusal(redeem(id, token), 'link_not_valid');
    expect(await ask(id)).toEqual({ address: email, state: 'proven' });
  });

  test('§15.29 a link works only in the account that asked, so that a press proves nothing to another', async () => {
    const attacker = (await newMember()).id;
    const victim = await newMember();
    await ask(attacker, victim.email);
    const token = await tokenFor(victim.email);
    await expectRefusal(redeem(victim.id, token), 'other_account');
    await expectRefusal(redeem(attacker, `${token}x`), 'link_not_valid');
  });

  test('§15.29 a link expires after a day, and a newer one replaces it', async () => {
    const { id, email } = await newMember();
    await ask(id);
    const first = await tokenFor(email);
    await ask(id);
    const second = await tokenFor(email);
    await expectRefusal(redeem(id, first), 'link_not_valid');
    await pass(24.1);
    await expectRefusal(redeem(id, second), 'link_not_valid');
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

  test('§15.29 §15.48 five links a day go to an address, and five are asked for by a member', async () => {
    const address = `${randomUUID()}@example.com`;
    for (let link = 0; link < 5; link += 1) await ask((await newMember()).id, address);
    await expectRefusal(ask((await newMember()).id, address), 'too_many_today');
    const { id } = await newMember();
    for (let link = 0; link < 5; link += 1) await ask(id, `${randomUUID()}@example.com`);
    const began = await texts(
      database,
      `select distinct began = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      from private.call_counts where purpose = 'address proof'
        and caller = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [id],
    );
    expect(began, 'the limit counts a whole day').toEqual(['true']);
    await expectRefusal(ask(id), 'too_many_today');
  });

  test.each(['', 'nobody', 'a b@example.com', '<a@example.com>', 'a@b\n.example.com'])(
    'refuses %j as an address',
    async (address) => {
      await expectRefusal(
        call((await newMember()).id, 'ask_address_proof', { p_address: address }),
        'address_not_valid',
      );
    },
  );
});

describe('the second person', () => {
  test('§15.25 is bound by a proven address and the terms, and shares the sessions', async () => {
    const { id: buyer, pack } = await newBuyer();
    const second = await newMember();
    expect(await nameSecond(buyer, pack, second.email.toUpperCase())).toMatchObject({
      second: { address: second.email, state: 'named', namings_left: 2 },
    });
    expect(await here.mailsAbout('order_id', pack.order)).toContain('second_person_named');
    expect((await here.sessions(second.id)).invitations).toEqual([]);
    await expectRefusal(acceptSecond(second.id, pack), 'no_invitation');

    await here.proveAddress(second.id);
    expect((await here.sessions(second.id)).invitations).toMatchObject([
      { order: pack.order, from: 'Asha' },
    ]);
    await expectRefusal(acceptSecond(second.id, pack, false), 'terms_not_accepted');
    expect(await acceptSecond(second.id, pack)).toMatchObject({
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
    await expectRefusal(cancel(buyer, booking), 'no_such_booking');
    const paid =
      'select id from public.payments union all select provider_order_id from public.orders';
    expect(await onEmbedded(database).as({ member: second.id }, paid)).toEqual([]);
  });

  test('§15.26 is replaced until the first booking, at most three times named', async () => {
    const { id: buyer, pack } = await newBuyer();
    const first = await newMember({ proven: true });
    const next = await newMember({ proven: true });
    await nameSecond(buyer, pack, first.email);
    await nameSecond(buyer, pack, first.email);
    await acceptSecond(first.id, pack);
    expect(await nameSecond(buyer, pack, next.email)).toMatchObject({
      second: { state: 'named', namings_left: 1 },
    });
    await expectRefusal(book(first.id, await newSlot(48), pack), 'not_your_pack');
    await expectRefusal(acceptSecond(first.id, pack), 'no_invitation');
    await acceptSecond(next.id, pack);
    await book(next.id, await newSlot(48), pack);
    await expectRefusal(nameSecond(buyer, pack, first.email), 'second_has_booked');

    const other = await newBuyer();
    for (const address of ['a@example.com', 'b@example.com', 'c@example.com']) {
      await nameSecond(other.id, other.pack, address);
    }
    await expectRefusal(nameSecond(other.id, other.pack, 'd@example.com'), 'no_naming_left');
  });

  test('§15.27 naming tells nothing about accounts', async () => {
    const { id: buyer, pack } = await newBuyer();
    const known = await newMember({ proven: true });
    const told = await nameSecond(buyer, pack, known.email);
    const other = await newBuyer();
    const unknown = `${randomUUID()}@example.com`;
    const alike = (reply: Balance) => ({
      ...reply,
      order: '',
      second: { ...reply.second, address: '' },
    });
    expect(alike(await nameSecond(other.id, other.pack, unknown))).toEqual(alike(told));
  });

  test('§15.24 only the buyer of a paid pack for two names somebody else', async () => {
    const { id: buyer, pack } = await newBuyer();
    const stranger = await newMember();
    await expectRefusal(nameSecond(stranger.id, pack, 'a@example.com'), 'not_your_pack');
    const single = await newPack(buyer, 'single');
    await expectRefusal(nameSecond(buyer, single, 'a@example.com'), 'not_for_two');
    await expectRefusal(nameSecond(buyer, pack, 'nobody'), 'address_not_valid');
    await here.report(pack, { refunded: pack.amount });
    await expectRefusal(nameSecond(buyer, pack, 'a@example.com'), 'pack_refunded');

    const used = await newBuyer();
    const bookings = [];
    for (let nth = 1; nth <= 5; nth += 1) {
      bookings.push(await book(used.id, await newSlot(48 + nth), used.pack));
    }
    await nameSecond(used.id, used.pack, 'a@example.com');
    await pass(40);
    for (const booking of bookings) await cancel(used.id, booking);
    await expectRefusal(nameSecond(used.id, used.pack, 'b@example.com'), 'nothing_left');
  });

  test('§18.6 loses coming sessions when the buyer is erased, and is told', async () => {
    const { id: buyer, pack } = await newBuyer();
    const second = await newSecond(buyer, pack);
    const booking = await book(second.id, await newSlot(48), pack);
    await serve('erase_member', buyer);
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
  ) => serve<Row>('grant_free_interview', id, email, given, hash(email), hash(phone));

  test('§15.31 goes once to a proven address and a phone number', async () => {
    const { id, email } = await newMember();
    await expectRefusal(grant(id, email), 'address_not_proven');
    await here.proveAddress(id);
    await expectRefusal(grant(id, email, { given: '1' }), 'person_changed');
    const before = (await here.sessions(id)).free_interview.left;
    expect(await grant(id, email, { phone: 'one' })).toMatchObject({
      state: 'granted',
      left: before - 1,
    });
    expect(await grant(id, email)).toMatchObject({ state: 'granted', left: before - 1 });
    expect(await here.mailsAbout('user_id', id)).toContain('free_interview_granted');

    const other = await newMember({ proven: true });
    await expectRefusal(grant(other.id, other.email, { phone: 'one' }), 'already_had');
    const gd = await newSlot(48, { kind: 'gd' });
    await expectRefusal(book(id, gd), 'free_is_an_interview');
    await book(id, await newSlot(48));
    await expectRefusal(book(id, await newSlot(50)), 'nothing_left');
    expect((await here.sessions(id)).free_interview.state).toBe('booked');
  });

  test('§15.31 is remembered when the person was erased', async () => {
    const { id, email } = await newMember({ proven: true });
    await grant(id, email, { phone: 'kept' });
    await serve('erase_member', id);
    const again = await newMember({ email, proven: true });
    await expectRefusal(grant(again.id, email, { phone: 'other' }), 'already_had');
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
    await serve('lapse_free_interviews');
    const before = (await here.sessions(waiting.id)).free_interview;
    expect(before.state).toBe('granted');
    // The 60th day in India ends within two days.
    await pass(49);
    await expectRefusal(book(waiting.id, await newSlot(48)), 'free_interview_lapsed');
    await serve('lapse_free_interviews');
    expect((await here.sessions(waiting.id)).free_interview.state).toBe('lapsed');
    expect((await here.sessions(booked.id)).free_interview.state).toBe('booked');
    expect(await serve<number>('free_interviews_left')).toBeGreaterThan(before.left);
    expect(await here.mailsAbout('user_id', waiting.id)).toContain('free_interview_lapsed');

    await operate('cancel_slot', slot);
    await serve('lapse_free_interviews');
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
  const [first] = members;
  if (!first) throw new Error('nobody booked');
  return { ...first, slot, members, link: await linkOf(slot) };
}

const good = { attended: true, scores: [4, 3, 5, 2] as (number | null)[] };
const give = (link: unknown[], booking: string, { attended, scores } = good) =>
  one<number>(
    `select public.give_feedback($1, $2, $3, $4, $5, $6, $7, $8, $9, E'Calm.\n\nClear.', 'Structure', 'Read')`,
    [...link, booking, attended, ...scores],
  );
const page = (link: unknown[]) => serve<Row>('feedback_page', ...link);

describe('feedback', () => {
  test('§15.17 §15.19 is read by the member, and corrections are versions that tell nobody again', async () => {
    const { link, id, booking } = await begun(1);
    expect(await page(link)).toMatchObject({
      mentor: 'Meera',
      members: [{ booking: booking.id, name: 'Person 0', feedback: null, earlier: [] }],
    });
    expect(await give(link, booking.id)).toBe(1);
    await serve('finish_sessions');
    expect(await give(link, booking.id, { attended: true, scores: [5, 5, 5, 5] })).toBe(2);
    expect((await here.sessions(id)).past).toMatchObject([
      { feedback: { attended: true, content: 5, went_well: 'Calm.\n\nClear.', version: 2 } },
    ]);
    expect(
      await one('select count(*)::integer from private.feedback where booking_id = $1', [
        booking.id,
      ]),
    ).toBe(2);
    const mails = await here.mailsAbout('booking', booking.id);
    expect(mails.filter((kind) => kind === 'feedback_ready')).toHaveLength(1);
  });

  test('§15.17 has four scores from 1 to 5, or none where nobody came', async () => {
    const { link, booking } = await begun(1);
    const scores: (number | null)[] = [3, 3, 3, 3];
    const wrongScores = scores.flatMap((_, place) =>
      [0, 6, null].map((wrong) => ({ attended: true, scores: scores.with(place, wrong) })),
    );
    for (const wrong of [...wrongScores, { attended: false, scores: [1, 1, 1, 1] }]) {
      await expectRefusal(give(link, booking.id, wrong), 'feedback_not_valid');
    }
    expect(
      await give(link, booking.id, { attended: false, scores: [null, null, null, null] }),
    ).toBe(1);
  });

  test('§15.18 a link works from the start for 14 days', async () => {
    const { link, booking } = await begun(-1);
    await expectRefusal(page(link), 'not_open_yet');
    await expectRefusal(give(link, booking.id), 'not_open_yet');
    await pass(1.1);
    await expect(page(link)).resolves.toBeDefined();
    await pass(14 * 24 - 1);
    await expect(page(link)).resolves.toBeDefined();
    await pass(1);
    await expectRefusal(page(link), 'link_expired');
  });

  test('§15.18 a link ends with the slot, with another mentor, and with a newer link', async () => {
    const { slot, link } = await begun(1);
    await operate('new_feedback_link', slot);
    await expectRefusal(page(link), 'link_not_valid');
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
    await operate('replace_mentor', replaced.slot, await here.newMentor());
    await pass(6);
    await expectRefusal(page(replaced.link), 'link_not_valid');
    const ended = await begun(-5);
    await operate('cancel_slot', ended.slot);
    await pass(6);
    await expectRefusal(page(ended.link), 'link_not_valid');
  });

  test('§15.20 shows every member of a discussion their own, and what came before', async () => {
    const { link, members } = await begun(1, 3);
    const [first, second] = members;
    if (!first || !second) throw new Error('nobody booked');
    await give(link, first.booking.id);
    expect((await here.sessions(second.id)).past).toMatchObject([{ feedback: null }]);
    await expectRefusal(give(link, randomUUID()), 'no_such_booking');

    const next = await newSlot(24);
    await query('delete from private.call_counts');
    await book(first.id, next, await newPack(first.id));
    await pass(25);
    const shown = await page(await linkOf(next));
    expect(shown).toMatchObject({ members: [{ earlier: [{ content: 4, kind: 'gd' }] }] });
    expect(JSON.stringify(shown)).not.toContain(first.id);
  });

  test('§15.21 the mentor is reminded while it is missing, and a person is told after 48 hours', async () => {
    const { slot, link, booking } = await begun(1);
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
    await give(link, booking.id);
    expect(await matters()).not.toContain(`feedback ${slot}`);
    expect(await reminder()).toBe(false);
  });

  test('§15.21 nobody waits for feedback on a member whose account is gone', async () => {
    const { slot, id } = await begun(72);
    const late = () => texts(database, 'select slot from operations.late_feedback');
    expect(await late()).toContain(slot);
    await serve('erase_member', id);
    expect(await late()).not.toContain(slot);
    expect(await one<boolean>('select private.has_all_feedback($1)', [slot])).toBe(true);
  });

  test('§15.16 the mentor’s link cancels until the start, and every session comes back', async () => {
    const { link, members } = await begun(-5, 2);
    const look = () => serve<Row>('cancel_page', ...link);
    expect(await look()).toMatchObject({ taken: 2, is_called_off: false });
    const cancelIt = () => serve<Row>('cancel_by_mentor', ...link);
    expect(await cancelIt()).toMatchObject({ is_called_off: true });
    expect(await cancelIt()).toMatchObject({ is_called_off: true });
    for (const { id } of members) {
      expect((await here.sessions(id)).past).toMatchObject([
        { state: 'called_off', reason: 'mentor' },
      ]);
      expect((await here.sessions(id)).packs).toMatchObject([{ remaining: 5 }]);
    }
    const late = await begun(0.1);
    await expectRefusal(serve('cancel_by_mentor', ...late.link), 'slot_has_started');
  });
});

test('§15.37 a member rates a session from its end', async () => {
  const { id, booking } = await begun(0.1);
  const rate = (score: number, word = '') =>
    call(id, 'rate_session', { p_booking: booking.id, p_score: score, p_word: word });
  await expectRefusal(rate(5), 'not_over_yet');
  await pass(1);
  await expectRefusal(rate(0), 'rating_not_valid');
  await rate(2);
  await rate(4, ' Good ');
  expect((await here.sessions(id)).past).toMatchObject([{ rating: { score: 4, word: 'Good' } }]);
});

test('§15.22 §15.53 a member reports after a quarter of an hour that the mentor did not come, and a person is told', async () => {
  const { id, booking } = await begun(0.2);
  const report = () => call(id, 'report_no_mentor', { p_booking: booking.id });
  await expectRefusal(report(), 'too_early');
  await pass(0.1);
  await report();
  expect(await query('select matter, what from private.matters_now()')).toContainEqual({
    matter: `no mentor ${booking.id}`,
    what: expect.stringMatching(/^A member says that the mentor did not come/),
  });
  await serve('finish_sessions');
  await pass(1);
  await serve('finish_sessions');
  await operate('give_session_back', booking.id);
  expect(await texts(database, 'select matter from private.matters_now()')).not.toContain(
    `no mentor ${booking.id}`,
  );
});

describe('files of a session', () => {
  const add = (member: string, booking: string) =>
    one<Row>("select public.add_session_file($1, $2, 'cv', 1000, 'application/pdf')", [
      member,
      booking,
    ]);

  test('§15.23 are three at most, of the own session that is to come', async () => {
    const { id, booking } = await newBooked(30);
    const first = await add(id, booking.id);
    expect(first['path']).toMatch(new RegExp(`^${id}/[0-9a-f]{32}\\.pdf$`));
    await add(id, booking.id);
    await add(id, booking.id);
    await expectRefusal(add(id, booking.id), 'too_many_files');
    const stranger = (await newMember()).id;
    await expectRefusal(add(stranger, booking.id), 'no_such_booking');
    expect(await serve('file_of', stranger, first['id'])).toBeNull();
    await serve('forget_file', stranger, first['id']);
    expect((await here.sessions(id)).upcoming).toMatchObject([{ files: [{}, {}, {}] }]);
    await serve('forget_file', id, first['id']);
    await add(id, booking.id);
    await expectRefusal(serve('erase_member', id), 'delete the files');

    await pass(31);
    await expectRefusal(add(id, booking.id), 'no_such_booking');
    const [file] = await texts(database, 'select id from private.files where booking_id = $1', [
      booking.id,
    ]);
    const forMentor = (link: unknown[]) => serve<Row>('file_for_mentor', ...link, file);
    expect(await forMentor(await linkOf(booking.slot))).toMatchObject({ type: 'application/pdf' });
    const other = await begun(-5);
    await pass(6);
    await expectRefusal(forMentor(other.link), 'no_such_file');
  });

  test('§18.11 no member reaches the bucket', async () => {
    const { id } = await newMember();
    const insert = as(database, { member: id }, (transaction) =>
      transaction.query("insert into storage.objects (bucket_id, name) values ('files', $1)", [
        `${id}/x.pdf`,
      ]),
    );
    await expectRefusal(insert, 'row-level security');
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
    await expectRefusal(open('{thursday}'), 'weekdays');
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
    await expectRefusal(record(), 'nothing is left');
    await expectRefusal(
      query("select operations.record_past_session('pay_none', 'interview', '2026-01-05')"),
      'pays no order',
    );
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
    await expectRefusal(query("select operations.set_base_figure('x', 1)"), 'the figures are');
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
  await give(await linkOf(held.slot), held.id);
  const coming = await book(id, await newSlot(48), pack);
  const kept = await one<Row>('select private.sessions_of($1)', [id]);
  expect(kept).toMatchObject({
    bookings: [{ all_feedback: [{ content: 4 }] }, {}],
    proven_addresses: [{ address: email }],
  });

  await serve('erase_member', id);
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
