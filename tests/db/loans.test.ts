/** What members and operators do with loans, and what the tables refuse even from SQL (docs/product §16). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { MySessions } from '../../src/features/bookings/my-sessions-schema.ts';
import { lakh, loansOn } from '../samples/loans.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = loansOn(onEmbedded(database));
const { query, one, count, edit, newMember, join, newBorrower, mine, leave, choose, takeBack } =
  here;
const { newLender, newOffer, newChoice, operate, addMatch, takeMatchBack, day, month } = here;
const { serve, takeConsentBack, newSent } = here;

/** Changes rows with our triggers off, because only time makes such changes. */
async function turnBack(table: string, change: string, id: string, key = 'id'): Promise<void> {
  await database.exec(`alter table private.${table} disable trigger user`);
  await query(`update private.${table} set ${change} where ${key} = $1`, [id]);
  await database.exec(`alter table private.${table} enable trigger user`);
}

/** A member's emails that still hold, as 'kind' or 'kind state'. */
async function mailsTo(member: string): Promise<string[]> {
  const found = await query(
    `select concat_ws(' ', kind, payload ->> 'state') as mail from private.outbox
    where payload ->> 'user_id' = $1 and kind <> 'welcome' and private.mail_still_holds(kind, payload)
    order by created_at, mail`,
    [member],
  );
  return found.map(({ mail }) => String(mail));
}

const payloadOf = async (kind: string, member: string) =>
  (await here.mailsOf(kind, 'user_id', member)).at(-1)?.['payload'];

const countMails = (kind: string, member: string) =>
  count("private.outbox where kind = $1 and payload ->> 'user_id' = $2", kind, member);
const stopsTo = (address: string) =>
  count("private.outbox where recipient = $1 and kind = 'lender_stop'", address);

const lenderConsent = async (member: string) => {
  const given = (await mine(member)).consents.find(({ kind }) => kind === 'loan_lender');
  if (!given) throw new Error('there is no consent to a lender');
  return given;
};

/** Loan matters that wait for an operator. */
const matters = (about: string) => count('private.matters_now where matter = $1', about);

test('§16.11 a member joins the loan group, changes the request, leaves and joins again', async () => {
  const { id } = await newMember({ proven: true });
  const nothing = {
    request: null,
    group: null,
    choice: null,
    offers: [],
    lenders_without_offer: [],
  };
  const lists = { past_choices: [], rate_matches: [], consents: [] };
  expect(await mine(id)).toMatchObject({ ...nothing, ...lists, proven: true });
  const joined = await join(id, { p_institute: '  IIM\u202e Ahmedabad ', p_amount: 20 * lakh });
  expect(joined.request).toMatchObject({
    institute: 'IIM Ahmedabad',
    amount: 20 * lakh,
    stage: 'converted',
    course_months: 22,
    term_months: 120,
    co_applicant: 'parent',
    city: 'Pune',
    course_starts: await month(8),
    fixed: false,
  });
  const intake_year = Number((await month(8)).slice(0, 4));
  expect(joined.group).toEqual({ intake_year, members: null, sum: null, published_at: null });
  const changed = await join(id, { p_amount: 30 * lakh });
  expect(changed.request).toMatchObject({ id: joined.request?.id, amount: 30 * lakh });
  const set = (change: string) =>
    edit(`private.loan_requests set ${change} where id = $1`, joined.request?.id);
  await expectRefusal(set('joined_at = now()'), 'request_not_valid');
  expect(await leave(id)).toMatchObject({ request: null, group: null });
  await expectRefusal(leave(id), 'not_in_group');
  await expectRefusal(set("city = 'Delhi'"), 'not_in_group');
  expect((await join(id)).request?.id).not.toBe(joined.request?.id);
});

test('§16.12 joining stores one consent with its wording and version, and leaving ends the consent', async () => {
  const { id } = await newMember();
  const { consent_texts, consents } = await join(id);
  const given = { kind: 'loan_group', lender: null, version: 1, taken_back_at: null };
  expect(consents).toMatchObject([given]);
  expect(consents[0]?.text).toBe(consent_texts.group.text);
  expect((await join(id, { p_amount: 30 * lakh })).consents).toHaveLength(1);
  const [left] = (await leave(id)).consents;
  expect(left?.taken_back_at).not.toBeNull();
  expect((await join(id)).consents).toHaveLength(2);
});

test('§16.12 a member can consent only to the newest wording, and neither wordings nor consents ever change', async () => {
  const { id } = await newMember();
  for (const version of [null, 0, 2]) {
    await expectRefusal(join(id, { p_consent_version: version }), 'consent_not_given');
  }
  const fixed = 'consent_text_is_fixed';
  await expectRefusal(edit("private.consent_texts set text = text || '.'"), fixed);
  await expectRefusal(query('delete from private.consent_texts'), fixed);
  await join(id);
  const anything = "private.consents set text = 'anything' where member_id = $1";
  await expectRefusal(edit(anything, id), 'consent_is_fixed');
  await database.exec('begin');
  try {
    await query(
      "insert into private.consent_texts values ('loan_group', 2, 'These are the newer words of the group.')",
    );
    const asNow = async (version: number) => {
      await query("select set_config('request.jwt.claim.sub', $1, true)", [id]);
      return one<{ consents: Row[] }>(
        `select public.join_loan_group('IIM A', 'PGP', 'applied', $1, 22, $2, 120, 'none', 'Pune', $3)`,
        [await month(8), 20 * lakh, version],
      );
    };
    expect((await asNow(2)).consents).toHaveLength(2);
    await expectRefusal(asNow(1), 'consent_not_given');
  } finally {
    await database.exec('rollback');
  }
});

test.each([
  // The limits of lengths, months and amounts are those of the table (catalog.test.ts).
  ['no institute', { p_institute: ' ' }],
  ['no programme', { p_programme: null }],
  ['an unknown stage', { p_stage: 'dreaming' }],
  ['no day', { p_course_starts: null }],
  ['an amount with paise', { p_amount: 20 * lakh + 1 }],
  ['an unknown co-applicant', { p_co_applicant: 'cat' }],
])('§16.53 a request with %s is refused and changes nothing', async (_what, change) => {
  const { id } = await newBorrower();
  const { request } = await mine(id);
  await expectRefusal(join(id, change), 'request_not_valid');
  await expectRefusal(join((await newMember()).id, change), 'request_not_valid');
  expect((await mine(id)).request).toEqual(request);
});

test('§16.53 a course must start on the first of a month, up to two years before or after today', async () => {
  const { id } = await newMember();
  const on = async (ahead: number) => join(id, { p_course_starts: await month(ahead) });
  await expectRefusal(on(25), 'request_not_valid');
  await expectRefusal(on(-25), 'request_not_valid');
  const second = (await month(3)).replace(/01$/, '02');
  await expectRefusal(join(id, { p_course_starts: second }), 'request_not_valid');
  await on(24);
  await on(-23);
});

test('§16.54 a member can change the request ten times a day and choose ten times, and a refused change does not count', async () => {
  const { id } = await newBorrower();
  await expectRefusal(join(id, { p_amount: 1 }), 'request_not_valid');
  for (let change = 2; change <= 10; change += 1) await join(id, { p_amount: change * 2 * lakh });
  await expectRefusal(join(id), 'too_many_today');
  const offer = await newOffer();
  for (let choices = 1; choices <= 10; choices += 1) {
    await takeBack(id, await here.chooseShown(id, offer));
  }
  await expectRefusal(choose(id, offer), 'too_many_choices');
  await leave(id);
  await expectRefusal(join(id), 'too_many_today');
});

