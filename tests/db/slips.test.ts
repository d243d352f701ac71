/** Operators' slips in the SQL editor, and lists that are opened as spreadsheets (docs/product §20). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { onEmbedded } from '../samples/caller.ts';
import { loansOn } from '../samples/loans.ts';
import type { Order } from '../samples/orders.ts';
import { newAddress } from '../samples/people.ts';
import { refundsOn, type TestProvider } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const sql = onEmbedded(database);
const here = refundsOn(sql);
const loans = loansOn(sql);
const { query, one, operate, newMember, newPack, day } = here;

let member: string;
let pack: Order;
let provider: TestProvider;
beforeEach(async () => {
  ({ member, pack, provider } = await here.newPurchase(database));
});

describe('§20.34 entering something twice', () => {
  test('the same discount on the same day requires confirmation', async () => {
    const grant = (rupees: number, again = false) => here.newDiscount(pack.payment, rupees, again);
    const first = await grant(100);
    await expectRefusal(grant(100), 'To give it again, tick the box for that.');
    await grant(99);
    await grant(100, true);
    await operate('undo_refund', first);
    await here.requestsPass(1);
    await grant(100);
  });

  test.each([
    ['utr-Abc123', 'in another letter case', {}, 'is already recorded'],
    ['UTRx', 'too short', {}, 'not_a_reference'],
    ['', 'with an invalid address', { email: 'nobody' }, 'not_an_address'],
    ['', 'without an address', { email: null }, 'not_an_address'],
    ['', 'of 1970', { paidAt: '1970-01-01' }, 'not_paid_lately'],
    ['', 'of tomorrow', { paidAt: '2100-01-01' }, 'not_paid_lately'],
  ])(
    'a purchase with the reference ‘%s’, %s, is refused',
    async (
      reference,
      _,
      {
        email = newAddress(),
        paidAt = new Date(),
      }: { email?: string | null; paidAt?: string | Date },
      words,
    ) => {
      const record = (ref: string, to: string | null, at: string | Date) =>
        operate('record_purchase', ref, 'single', to, 699, at);
      await query("delete from public.payments where lower(id) = 'utr-abc123'");
      await record('UTR-ABC123', newAddress(), new Date());
      await expectRefusal(record(reference || `UTR${Date.now()}`, email, paidAt), words);
    },
  );

  test('a second past session on the same day requires confirmation, and a session before the purchase is refused', async () => {
    const record = (on: string, kind = 'interview', again = false) =>
      operate('record_past_session', pack.payment, kind, on, again);
    const today = await day(0);
    await record(today);
    await expectRefusal(record(today), "tick 'It was the member’s second one that day'.");
    await record(today, 'gd');
    await record(today, 'interview', true);
    await expectRefusal(record(await day(-1)), 'was not paid for on this day');
    await expectRefusal(record('2001-01-01'), 'was not paid for on this day');
    const earlier = "provider_created_at = now() - interval '2 days'";
    await query(`update payments set ${earlier} where id = $1`, [pack.payment]);
    await record(await day(-1));
  });
});

test('§20.35 an operator enters an offer’s amounts in rupees', async () => {
  const lender = await loans.newLender();
  await query(
    `select operations.add_offer(
      lender => $1, intake_year => 2028, rate => 9.75, rate_type => 'floating',
      least_amount => 100000, most_amount => 5000000, least_months => 12, most_months => 180,
      fee_percent => 1, fee_most => 50000, fee_fixed => 5000, fee_least => 1000.50, penal_charges => '2% a year',
      security => 'None', valid_until => $2, key_facts_url => 'https://bank.example/facts.pdf')`,
    [lender, await day(30)],
  );
  expect(
    await query(
      `select least_amount::float, most_amount::float, fee_most::float, fee_fixed::float, fee_least::float
      from private.loan_offers where lender_id = $1`,
      [lender],
    ),
  ).toEqual([
    { least_amount: 1e7, most_amount: 5e8, fee_most: 5e6, fee_fixed: 5e5, fee_least: 100_050 },
  ]);
});

describe('§17.31 undoing an approval', () => {
  const kinds = (number: string) => here.mailsAbout('number', number);
  const sendMails = () =>
    query('update private.outbox set sent_at = now(), next_attempt = now() where sent_at is null');

  test('if an approval is undone before the job runs, nothing is paid, the request waits for a decision again, and a later approval is emailed', async () => {
    const number = await here.approved(member, pack);
    expect(await operate('undo_refund', number)).toBe(
      `Approval undone: ${number}, Rs 2399, Asha. It waits for your decision again.`,
    );
    expect(await here.requestOf(number)).toMatchObject({ state: 'asked', decided_at: null });
    expect(await here.runPayer(provider)).toBe(0);
    expect(await kinds(number)).toEqual(['refund_asked', 'refund_to_decide']);
    await operate('approve_refund', number);
    await sendMails();
    await operate('undo_refund', number);
    expect(await kinds(number)).toContain('refund_reopened');
    await operate('approve_refund', number);
    expect((await kinds(number)).filter((kind) => kind === 'refund_approved')).toHaveLength(2);
    expect(await here.runPayer(provider)).toBe(1);
    await expectRefusal(operate('undo_refund', number), 'only until the refund');
    expect(provider.returned(pack.payment)).toBe(pack.amount);
  });

  test.each([false, true])(
    'undoing a discount does not pay anything, and the member is told only if the approval was emailed: %s',
    async (told) => {
      const number = await here.newDiscount(pack.payment, 100);
      if (told) await sendMails();
      expect(await operate('undo_refund', number)).toBe(
        `Approval undone: ${number}, Rs 100, Asha. No money is sent.`,
      );
      expect(await here.runPayer(provider)).toBe(0);
      expect(await kinds(number)).toEqual(told ? ['refund_approved', 'refund_declined'] : []);
      await expectRefusal(operate('undo_refund', number), 'only until the refund');
      await expectRefusal(operate('undo_refund', 'R-1'), 'We have no refund');
    },
  );
});

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['+1+cmd', "'+1+cmd"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+91 98765 43210', '+91 98765 43210'],
  ['Asha', 'Asha'],
  [null, null],
])('§20.36 the cell %j is exported as %j', async (typed, exported) => {
  expect(await one('select private.safe_cell($1)', [typed])).toBe(exported);
});

test('D13 §20.36 the lists that the owner exports do not contain formulas, whoever typed the text', async () => {
  const formula = `=cmd|'/C_calc'!A${randomUUID().slice(0, 4)}`;
  const email = `${formula}@example.com`;
  const { id } = await newMember({ email, firstname: formula, phonenumber: formula, proven: true });
  const bought = await newPack(id);
  await here.book(id, await here.newSlot(40), bought);
  const held = await here.hold(id, bought);
  await here.askSession(id, held, 47_980);
  await query('update private.refund_requests set institute = $1, answer = $1', [formula]);
  const reported = await here.hold(id, bought);
  await query(
    'update private.bookings set no_mentor_at = now(), mentor_answered_at = now(), mentor_answer = $2 where id = $1',
    [reported.id, formula],
  );
  await here.reportDispute(bought, 'created');
  await query(`insert into private.free_requests (member_id, address_hash, phone_hash)
    values ('${id}', repeat('a', 64), repeat('b', 64))`);
  for (const from of [email, 'visitor@example.com']) {
    await one(`select public.send_message($1, 'question', $2, $3, $2)`, [
      randomUUID(),
      formula,
      from,
    ]);
  }
  await query('insert into private.ratings (booking_id, score, word) values ($1, 5, $2)', [
    held.id,
    formula,
  ]);
  await query('update public.payments set email = $2, contact = $2 where id = $1', [
    bought.payment,
    formula,
  ]);
  await query(
    `insert into private.outbox (kind, recipient, payload, dedupe_key, due_at, next_attempt, given_up_at)
    values ('welcome', $1, '{}', $1, now(), now(), now())`,
    [email],
  );
  await loans.join(id, { p_institute: formula, p_programme: formula, p_city: formula });
  const lender = await loans.newLender();
  const choice = await loans.chooseShown(id, await loans.newOffer({ lender }));
  await operate('send_to_lender', choice);
  await query(
    `insert into private.rate_matches (member_id, request_id, lender, rate, charges, valid_until)
    select member_id, id, $2, 9, 0, private.india_day(now()) + 9 from private.loan_requests where member_id = $1`,
    [id, formula],
  );
  const views = await here.texts("select viewname from pg_views where schemaname = 'operations'");
  // A value for every argument name.
  const given: Record<string, string> = {
    member: `'${id}'`,
    subject: `'${id}'`,
    payment: `'${bought.payment}'`,
    request: '(select max(number) from private.refund_requests)',
    number: '(select max(number) from private.messages)',
    words: `$$${formula}$$`,
    choice: `'${choice}'`,
    month: 'current_date',
    mentor: 'null',
    show: 'null',
    week: 'null',
  };
  const functions = await query(
    `select proname as name, coalesce(proargnames[:pronargs], '{}') as arguments from pg_proc
    where pronamespace = 'operations'::regnamespace and proretset and proname <> 'slot_preview'`,
  );
  const lists = [
    ...views.map((view) => `operations.${view}`),
    ...v
      .parse(v.array(v.object({ name: v.string(), arguments: v.array(v.string()) })), functions)
      .map(({ name, arguments: named }) => {
        for (const argument of named) expect(given, name).toHaveProperty(argument);
        return `operations.${name}(${named.map((argument) => `${argument} => ${given[argument]}`).join()})`;
      }),
  ];
  const seen: string[] = [];
  for (const list of lists) {
    const cells =
      await here.texts(`select cells.value from ${list} as row, jsonb_each_text(to_jsonb(row)) as cells
      where cells.value like '%cmd|%'`);
    if (cells.length > 0) seen.push(list);
    for (const cell of cells) expect(cell, list).not.toMatch(/^[\s[{"]*[=+@-]/);
  }
  expect(seen).toHaveLength(29);
});