test('§16.19 a member sees the current offers for their intake year, which of them fit, and lenders without an offer', async () => {
  const { id } = await newBorrower();
  const fits = await newOffer();
  const tooSmall = await newOffer({ most_amount: 24 * lakh });
  const tooShort = await newOffer({ most_months: 119 });
  const otherYear = await newOffer({ intake_year: new Date().getFullYear() + 3 });
  const withdrawn = await newOffer();
  await operate('withdraw_offer', withdrawn);
  const replaced = await newOffer();
  const lender = await one('select lender_id from private.loan_offers where id = $1', [replaced]);
  const newer = await newOffer({ lender, replaces: replaced, rate: 9.5 });
  await expectRefusal(newOffer({ lender, replaces: replaced }), 'has ended');
  await expectRefusal(newOffer({ lender, rate: 9.5 }), 'already has the same offer');
  const unchanged = { lender, replaces: newer, rate: 9.5 };
  await expectRefusal(newOffer(unchanged), 'already has the same offer');
  const ended = await newOffer();
  const long = await newOffer();
  for (const [offer, days] of [
    [ended, 14],
    [long, 15],
  ] as const) {
    await turnBack('loan_offers', `valid_until = private.india_day(now()) - ${days}`, offer);
  }

  const { offers, lenders_without_offer } = await mine(id);
  const seen = new Map(offers.map((offer) => [offer.id, offer]));
  expect(seen.get(fits)).toMatchObject({
    fits: true,
    expired: false,
    rate: 9.75,
    standard_rate: 11.5,
    fee_percent: 0,
    tax_percent: 18,
    grace_months: 6,
    interest: 'added',
    least_amount: lakh,
  });
  expect(seen.get(tooSmall)).toMatchObject({ fits: false });
  expect(seen.get(tooShort)).toMatchObject({ fits: false });
  expect(seen.get(ended)).toMatchObject({ expired: true });
  expect(seen.get(newer)).toMatchObject({ rate: 9.5 });
  const hidden = [otherYear, withdrawn, replaced, long];
  for (const offer of hidden) expect(seen.has(offer)).toBe(false);
  expect(
    await count('private.loan_offers where id = any ($1) and shown_at is not null', hidden),
  ).toBe(0);

  // §16.21
  const names = new Set(lenders_without_offer.map((without) => without.id));
  expect(names.has(Number(seen.get(fits)?.lender.id))).toBe(false);
  expect(names.has(Number(seen.get(ended)?.lender.id))).toBe(true);
});

test('§16.72 an offer that the group saw is named for 14 days after it ends', async () => {
  const { id } = await newBorrower();
  const [gone, late, old, small, replaced] = await Promise.all([
    newOffer({ rate: 10.4 }),
    newOffer({ rate: 9.9 }),
    newOffer(),
    newOffer({ most_amount: 24 * lakh }),
    newOffer(),
  ]);
  await mine(id);
  const unseen = await newOffer();
  const offerOf = (offer: string) =>
    one<number>('select lender_id from private.loan_offers where id = $1', [offer]);
  for (const offer of [gone, small, unseen]) await operate('withdraw_offer', offer);
  await newOffer({ lender: await offerOf(replaced), rate: 9.5, replaces: replaced });
  await turnBack('loan_offers', 'valid_until = private.india_day(now()) - 14', late);
  await turnBack('loan_offers', 'valid_until = private.india_day(now()) - 15', old);
  const named = async (member: string) =>
    (await mine(member)).ended_offers.filter(({ id: offer }) =>
      [gone, late, old, small, replaced, unseen].includes(offer),
    );
  const today = await day(0);
  expect(await named(id)).toMatchObject([
    ...[
      { id: gone, rate: 10.4, could_choose: true },
      { id: small, rate: 9.75, could_choose: false },
    ]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((one) => ({ ...one, ended_on: today })),
    { id: late, rate: 9.9, could_choose: false },
  ]);
  await turnBack('loan_requests', "joined_at = now() - interval '20 days'", id, 'member_id');
  expect(await named(id)).toContainEqual(expect.objectContaining({ id: late, could_choose: true }));
  const { id: joinedLater } = await newBorrower();
  expect((await named(joinedLater)).every(({ could_choose: could }) => !could)).toBe(true);
});

test('§16.18 an offer that no one has seen cannot be chosen, and an offer that was shown cannot be edited', async () => {
  const { id } = await newBorrower();
  const offer = await newOffer();
  const set = (change: string) => edit(`private.loan_offers set ${change} where id = $1`, offer);
  await set('rate = 9.5');
  await expectRefusal(choose(id, offer), 'no_such_offer');
  const { offers } = await takeMatchBack(id, (await addMatch(id)).id);
  expect(offers.map((shown) => shown.id)).not.toContain(offer);
  await query('delete from private.loan_offers where id = $1', [await newOffer()]);
  await mine(id);
  for (const change of ['rate = 9', 'shown_at = null', 'valid_until = valid_until + 1']) {
    await expectRefusal(set(change), 'offer_was_shown');
  }
  const deleted = query('delete from private.loan_offers where id = $1', [offer]);
  await expectRefusal(deleted, 'offer_was_shown');
  await expectRefusal(set(`replaced_by = '${await newOffer()}'`), 'same lender and intake');
  await operate('withdraw_offer', offer);
  await expectRefusal(set('withdrawn_at = null'), 'offer_has_ended');
  await expectRefusal(operate('withdraw_offer', offer), 'has already ended');
});

test('§16.17 an inactive lender’s offers are not shown', async () => {
  const { id } = await newBorrower();
  const lender = await newLender();
  const offer = await newOffer({ lender });
  await query('update private.lenders set active = false where id = $1', [lender]);
  const { offers, lenders_without_offer } = await mine(id);
  expect(offers.map((shown) => shown.id)).not.toContain(offer);
  expect(lenders_without_offer.map((without) => without.id)).not.toContain(lender);
  expect(await one('select shown_at from private.loan_offers where id = $1', [offer])).toBeNull();
});

test('§16.22 choosing an offer needs consent for its lender and stores the terms', async () => {
  const { id } = await newBorrower();
  const lender = await newLender();
  const offer = await newOffer({ lender });
  const { offers, consent_texts } = await mine(id);
  await expectRefusal(choose(id, offer, null), 'consent_not_given');
  await expectRefusal(choose(id, offer, 2), 'consent_not_given');
  const { choice, past_choices, consents } = await choose(id, offer);
  expect(past_choices).toEqual([]);
  const course = { amount: 25 * lakh, course_months: 22, term_months: 120 };
  const steps = [{ state: 'chosen', reason: null }];
  expect(choice).toMatchObject({ state: 'chosen', ...course, lender_had_it: false, steps });
  expect(choice?.offer).toEqual(offers.find((shown) => shown.id === offer));
  const name = choice?.lender.name ?? '';
  const text = consent_texts.lender.text.replaceAll('{lender}', name);
  const [given, ...more] = consents.filter(({ kind }) => kind === 'loan_lender');
  expect(given).toMatchObject({ lender: name, text, taken_back_at: null });
  expect(more).toEqual([]);
});

test('§16.22 an offer that cannot be chosen is refused with the reason', async () => {
  const { id } = await newMember({ proven: true });
  const offer = await newOffer();
  await expectRefusal(choose(id, offer), 'not_in_group');
  await join(id);
  const small = await newOffer({ most_amount: 24 * lakh });
  const otherYear = await newOffer({ intake_year: new Date().getFullYear() + 3 });
  const ended = await newOffer();
  const gone = await newOffer();
  await mine(id);
  await turnBack('loan_offers', 'valid_until = private.india_day(now()) - 1', ended);
  await operate('withdraw_offer', gone);
  for (const unknown of [randomUUID(), otherYear, gone]) {
    await expectRefusal(choose(id, unknown), 'no_such_offer');
  }
  await expectRefusal(choose(id, ended), 'offer_expired');
  await expectRefusal(choose(id, small), 'offer_does_not_fit');
  await choose(id, offer);
  await expectRefusal(choose(id, offer), 'already_chosen');

  const unproven = await newBorrower({}, false);
  await expectRefusal(choose(unproven.id, offer), 'address_not_proven');
});

test('§16.23 a member has only one active choice, and can choose again after withdrawing it', async () => {
  const { id, choice } = await newChoice();
  const other = await newOffer();
  await mine(id);
  await expectRefusal(choose(id, other), 'already_chosen');
  const { choice: none, past_choices, consents } = await takeBack(id, choice);
  expect(none).toBeNull();
  expect(past_choices).toMatchObject([{ id: choice, state: 'taken_back' }]);
  expect(consents.find(({ kind }) => kind === 'loan_lender')?.taken_back_at).not.toBeNull();
  await expectRefusal(takeBack(id, choice), 'choice_has_ended');
  expect((await choose(id, other)).choice).toMatchObject({ state: 'chosen' });
  await expectRefusal(
    database.transaction(async (transaction) => {
      await transaction.exec('alter table private.loan_choices disable trigger user');
      await transaction.query(
        `insert into private.loan_choices (member_id, request_id, offer_id, lender_id, consent_id,
          amount, course_months, term_months, terms, valid_until)
        select member_id, request_id, offer_id, lender_id, consent_id, amount, course_months,
          term_months, terms, valid_until from private.loan_choices where member_id = $1 and state = 'chosen'`,
        [id],
      );
    }),
    'loan_choices_active',
  );
});

test('§16.22 no one can store a choice that does not match its member, request, offer, lender or consent', async () => {
  const [own, other] = [await newChoice(), await newChoice()];
  const { lender } = own;
  await turnBack('loan_choices', "state = 'expired'", own.choice);
  const consentOf = (member: string, to: number) =>
    one(
      `insert into private.consents (member_id, kind, lender_id, version, text)
      values ($1, 'loan_lender', $2, 1, 'A consent.') returning id`,
      [member, to],
    );
  const again = (change: Row) =>
    database.transaction(async (transaction) => {
      await transaction.query(
        `insert into private.loan_choices
        select (jsonb_populate_record(choices, $2::text::jsonb)).*
        from private.loan_choices as choices where id = $1`,
        [own.choice, JSON.stringify({ id: randomUUID(), state: 'chosen', ...change })],
      );
      await transaction.rollback();
    });
  await again({});
  for (const change of [
    { state: 'with_lender' },
    { member_id: other.id },
    { request_id: (await mine(other.id)).request?.id },
    { lender_id: other.lender },
    { offer_id: await newOffer({ lender, most_amount: 24 * lakh }) },
    { offer_id: await newOffer({ lender, intake_year: new Date().getFullYear() + 3 }) },
    { term_months: 181 },
  ]) {
    await expectRefusal(again(change), 'offer_does_not_fit', JSON.stringify(change));
  }
  for (const consent_id of [
    randomUUID(),
    await consentOf(own.id, other.lender),
    await consentOf(other.id, lender),
  ]) {
    await expectRefusal(again({ consent_id }), 'consent_not_given');
  }
  await leave(own.id);
  await expectRefusal(again({}), 'offer_does_not_fit');
});

test('§16.24 a choice goes from chosen to disbursed, and the member is emailed at each step', async () => {
  const { id, choice } = await newChoice();
  for (const step of ['send_to_lender', 'sanction', 'disburse']) await operate(step, choice);
  const { choice: done, request } = await mine(id);
  const way = ['chosen', 'with_lender', 'sanctioned', 'disbursed'];
  expect(done?.steps.map(({ state }) => state)).toEqual(way);
  expect(done).toMatchObject({ state: 'disbursed', lender_had_it: true });
  expect(request).toMatchObject({ fixed: true });
  await expectRefusal(takeBack(id, choice), 'choice_has_ended');
  expect(await mailsTo(id)).toEqual(['loan_joined', 'loan_step disbursed']);
  const terms = { amount: 25 * lakh, terms: { rate: 9.75 }, offer_valid_until: await day(30) };
  expect(await payloadOf('loan_chosen', id)).toMatchObject({ name: 'Asha', ...terms });
  // A paid-out loan blocks another choice until the member leaves and joins again.
  const other = await newOffer();
  await mine(id);
  await expectRefusal(choose(id, other), 'already_chosen');
  await expectRefusal(join(id), 'request_fixed');
  const { consents, past_choices } = await leave(id);
  expect(past_choices).toMatchObject([{ state: 'disbursed' }]);
  const standing = consents.filter(({ taken_back_at }) => taken_back_at === null);
  expect([consents.length, standing]).toMatchObject([2, [{ kind: 'loan_lender' }]]);
  const stands = async () => (await here.call<MySessions>(id, 'my_sessions')).waiting;
  expect(await stands(), '§15.106').toMatchObject({ loan: 'disbursed', loan_amount: 25 * lakh });
  await join(id);
  expect(await stands(), 'a new request comes first').toMatchObject({ loan: 'to choose' });
});

test('§16.18 the desk says an offer’s new rate and the one it replaces', async () => {
  const offer = await newOffer();
  const says = await one<string>(
    `select operations.add_offer(
      lender_id, intake_year, 9.35, rate_type, 500000, 5000000, 12, 180, 'None.', 'None.', valid_until,
      key_facts_url, replaces => id
    ) from private.loan_offers where id = $1`,
    [offer],
  );
  expect(says).toMatch(/^Lender .*’s offer for \d{4} is now at 9\.35% \(before: 9\.75%\)\.$/);
});

test('§16.24 a released choice waits for the operator, and the member is told once the details have been sent', async () => {
  const { id, choice } = await newChoice('loans@lender.example.com');
  const told = () => mailsTo(id).then((mails) => mails.includes('loan_step with_lender'));
  const shows = () =>
    query(
      `select choices.is_unsent, sheet.lender_email, sheet.is_unsent as not_yet, choices.member_name
      from operations.open_choices as choices
      cross join operations.details_for_lender(choices.choice) as sheet where choice = $1`,
      [choice],
    );
  const waits = () =>
    one<number>("select sum(found)::integer from operations.waiting where what = 'choice'");
  await expectRefusal(operate('details_sent', choice), 'not waiting to be sent');
  const before = await waits();
  expect(await operate('send_to_lender', choice)).toMatch(
    /^Released: the details of Asha \(Rs 25,00,000\) for Lender .* Next: open/,
  );
  const seen = async () => {
    const { choice: shown } = await mine(id);
    return [shown?.state, shown?.steps.map(({ state }) => state), shown?.lender_had_it];
  };
  expect(await seen(), 'the lender may have the details').toEqual(['chosen', ['chosen'], true]);
  const sheet = { lender_email: 'loans@lender.example.com', member_name: 'Asha' };
  expect(await shows()).toEqual([{ ...sheet, is_unsent: true, not_yet: true }]);
  expect([await told(), await waits()]).toEqual([false, before]);
  expect(await operate('details_sent', choice)).toContain('you sent the details of Asha');
  expect(await shows()).toEqual([{ ...sheet, is_unsent: false, not_yet: false }]);
  expect(await seen()).toEqual(['with_lender', ['chosen', 'with_lender'], true]);
  expect([await told(), await waits()]).toEqual([true, before - 1]);
  await expectRefusal(operate('details_sent', choice), 'not waiting to be sent');
});

test('§16.24 a lender can sanction less than the member asked for, and the member is told both amounts', async () => {
  const { id, choice } = await newSent();
  const asked = 25 * lakh;
  await expectRefusal(operate('sanction', choice, 25_00_001), 'sanction_is_less_than_asked');
  for (const rupees of [0, 25, 99_999, 1_00_000.5])
    await expectRefusal(operate('sanction', choice, rupees), 'loan_choices_sanctioned_check');
  const early = edit('private.loan_choices set sanctioned = 100 where id = $1', choice);
  await expectRefusal(early, 'sanction_is_fixed');
  expect(await operate('sanction', choice, 15_00_000)).toMatch(
    /sanctioned Rs 15,00,000 of the Rs 25,00,000 that Asha asked for\. We mail the member\.$/,
  );
  const told = { amount: asked, sanctioned: 15 * lakh };
  expect((await mine(id)).choice).toMatchObject(told);
  expect(await payloadOf('loan_step', id)).toMatchObject(told);
  const ended = 'choice_has_ended';
  await expectRefusal(operate('sanction', choice, 10_00_000), ended);
  expect(await operate('disburse', choice)).toContain('paid out Rs 15,00,000 to Asha.');
  await expectRefusal(operate('disburse', choice), ended);
  const declined = await newSent();
  await expectRefusal(operate('send_to_lender', declined.choice), ended);
  await operate('decline', declined.choice, 'Too late.');
  await expectRefusal(operate('decline', declined.choice, 'No income.'), ended);
  await expectRefusal(operate('sanction', (await newChoice()).choice, 15_00_000), ended);
  const whole = await newSent();
  expect(await operate('sanction', whole.choice, 25_00_000)).toContain(
    'Rs 25,00,000 for Asha. We mail',
  );
  expect((await mine(whole.id)).choice).toMatchObject({ sanctioned: null });
});

const forward: Record<string, string[]> = {
  chosen: ['with_lender', 'expired', 'withdrawn', 'declined', 'taken_back'],
  with_lender: ['sanctioned', 'withdrawn', 'declined', 'taken_back'],
  sanctioned: ['disbursed', 'withdrawn', 'declined', 'taken_back'],
  disbursed: [],
  expired: [],
  withdrawn: [],
  declined: [],
  taken_back: [],
};

test('§16.24 a choice’s state only moves forward, even in SQL', async () => {
  const { choice } = await newChoice();
  for (const [from, allowed] of Object.entries(forward)) {
    for (const to of Object.keys(forward)) {
      if (to === from) continue;
      await database.transaction(async (transaction) => {
        const set = (state: string) =>
          transaction.query(
            `update private.loan_choices
            set state = $1, reason = case when $1 = 'declined' then 'No income' end where id = $2`,
            [state, choice],
          );
        await transaction.exec('alter table private.loan_choices disable trigger user');
        await set(from);
        await transaction.exec('alter table private.loan_choices enable trigger user');
        const moved = set(to);
        if (allowed.includes(to)) await moved;
        else await expectRefusal(moved, 'choice_has_ended', `${from} to ${to}`);
        await transaction.rollback();
      });
    }
  }
});

test('§16.24 a choice’s terms never change, and an active choice cannot be deleted', async () => {
  const { choice } = await newChoice();
  const set = (change: string) => edit(`private.loan_choices set ${change} where id = $1`, choice);
  await expectRefusal(set(`offer_id = '${await newOffer()}'`), 'choice_is_fixed');
  await expectRefusal(set(`terms = terms || '{"rate": 1}'`), 'choice_is_fixed');
  const deleted = query('delete from private.loan_choices where id = $1', [choice]);
  await expectRefusal(deleted, 'choice_is_active');
  await operate('send_to_lender', choice);
  await expectRefusal(set('amount = amount + 100'), 'request_fixed');
});

test('§16.24 a lender must give a reason to decline, but not to withdraw', async () => {
  const { id, choice } = await newChoice();
  await expectRefusal(operate('decline', choice, ''), 'choice_was_declined_for_a_reason');
  await operate('decline', choice, 'No co-applicant');
  const declined = { state: 'declined', reason: 'No co-applicant' };
  expect((await mine(id)).past_choices).toMatchObject([declined]);
  expect(await payloadOf('loan_step', id)).toMatchObject(declined);
  const withdrawn = await newSent();
  await operate('lender_withdrew', withdrawn.choice);
  const { past_choices } = await mine(withdrawn.id);
  expect(past_choices).toMatchObject([{ state: 'withdrawn', lender_had_it: true }]);
  const sanctioned = await newSent();
  await operate('sanction', sanctioned.choice);
  await operate('lender_withdrew', sanctioned.choice);
  expect(await payloadOf('loan_step', sanctioned.id)).toMatchObject({ was_sanctioned: true });
  const { waiting } = await here.call<MySessions>(sanctioned.id, 'my_sessions');
  expect(waiting.declined).toMatchObject({ withdrew: 'loan' });
  await expectRefusal(operate('sanction', randomUUID()), 'This choice no longer exists');
});

test('§16.73 after a decline, only offers of lenders that have not declined the request count', async () => {
  const { id } = await newBorrower({ p_amount: 60 * lakh });
  const offers = [
    await newOffer({ most_amount: 70 * lakh }),
    await newOffer({ most_amount: 70 * lakh }),
  ];
  for (const [index, offer] of offers.entries()) {
    await operate('decline', await here.chooseShown(id, offer), 'No income');
    const others = 1 - index;
    expect(await payloadOf('loan_step', id)).toMatchObject({ others });
    const { waiting } = await here.call<MySessions>(id, 'my_sessions');
    expect(waiting).toMatchObject({
      loan: others === 1 ? 'one offer' : 'to choose',
      declined: { reason: 'No income', others },
    });
  }
  await join(id, { p_amount: 60 * lakh, p_co_applicant: 'spouse' });
  const { waiting: changed } = await here.call<MySessions>(id, 'my_sessions');
  expect(changed, 'a changed request is a new one').toMatchObject({
    loan: 'to choose',
    declined: null,
  });
  for (const offer of offers)
    await operate('decline', await here.chooseShown(id, offer), 'No income');
  const last = await newOffer({ most_amount: 70 * lakh });
  await operate('lender_withdrew', await here.chooseShown(id, last), 'Ended');
  await operate('withdraw_offer', last);
  expect(await payloadOf('loan_step', id)).toMatchObject({ state: 'withdrawn' });
  const { waiting } = await here.call<MySessions>(id, 'my_sessions');
  expect(waiting, 'the lenders that declined can be asked again').toMatchObject({
    loan: 'to choose',
    declined: { withdrew: 'offer', reason: 'Ended', others: 0 },
  });
});

test('§16.73 an offer that its lender withdrew after the choice no longer counts, and the lender’s next offer does', async () => {
  const { id } = await newBorrower({ p_amount: 80 * lakh });
  const lender = await newLender();
  const add = (changes = {}) => newOffer({ lender, most_amount: 90 * lakh, ...changes });
  const choice = await here.chooseShown(id, await add());
  await operate('lender_withdrew', choice, 'The product is closed');
  const stands = async () => (await here.call<MySessions>(id, 'my_sessions')).waiting;
  const withdrawn = { withdrew: 'offer', reason: 'The product is closed', others: 0 };
  expect(await stands()).toMatchObject({ loan: 'to choose', declined: withdrawn });
  await add({ rate: 9.5 });
  expect(await stands()).toMatchObject({ loan: 'one offer', declined: { others: 1 } });
});

test('§16.24 withdrawing an offer withdraws its choice, unless the lender has the details', async () => {
  const waiting = await newChoice();
  await operate('withdraw_offer', waiting.offer);
  expect((await mine(waiting.id)).past_choices).toMatchObject([{ state: 'withdrawn' }]);
  const sent = await newSent();
  await operate('withdraw_offer', sent.offer);
  expect((await mine(sent.id)).choice).toMatchObject({ state: 'with_lender' });
});

test('§16.24 a choice expires together with its offer, unless the lender already has the details', async () => {
  const waiting = await newChoice();
  const sent = await newSent();
  expect(await serve('expire_choices')).toBe(0);
  for (const { choice } of [waiting, sent]) {
    await turnBack('loan_choices', 'valid_until = private.india_day(now()) - 1', choice);
  }
  await expectRefusal(operate('send_to_lender', waiting.choice), 'has ended');
  expect(await serve('expire_choices')).toBe(1);
  expect(await here.one('select action from private.actions order by id desc')).toBe(
    'expire_choice',
  );
  expect(await serve('expire_choices')).toBe(0);
  expect((await mine(waiting.id)).past_choices).toMatchObject([{ state: 'expired' }]);
  expect(await mailsTo(waiting.id)).toContain('loan_step expired');
  expect((await mine(sent.id)).choice).toMatchObject({ state: 'with_lender' });
});

test('§16.55 changes to the request also apply to the choice until the lender has the details', async () => {
  const { id, choice } = await newChoice();
  const wish = { p_amount: 40 * lakh, p_term_months: 84, p_course_months: 12 };
  const followed = { id: choice, amount: 40 * lakh, term_months: 84, course_months: 12 };
  expect((await join(id, wish)).choice).toMatchObject(followed);
  const { id: _id, ...figures } = followed;
  expect(await payloadOf('loan_chosen', id)).toMatchObject({ ...figures, co_applicant: 'parent' });
  expect(await payloadOf('loan_joined', id)).toMatchObject({ amount: 40 * lakh });
  await newOffer({ most_amount: 60 * lakh });
  for (const change of [{ p_amount: 51 * lakh }, { p_course_starts: await month(20) }]) {
    await expectRefusal(join(id, change), 'choice_no_longer_fits');
  }
  expect((await mine(id)).request).toMatchObject({ amount: 40 * lakh });
  await operate('send_to_lender', choice);
  await expectRefusal(join(id), 'request_fixed');
  expect((await mine(id)).request).toMatchObject({ fixed: true });
  const moved = edit("private.loan_requests set city = 'Delhi' where member_id = $1", id);
  await expectRefusal(moved, 'request_fixed');
  await takeBack(id, choice);
  expect((await join(id, { p_amount: 60 * lakh })).request).toMatchObject({ fixed: false });
});

test('§22.32 an operator can rename a lender and correct its site, but not use another lender’s name', async () => {
  const { id, lender } = await newChoice();
  const other = await newLender();
  const name = `Bank ${randomUUID()}`;
  const edit = (...args: unknown[]) => operate('edit_lender', lender, 11, null, true, ...args);
  const saved = () =>
    here.row('select name, site from operations.lenders where lender = $1', lender);
  expect(await edit(name, 'https://new.example.com')).toBe(`${name} is saved.`);
  expect(await edit(), 'without a name, the name stays').toBe(`${name} is saved.`);
  expect(await saved()).toEqual({ name, site: 'https://new.example.com' });
  expect((await mine(id)).choice, 'a member who has chosen its offer sees it').toMatchObject({
    lender: { name, site: 'https://new.example.com' },
    offer: { lender: { name } },
  });
  expect(await edit(name.toUpperCase()), 'its own name, in capitals').toContain('is saved');
  const taken = await one<string>('select upper(name) from private.lenders where id = $1', [other]);
  await expectRefusal(edit(taken), 'lenders_name_key');
});

test('§16.18 an operator can change a lender’s rate and address, and an inactive lender’s offers disappear', async () => {
  const { id, lender } = await newChoice('old@lender.example.com');
  const saved = () =>
    query('select standard_rate::text, email, active from operations.lenders where lender = $1', [
      lender,
    ]);
  expect(await operate('edit_lender', lender, 10.25, 'new@lender.example.com', true)).toMatch(
    / is saved\.$/,
  );
  expect(await saved()).toEqual([
    { standard_rate: '10.25', email: 'new@lender.example.com', active: true },
  ]);
  expect((await mine(id)).offers).not.toEqual([]);
  await operate('edit_lender', lender, 11.5, null, true);
  expect((await saved())[0], 'a change without an address keeps the address').toMatchObject({
    email: 'new@lender.example.com',
  });
  await operate('edit_lender', lender, 11.5, '', false);
  expect(await saved()).toEqual([{ standard_rate: '11.50', email: null, active: false }]);
  const offers = (await mine(id)).offers.map((one) => one.lender.id);
  expect(offers).not.toContain(lender);
  await expectRefusal(
    operate('edit_lender', 0, 9, null, true),
    'This lender is no longer on the list',
  );
});

test('§16.25 withdrawing a choice emails the lender to stop using the details, without naming the member', async () => {
  const address = `${randomUUID()}@lender.example.com`;
  const { id, choice } = await newChoice(address);
  await operate('send_to_lender', choice);
  await takeBack(id, choice);
  expect(await payloadOf('loan_step', id)).toMatchObject({
    state: 'taken_back',
    had_it: true,
    was_sent: false,
  });
  const told = await newSent();
  await takeBack(told.id, told.choice);
  expect(await payloadOf('loan_step', told.id)).toMatchObject({ had_it: true, was_sent: true });
  const never = await newChoice();
  await takeBack(never.id, never.choice);
  expect(await payloadOf('loan_step', never.id)).toMatchObject({ had_it: false });
  expect(await count('operations.details_for_lender($1)', choice)).toBe(0);
  const [mail] = await query('select kind, payload from private.outbox where recipient = $1', [
    address,
  ]);
  // The email must not name the member.
  expect(mail).toMatchObject({ kind: 'lender_stop', payload: { reference: choice } });
  expect(Object.keys(mail?.['payload'] as Row).sort()).toEqual(['lender', 'reference']);
  expect(await matters(`lender stop ${choice}`)).toBe(1);
  await operate('lender_stopped', choice);
  expect(await matters(`lender stop ${choice}`)).toBe(0);
  await expectRefusal(operate('lender_stopped', choice), 'This lender no longer has to stop');
});

test('§16.25 an operator cannot release a member’s details without the member’s consent', async () => {
  const { id, choice } = await newChoice();
  await takeBack(id, choice);
  await expectRefusal(operate('send_to_lender', choice), 'choice_has_ended');
  const other = await newChoice();
  await edit('private.consents set taken_back_at = now() where member_id = $1', other.id);
  await expectRefusal(operate('send_to_lender', other.choice), 'consent_not_given');
  expect(await count('operations.details_for_lender($1)', other.choice)).toBe(0);
});

test('§16.25 a member can withdraw consent for a lender at any stage, and a choice that has ended keeps its state', async () => {
  const ways: Record<string, [steps: string[], after: string, stops: number]> = {
    chosen: [[], 'taken_back', 0],
    with_lender: [['send_to_lender'], 'taken_back', 1],
    sanctioned: [['send_to_lender', 'sanction'], 'taken_back', 1],
    declined: [['send_to_lender', 'decline'], 'declined', 1],
    withdrawn: [['send_to_lender', 'lender_withdrew'], 'withdrawn', 1],
    disbursed: [['send_to_lender', 'sanction', 'disburse'], 'disbursed', 1],
  };
  for (const [state, [steps, after, stops]] of Object.entries(ways)) {
    const address = `${randomUUID()}@lender.example.com`;
    const { id, choice } = await newChoice(address);
    for (const step of steps) {
      await operate(step, choice, ...(step === 'decline' ? ['No income'] : []));
    }
    const { id: consent, taken_back_at } = await lenderConsent(id);
    expect(taken_back_at, state).toBeNull();
    const known = () => count('operations.details_for_lender($1)', choice);
    const has = ['with_lender', 'sanctioned', 'disbursed'].includes(state);
    expect(await known(), state).toBe(has ? 1 : 0);
    expect((await mine(id)).request?.fixed, state).toBe(has);
    const loan = await takeConsentBack(id, consent);
    expect(await known(), state).toBe(0);
    const revived = edit('private.consents set taken_back_at = null where id = $1', consent);
    await expectRefusal(revived, 'consent_is_fixed');
    const [ended] = [loan.choice, ...loan.past_choices].filter(Boolean);
    expect(ended, state).toMatchObject({ state: after });
    expect((await lenderConsent(id)).taken_back_at, state).not.toBeNull();
    expect(await stopsTo(address), state).toBe(stops);
    expect(await matters(`lender stop ${choice}`), state).toBe(stops);
    await expectRefusal(takeConsentBack(id, consent), 'consent_has_ended');
    expect(loan.request, state).not.toBeNull();
  }
});

test('§16.25 consent for the group can be withdrawn only by leaving it', async () => {
  const { id } = await newBorrower();
  const [group] = (await mine(id)).consents;
  await expectRefusal(takeConsentBack(id, group?.id ?? ''), 'leave_group_instead');
  await expectRefusal(takeConsentBack(id, randomUUID()), 'no_such_consent');
  expect((await mine(id)).consents).toMatchObject([{ taken_back_at: null }]);
});

test('§16.25 a consent ends together with a choice that never reached the lender, but stays if the lender had the details', async () => {
  const expired = await newChoice();
  await turnBack('loan_choices', 'valid_until = private.india_day(now()) - 1', expired.choice);
  await serve('expire_choices');
  const withdrawn = await newChoice();
  await operate('withdraw_offer', withdrawn.offer);
  for (const { id } of [expired, withdrawn]) {
    expect((await lenderConsent(id)).taken_back_at).not.toBeNull();
  }
  const sent = await newSent();
  await operate('lender_withdrew', sent.choice);
  expect((await lenderConsent(sent.id)).taken_back_at).toBeNull();
});

test('§16.26 a member without a verified address does not get an email about leaving', async () => {
  const { id } = await newBorrower({}, false);
  await leave(id);
  expect(await mailsTo(id)).toEqual([]);
});

test('§16.26 the email about joining counts the lenders whose offers fit the request', async () => {
  const told = (id: string) =>
    one<number>(
      `select (payload -> 'lenders')::integer from private.outbox
      where kind = 'loan_joined' and payload ->> 'user_id' = $1`,
      [id],
    );
  const before = await told((await newBorrower()).id);
  await newOffer();
  await newOffer({ most_amount: 24 * lakh });
  const { id } = await newBorrower();
  expect(await told(id)).toBe(before + 1);
  await join(id, { p_amount: 24 * lakh });
  expect(await told(id), 'changed before the email was sent').toBeGreaterThan(before + 1);
});

test('§16.26 a member who leaves and joins again gets only one email a day about joining', async () => {
  const { id } = await newBorrower();
  const joined = () => countMails('loan_joined', id);
  const sent = (hoursAgo: number) =>
    edit(
      `private.outbox set sent_at = now() - $2 * interval '1 hour'
      where kind = 'loan_joined' and payload ->> 'user_id' = $1`,
      id,
      hoursAgo,
    );
  expect(await payloadOf('loan_joined', id)).not.toHaveProperty('changed');
  // The first email waits and is dropped, because the second one replaces it.
  const joinsAgain = async () => {
    await leave(id);
    await join(id);
    return joined();
  };
  expect(await joinsAgain()).toBe(2);
  await sent(23);
  expect(await joinsAgain()).toBe(2);
  await sent(25);
  expect(await joinsAgain()).toBe(3);
});

test('§16.56 leaving the group withdraws the choice, the better offer and all consents, and sends one email', async () => {
  const address = `${randomUUID()}@lender.example.com`;
  const { id, choice } = await newSent(address);
  const match = await addMatch(id);
  const after = await leave(id);
  const ended = (ofId: string) => [{ id: ofId, state: 'taken_back' }];
  expect(after).toMatchObject({
    request: null,
    choice: null,
    past_choices: ended(choice),
    rate_matches: ended(match.id),
  });
  expect(after.consents.every(({ taken_back_at }) => taken_back_at !== null)).toBe(true);
  expect(await mailsTo(id)).toEqual(['loan_left']);
  expect(await stopsTo(address)).toBe(1);
  await join(id);
  expect(await mailsTo(id)).toEqual(['loan_joined']);
});

describe('sending a better offer from another lender', () => {
  test('§16.27 a better offer is stored with its file, and a member can have only one open at a time', async () => {
    const { id } = await newBorrower();
    await expectRefusal(addMatch((await newMember()).id), 'not_in_group');
    const match = await addMatch(id);
    expect(match.path).toBe(`${id}/${match.file.replaceAll('-', '')}.pdf`);
    const file = { id: match.file, type: 'application/pdf', size: 1000 };
    const asked = {
      lender: 'City Bank',
      rate: 9.4,
      charges: 1_000_000,
      valid_until: await day(20),
    };
    const kept = { id: match.id, ...asked, state: 'sent', file, steps: [{ state: 'sent' }] };
    expect((await mine(id)).rate_matches).toMatchObject([kept]);
    await expectRefusal(addMatch(id), 'too_many_matches');
    const { rate_matches } = await takeMatchBack(id, match.id);
    expect(rate_matches).toMatchObject([{ state: 'taken_back' }]);
    await expectRefusal(takeMatchBack(id, match.id), 'match_has_ended');
    await addMatch(id);
  });

  test.each([
    ['no lender', { p_lender: ' ' }],
    ['no rate', { p_rate: null }],
    ['a rate with three decimals', { p_rate: 9.375 }],
    ['a rate above 30', { p_rate: 30.01 }],
    ['charges with paise', { p_charges: 1 }],
    ['no charges', { p_charges: null }],
    ['no day', { p_valid_until: null }],
    ['an empty file', { p_size: 0 }],
    ['a file of the wrong type', { p_type: 'text/html' }],
  ])('§16.57 §16.77 a better offer with %s is refused', async (_what, change) => {
    const { id } = await newBorrower();
    await expectRefusal(addMatch(id, change), 'match_not_valid');
  });

  test('§16.27 a member can report a better offer only with a verified address, and only until the loan is paid out', async () => {
    const unproven = await newBorrower({}, false);
    await expectRefusal(addMatch(unproven.id), 'address_not_proven');
    const { id, choice } = await newSent();
    await operate('sanction', choice);
    await takeMatchBack(id, (await addMatch(id)).id);
    await operate('disburse', choice);
    await expectRefusal(addMatch(id), 'loan_was_paid_out');
    await leave(id);
    // The consent to the lender that paid out the loan stays, beside the new consent to the group.
    const standing = (await join(id)).consents.filter((given) => given.taken_back_at === null);
    expect(standing.map(({ kind }) => kind).sort()).toEqual(['loan_group', 'loan_lender']);
    await addMatch(id);
  });

  test('§16.57 a better offer must expire between today and a year from now', async () => {
    const { id } = await newBorrower();
    await expectRefusal(addMatch(id, { p_valid_until: await day(-1) }), 'match_not_valid');
    await expectRefusal(addMatch(id, { p_valid_until: await day(400) }), 'match_not_valid');
    await addMatch(id, { p_valid_until: await day(0) });
  });

  test('§18.18 a better offer’s file counts towards the ten uploads a day', async () => {
    const { id } = await newBorrower();
    for (let upload = 0; upload < 10; upload += 1) {
      await takeMatchBack(id, (await addMatch(id)).id);
    }
    await expectRefusal(addMatch(id), 'too_many_uploads');
  });

  test('§16.28 a better offer is answered once, and the member is emailed at each step', async () => {
    const answer = (match: string, ...said: unknown[]) =>
      operate('answer_rate_match', match, ...said);
    const asked = await newBorrower();
    const { id: open } = await addMatch(asked.id);
    await expectRefusal(answer(open, 'matched'), 'match_has_ended');
    await expectRefusal(answer(randomUUID(), 'matched'), 'This better offer no longer exists');
    const answered = query(
      `insert into private.rate_matches
        (member_id, request_id, lender, rate, charges, valid_until, state, answer_rate)
      select member_id, request_id, lender, rate, charges, valid_until, 'matched', rate
      from private.rate_matches where id = $1`,
      [open],
    );
    await expectRefusal(answered, 'match_has_ended');
    await operate('rate_match_with_lenders', open);
    await expectRefusal(operate('rate_match_with_lenders', open), 'match_has_ended');
    for (const [refusal, ...given] of [
      ['match_is_no_worse', 'bettered', 9.41],
      ['Enter the new rate', 'bettered'],
      ['Leave the rate empty', 'declined', 9, 'Nobody does.'],
      ['Leave the reason empty', 'matched', null, 'They did.'],
      ['match_was_declined_for_a_reason', 'declined'],
      ['Choose whether a lender', 'sent'],
    ] as const) {
      await expectRefusal(answer(open, ...given), refusal);
    }
    const small = await newOffer({ rate: 9.21, most_amount: 20 * lakh });
    const gone = await newOffer({ rate: 9.21 });
    await operate('withdraw_offer', gone);
    await newOffer({ rate: 9.21, intake_year: new Date().getFullYear() + 3 });
    const noOffer = 'no open offer that fits this request has this rate';
    await expectRefusal(answer(open, 'bettered', 9.21), noOffer);
    await edit(`private.loan_offers set most_amount = ${50 * lakh} where id = $1`, small);
    const name = await one<string>(
      'select name from private.lenders join private.loan_offers on lender_id = lenders.id where loan_offers.id = $1',
      [small],
    );
    const answers = async () => (await mine(asked.id)).rate_matches.map((one) => one.answer_offer);
    expect(await answers()).toEqual([null]);
    await answer(open, 'bettered', 9.21);
    expect(await answers()).toEqual([small]);
    // A later offer at the same rate does not become the answer.
    await newOffer({ rate: 9.21 });
    expect(await answers()).toEqual([small]);
    expect(await payloadOf('rate_match_step', asked.id)).toMatchObject({ by: name });
    expect(await mailsTo(asked.id)).toEqual(['loan_joined', 'rate_match_step bettered']);
    await expectRefusal(takeMatchBack(asked.id, open), 'match_has_ended');
    const set = (change: string) => edit(`private.rate_matches set ${change} where id = $1`, open);
    await expectRefusal(set('rate = 1'), 'match_is_fixed');
    await expectRefusal(set('answer_rate = 1'), 'match_has_ended');
    await expectRefusal(set('answer_offer = null'), 'match_is_fixed');

    for (const [state, rate, reason] of [
      ['bettered', 9.2, null],
      // An equal rate is better with lower charges.
      ['bettered', 9.4, null],
      ['matched', null, null],
      ['declined', null, 'Nobody goes below 9.5%'],
    ] as const) {
      const { id } = await newBorrower();
      const { id: match } = await addMatch(id);
      await operate('rate_match_with_lenders', match);
      const offers = new Map<number | null, string>();
      for (const open of [9.2, 9.4]) offers.set(open, await newOffer({ rate: open }));
      await answer(match, state, rate, reason);
      const answer_rate = state === 'matched' ? 9.4 : rate;
      const answer_offer = offers.get(answer_rate) ?? null;
      expect((await mine(id)).rate_matches).toMatchObject([
        { state, answer_rate, answer_offer, reason },
      ]);
      const said = await query(
        `select payload from private.outbox where kind = 'rate_match_step'
        and payload ->> 'user_id' = $1 and payload ->> 'state' = $2`,
        [id, state],
      );
      expect(said).toMatchObject([{ payload: { reason } }]);
      expect((await leave(id)).rate_matches).toMatchObject([{ state }]);
    }
  });

  test('§16.28 a replaced offer’s successor answers the better offer, unless its rate is higher', async () => {
    const { id } = await newBorrower();
    const { id: match } = await addMatch(id);
    await operate('rate_match_with_lenders', match);
    const lender = await newLender();
    let offer = await newOffer({ lender, rate: 9.3 });
    await operate('answer_rate_match', match, 'bettered', 9.3);
    const answered = async () => (await mine(id)).rate_matches[0]?.answer_offer;
    expect(await answered()).toBe(offer);
    for (const [rate, answers] of [
      [9.2, true],
      [9.3, true],
      [9.31, false],
      [9.3, true],
    ] as const) {
      offer = await newOffer({ lender, rate, replaces: offer });
      expect(await answered()).toBe(answers ? offer : null);
    }
  });

  test.each([
    ['2026-11-23T23:59:00+05:30', '2026-11-30'],
    ['2026-11-27T10:00:00+05:30', '2026-12-04'],
    ['2026-11-28T10:00:00+05:30', '2026-12-04'],
  ])(
    '§16.90 a better offer sent at %s is answered by %s, five working days later',
    async (sent, by) => {
      const { id } = await newBorrower();
      const match = await addMatch(id);
      expect(
        await one(
          "select payload ->> 'answer_by' from private.outbox where payload ->> 'match' = $1",
          [match.id],
        ),
      ).toBe((await mine(id)).rate_matches[0]?.answer_by);
      await turnBack('rate_matches', `created_at = '${sent}'`, match.id);
      expect((await mine(id)).rate_matches).toMatchObject([{ answer_by: by }]);
    },
  );

  test('§16.95 a member sees the contact details that the lender will get', async () => {
    const { id, choice } = await newChoice();
    const { contact } = await mine(id);
    await operate('send_to_lender', choice);
    const [row] = await query('select * from operations.details_for_lender($1)', [choice]);
    expect(contact).toEqual({
      name: `${String(row?.['firstname'])} ${String(row?.['lastname'])}`.trim(),
      email: row?.['email'],
      phone: row?.['phonenumber'],
    });
  });

  test('§16.27 a better offer is removed only if its own file was not stored', async () => {
    const { id } = await newBorrower();
    const { file, path } = await addMatch(id);
    // The email waits until the file is stored or the better offer undone.
    expect(
      await one<boolean>(
        `select due_at > now() + interval '1 minute' from private.outbox
        where kind = 'rate_match_sent' and payload ->> 'user_id' = $1`,
        [id],
      ),
    ).toBe(true);
    const forget = (member: string) => serve('forget_upload', member, file);
    await forget((await newMember()).id);
    await serve('forget_upload', id, randomUUID());
    expect((await mine(id)).rate_matches).toMatchObject([{ file: { id: file } }]);
    await query("insert into storage.objects (bucket_id, name) values ('files', $1)", [path]);
    await forget(id);
    expect((await mine(id)).rate_matches).toHaveLength(1);
    await query("delete from storage.objects where bucket_id = 'files' and name = $1", [path]);
    await forget(id);
    expect((await mine(id)).rate_matches).toEqual([]);
    expect(await mailsTo(id)).toEqual(['loan_joined']);
    const kept = await addMatch(id);
    await operate('rate_match_with_lenders', kept.id);
    await serve('forget_upload', id, kept.file);
    expect((await mine(id)).rate_matches).toMatchObject([{ file: { id: kept.file } }]);
  });

  test('§18.10 a better offer’s file can be attached only to that offer and by its own member, even with direct SQL', async () => {
    const { id } = await newBorrower();
    const { id: match, path } = await addMatch(id);
    const insert = (owner: string, purpose: string) =>
      query(
        `insert into private.files (owner_id, purpose, rate_match_id, size, type, path)
        values ($1, $2, $3, 1, 'image/png', $4)`,
        [owner, purpose, match, `${owner}/b.png`],
      );
    await expectRefusal(insert((await newMember()).id, 'offer'), 'no_such_match');
    await expectRefusal(insert(id, 'offer'), 'files_rate_match');
    await expectRefusal(insert(id, 'cv'), 'file_has_a_fitting_purpose');
    const freed = edit('private.files set rate_match_id = null where path = $1', path);
    await expectRefusal(freed, /file_belongs_to_one|no_such_booking/);
  });
});

test('§16.58 a member gets one email a day about new offers that fit, until they have chosen one', async () => {
  const tell = () => serve<number>('tell_new_offers');
  await tell();
  const { id } = await newBorrower();
  const unproven = await newBorrower({}, false);
  const chosen = await newChoice();
  await tell();
  const told = (member: string) => countMails('loan_offers', member);
  /** Lets a day pass since the members were told. */
  const nextDay = () =>
    query(
      "update private.loan_requests set offers_told_at = now() - interval '25 hours' where left_at is null",
    );
  const before = await told(id);
  await newOffer({ most_amount: 2 * lakh });
  await tell();
  expect(await told(id)).toBe(before);
  await newOffer();
  await newOffer();
  await nextDay();
  await tell();
  const counts = await Promise.all([id, unproven.id, chosen.id].map(told));
  expect(counts).toEqual([before + 1, 0, 0]);
  expect(await payloadOf('loan_offers', id)).toMatchObject({ count: 2, name: 'Asha' });
  await newOffer();
  await tell();
  expect(await told(id)).toBe(before + 1);
  await nextDay();
  await tell();
  expect(await told(id)).toBe(before + 2);
  expect(await mailsTo(id)).toContain('loan_offers');
  const move = (years: number) =>
    query(
      `update private.loan_requests set course_starts = course_starts + make_interval(years => $2)
      where member_id = $1`,
      [id, years],
    );
  await move(1);
  expect(await mailsTo(id), 'the offers were for another intake').not.toContain('loan_offers');
  await move(-1);
  expect(await mailsTo(id)).toContain('loan_offers');
  await here.chooseShown(id, await newOffer());
  expect(await mailsTo(id)).not.toContain('loan_offers');
});

test('§16.63 a choice unsent for two days, or a better offer unanswered for five working days, is reported to the operator', async () => {
  const { id, choice } = await newChoice();
  const match = await addMatch(id);
  expect(await matters(`choice ${choice}`)).toBe(0);
  await turnBack('loan_choices', "chosen_at = now() - interval '49 hours'", choice);
  expect(await matters(`choice ${choice}`)).toBe(1);
  await operate('send_to_lender', choice);
  expect(await matters(`choice ${choice}`), 'released, but not sent').toBe(1);
  await operate('details_sent', choice);
  expect(await matters(`choice ${choice}`)).toBe(0);

  expect(await matters(`rate match ${match.id}`)).toBe(0);
  await turnBack('rate_matches', "created_at = now() - interval '3 days'", match.id);
  expect(await matters(`rate match ${match.id}`)).toBe(0);
  await turnBack('rate_matches', "created_at = now() - interval '7 days'", match.id);
  expect(await matters(`rate match ${match.id}`)).toBe(1);
  await operate('rate_match_with_lenders', match.id);
  expect(await matters(`rate match ${match.id}`)).toBe(1);
  await newOffer({ rate: 9.4 });
  await operate('answer_rate_match', match.id, 'matched');
  expect(await matters(`rate match ${match.id}`)).toBe(0);
});

test('§16.61 a better offer’s file is deleted 30 days after the answer, or right away when the offer is withdrawn', async () => {
  const old = async (path: string) => (await serve<string[]>('old_file_paths')).includes(path);
  const { id } = await newBorrower();
  for (const [state, ...said] of [
    ['bettered', 9.2],
    ['declined', null, 'Nobody goes lower'],
    ['matched'],
  ]) {
    for (const rate of [9.2, 9.4]) await newOffer({ rate });
    const match = await addMatch(id);
    expect(await old(match.path)).toBe(false);
    await operate('rate_match_with_lenders', match.id);
    await operate('answer_rate_match', match.id, state, ...said);
    for (const [days, isOld] of [
      [29, false],
      [31, true],
    ] as const) {
      await turnBack('rate_matches', `changed_at = now() - interval '${days} days'`, match.id);
      expect(await old(match.path), `${state} ${days} days ago`).toBe(isOld);
    }
  }
  await serve('forget_old_sessions');
  expect((await mine(id)).rate_matches).toMatchObject([{}, {}, {}].map(() => ({ file: null })));
  const taken = await addMatch(id);
  await takeMatchBack(id, taken.id);
  expect(await old(taken.path)).toBe(true);
});

test('§16.62 loan data is deleted, files first, a year after the last change, but an open request is deleted no earlier than a year after the course starts', async () => {
  const address = `${randomUUID()}@lender.example.com`;
  const { id, choice } = await newSent(address);
  const { path } = await addMatch(id);
  const forget = () => serve<number>('forget_old_loans');
  const age = async (days: number) => {
    const past = `now() - interval '${days} days'`;
    for (const table of ['loan_requests', 'loan_choices', 'rate_matches']) {
      await turnBack(table, `changed_at = ${past}`, id, 'member_id');
    }
  };
  // A member who waits for a course is forgotten only a year after its start.
  const { request } = await mine(id);
  const starts = async (months: number) =>
    turnBack('loan_requests', `course_starts = '${await month(months)}'`, request?.id ?? '');
  await age(900);
  for (const months of [8, -11]) {
    await starts(months);
    expect(await forget()).toBe(0);
    expect(await serve<string[]>('old_file_paths')).not.toContain(path);
  }
  await starts(-13);
  await age(364);
  expect(await forget()).toBe(0);
  await age(367);
  expect(await forget()).toBe(0);
  expect(await serve<string[]>('old_file_paths')).toContain(path);
  await serve('forget_old_sessions');
  // A later change keeps the data.
  for (const table of ['loan_choices', 'rate_matches']) {
    await turnBack(table, 'changed_at = now()', id, 'member_id');
    expect(await forget(), table).toBe(0);
    await age(367);
  }
  expect(await forget()).toBe(1);
  const nothing = { requests: [], consents: [], choices: [], rate_matches: [] };
  expect(await one<Row>('select private.loan_of($1)', [id])).toEqual(nothing);
  expect(await mailsTo(id)).toEqual([]);
  expect(await matters(`lender stop ${choice}`)).toBe(1);
});

test('§16.60 erasing an account notifies every lender that has the details, even one that declined, unless the loan was paid out', async () => {
  const erase = (member: string) => query('select public.erase_account($1, true)', [member]);
  const declinedBy = `${randomUUID()}@lender.example.com`;
  const declined = await newSent(declinedBy);
  await operate('decline', declined.choice, 'No income');
  await erase(declined.id);
  expect(await stopsTo(declinedBy)).toBe(1);
  expect(await matters(`lender stop ${declined.choice}`)).toBe(1);

  // A paid-out loan is between the member and the lender.
  const paidBy = `${randomUUID()}@lender.example.com`;
  const paid = await newChoice(paidBy);
  for (const step of ['send_to_lender', 'sanction', 'disburse']) await operate(step, paid.choice);
  await erase(paid.id);
  expect(await stopsTo(paidBy)).toBe(0);
  expect(await matters(`lender stop ${paid.choice}`)).toBe(0);
});

test('§18.6 §18.20 erasing an account deletes its loan data and notifies the lender', async () => {
  const address = `${randomUUID()}@lender.example.com`;
  const { id, choice } = await newSent(address);
  const { path } = await addMatch(id);
  const erase = () => query('select public.erase_account($1, true)', [id]);
  await expectRefusal(erase(), 'delete the files');
  expect(await serve<string[]>('file_paths_of', id)).toEqual([path]);
  await serve('forget_files', id);
  await erase();
  for (const table of ['loan_requests', 'consents', 'loan_choices', 'rate_matches']) {
    expect(await count(`private.${table} where member_id = $1`, id), table).toBe(0);
  }
  expect(await count('private.loan_choice_steps where choice_id = $1', choice)).toBe(0);
  expect(await count("private.outbox where payload ->> 'user_id' = $1", id)).toBe(0);
  expect(await stopsTo(address)).toBe(1);
  expect(await matters(`lender stop ${choice}`)).toBe(1);
});

test('§16.17 the launch check does not count sample lenders and sample offers', async () => {
  type Ready = Row & { lenders: number; offers: number; samples: string[] };
  const ready = async () => (await serve<{ loans: Ready }>('launch_facts')).loans;
  const before = await ready();
  const sample = await newLender({ name: 'Sample Lender', isSample: true });
  await newOffer({ lender: sample });
  expect(await ready()).toEqual({ ...before, samples: ['Sample Lender'] });
  await newOffer();
  expect(await ready()).toMatchObject({ lenders: before.lenders + 1, offers: before.offers + 1 });
});

test('§16.19 an offer fits at its limits, but not below its smallest amount or shortest term', async () => {
  const { id } = await newBorrower();
  const limits = { least_amount: 25 * lakh, most_amount: 25 * lakh };
  const fits = await newOffer({ ...limits, least_months: 120, most_months: 120 });
  const others = [
    await newOffer({ least_amount: 26 * lakh }),
    await newOffer({ least_months: 121 }),
  ];
  const shown = new Map((await mine(id)).offers.map((offer) => [offer.id, offer.fits]));
  expect([fits, ...others].map((offer) => shown.get(offer))).toEqual([true, false, false]);
  for (const offer of others) await expectRefusal(choose(id, offer), 'offer_does_not_fit');
});

test('§16.24 an offer can be chosen and sent until the end of its last day', async () => {
  const { id } = await newBorrower();
  const choice = await here.chooseShown(id, await newOffer({ valid_until: await day(0) }));
  await serve('expire_choices');
  const stands = { id: choice, state: 'chosen', offer: { expired: false } };
  expect((await mine(id)).choice).toMatchObject(stands);
  await operate('send_to_lender', choice);
  await operate('details_sent', choice);
  expect((await mine(id)).choice).toMatchObject({ state: 'with_lender' });
});

test('§16.27 §16.56 a better offer that has been passed to lenders still counts as open, and can be withdrawn alone or by leaving the group', async () => {
  const { id } = await newBorrower();
  const passOn = async () => {
    const match = await addMatch(id);
    await operate('rate_match_with_lenders', match.id);
    return match.id;
  };
  const first = await passOn();
  await expectRefusal(addMatch(id), 'too_many_matches');
  const taken = { state: 'taken_back' };
  expect((await takeMatchBack(id, first)).rate_matches).toMatchObject([taken]);
  await passOn();
  expect((await leave(id)).rate_matches).toMatchObject([taken, taken]);
});
