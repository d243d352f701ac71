/** What an operator reads of nonsense: a sentence about it, and nothing of Postgres (§22.23). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  deskRefused,
  operatorRefusals,
  sayToOperator,
  type DeskRefused,
} from '../../src/domain/refusals/operators.ts';
import { as, onEmbedded, type Row } from '../samples/caller.ts';
import { loansOn } from '../samples/loans.ts';
import { operatorsOn } from '../samples/operators.ts';
import { refundsOn } from '../samples/refunds.ts';
import { testDatabase } from './support/database.ts';

const database = await testDatabase();
const here = onEmbedded(database);
const { day, newLender, newSent } = loansOn(here);
const { ask, newBooked, newBuyer, newMentor, newSlot, query } = refundsOn(here);
const { newOperator } = operatorsOn(here);
/** A desk on which nothing that is done stays. */
const { press, read } = operatorsOn({
  ...here,
  as: (actor, sql, parameters) =>
    as(database, actor, async (transaction) => {
      const { rows } = await transaction.query<Row>(sql, parameters);
      await transaction.rollback();
      return rows;
    }),
});

const { claims } = await newOperator('owner');
const colleague = await newOperator('helper');
const [mentor, lender] = [await newMentor(), await newLender()];
const { id: member, pack, booking, slot } = await newBooked(80);
const { payment } = pack;
const asker = await newBuyer();
const { number: request } = await ask(asker.id, asker.pack);
const { choice } = await newSent();
const [free, gd] = [await newSlot(60), await newSlot(70, { kind: 'gd' })];
await newSlot(80.1, { mentor });
await query(
  `insert into private.messages (number, about, name, email, body, settle_by, idempotency_key)
  overriding system value values (1, 'question', 'Asha', 'asha@example.com', 'When?', private.india_day(now()), gen_random_uuid())`,
);
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const [today, soon] = [await day(0), await day(20)];
const xs = (count: number) => 'x'.repeat(count);

/** What is done at each of these buttons. */
const sound: Readonly<Record<string, Row>> = {
  add_mentor: { name: 'A B', institute: 'IIM', email: 'x@y.com', meeting_url: 'https://x.example' },
  edit_mentor: { mentor, name: 'A B', institute: 'IIM', email: 'x@y.com', meeting_url: null },
  show_mentor: { mentor, batch: 2019, work: 'w', asks: 'a', languages: 'l', shown: true },
  pause_mentor: { mentor, until: soon },
  open_slots: {
    ...{ mentor, kind: 'gd', weekdays, at: '18:30', minutes: 45, from_day: soon },
    ...{ to_day: soon, seats: 6, minimum: 3 },
  },
  cancel_slots: { slots: [slot] },
  replace_mentor: { slot, mentor: await newMentor() },
  set_gd_topic: { slot: gd, topic: 'Robots' },
  book_for: { member, slot: free, payment },
  move_for: { booking: booking.id, slot: free },
  record_past_session: { payment_reference: payment, kind: 'gd', held_on: today, again: false },
  reply_to_message: { number: 1, answer: 'In June.', settle: true },
  put_material: { kind: 'gd', title: 'Robots', body: 'Tax them?', published: true },
  put_community: { name: 'Chat', text: 'Ask.', url: 'https://x.example' },
  decline_refund: { request, reason: 'No.' },
  ask_for_more: { request, needs: 'A letter.' },
  add_large_domain: { domain: 'iimz.ac.in' },
  set_base_figure: { figure: 'sessions', value: 3 },
  add_lender: { name: 'A bank', site: 'https://x.example', standard_rate: 11, email: 'x@y.com' },
  edit_lender: { lender, standard_rate: 10, email: '', active: true },
  add_offer: {
    ...{ lender, intake_year: 2027, rate: 9, rate_type: 'fixed', standard_rate: 10 },
    ...{ least_amount: 100_000, most_amount: 500_000, least_months: 12, most_months: 60 },
    ...{ fee_percent: 1, fee_fixed: 0, fee_least: 1, fee_most: 2, tax_percent: 18 },
    ...{ grace_months: 6, interest: 'paid', penal_charges: '2 %', security: 'None' },
    ...{ other_charges: '', valid_until: soon, key_facts_url: 'https://x.example' },
  },
  decline: { choice, reason: 'The income is too low.' },
  write_announcement: { subject: 'Season', body: 'It begins.', is_duty: false },
  record_purchase: {
    ...{ payment_reference: 'UTR100000001', pack: 'single', rupees: 699, code: null },
    ...{ email: 'neha@example.com', paid_at: today, method: 'upi', provider_order: 'order_1' },
  },
  grant_discount: { payment_reference: payment, rupees: 10, reason: 'Agreed.', again: false },
  end_pack: { payment, reason: 'Agreed.' },
  add_code: {
    ...{ percent: 10, rupees: null, audience: 'everybody', code: 'CIRCLE10', pack: 'single' },
    ...{ until: soon, uses: 3, once: true, address: null, note: 'For the fair.' },
  },
  add_operator: { email: colleague.email, level: 'helper', name: 'Hari' },
};

const answer = v.union([v.object({ done: v.unknown() }), deskRefused]);

/** Presses a button with one change; resolves to the refusal, if it is one. */
async function refusalOf(action: string, change: Row): Promise<DeskRefused | undefined> {
  const said = v.parse(answer, await press(claims, action, { ...sound[action], ...change }));
  return 'refused' in said ? said : undefined;
}

const sentences = Object.values(operatorRefusals).map(({ says }) => says);

/** Expects that the operator reads one of our sentences, in which only what was typed is not ours. */
function expectSentence(refused: DeskRefused, typed: Row) {
  const text = sayToOperator(refused);
  expect([...sentences, refused.says]).toContain(text);
  const values = Object.values(typed).flatMap((value) => String(value).trim() || []);
  const ours = values.reduce(
    (rest, value) => rest.replaceAll(new RegExp(RegExp.escape(value), 'gi'), ''),
    text,
  );
  expect(ours).toMatch(/[.?]$/);
  expect(ours).not.toMatch(/constraint|violates|syntax|relation\b|column|null value|function|_/i);
}

test.each(Object.keys(sound))('%s is done with what is meant', async (action) => {
  expect(await refusalOf(action, {})).toBeUndefined();
});

test.each([
  ['add_mentor', { email: 'not an address' }, 'mentors_email_check', 'email'],
  ['add_mentor', { institute: xs(200) }, 'mentors_institute_check', 'institute'],
  ['add_mentor', { meeting_url: 'zoom link' }, 'mentors_meeting_url_check', 'meeting_url'],
  ['edit_mentor', { name: ' ' }, 'mentors_name_check', 'name'],
  ['show_mentor', { batch: 105 }, 'mentors_batch_check', 'batch'],
  ['show_mentor', { work: xs(100) }, 'mentors_work_check', 'work'],
  ['pause_mentor', { until: '2026-02-31' }, 'not_date', 'until'],
  ['pause_mentor', { until: 'infinity' }, 'not_date', 'until'],
  ['open_slots', { minutes: 0 }, 'slots_minutes_check', 'minutes'],
  ['open_slots', { minutes: 99_999_999_999 }, 'not_int4', 'minutes'],
  ['open_slots', { at: '25:00' }, 'not_time', 'at'],
  ['open_slots', { weekdays: 'mon' }, 'not__text', 'weekdays'],
  ['open_slots', { kind: 'interview' }, 'slot_has_fitting_seats', 'kind'],
  ['cancel_slots', { slots: ['x'] }, 'not__uuid', 'slots'],
  ['replace_mentor', { mentor: null }, 'missing', 'mentor'],
  ['replace_mentor', { mentor }, 'mentor_is_in_one_place', undefined],
  ['replace_mentor', { mentor: 0 }, 'slots_mentor_id_fkey', 'mentor'],
  ['set_gd_topic', { topic: xs(5000) }, 'slots_topic_check', 'topic'],
  ['book_for', { slot }, 'already_booked', undefined],
  ['book_for', { slot: randomUUID() }, 'slot_closed', undefined],
  ['decline_refund', { reason: xs(3000) }, 'refund_requests_reason_check', 'reason'],
  ['add_lender', { name: '😀' }, 'lenders_name_check', 'name'],
  ['add_lender', { standard_rate: 0 }, 'lenders_standard_rate_check', 'standard_rate'],
  ['edit_lender', { active: 'perhaps' }, 'not_bool', 'active'],
  ['add_offer', { lender: 0 }, 'loan_offers_lender_id_fkey', 'lender'],
  ['add_offer', { intake_year: 27 }, 'loan_offers_intake_year_check', 'intake_year'],
  ['add_offer', { grace_months: 999 }, 'loan_offers_grace_months_check', 'grace_months'],
  ['add_offer', { fee_percent: 105 }, 'loan_offers_fee_percent_check', 'fee_percent'],
  ['add_offer', { rate: 'NaN' }, 'not_numeric', 'rate'],
  ['add_offer', { rate: 1e9 }, 'out_of_range', undefined],
  [
    'add_offer',
    { most_amount: 100_001, least_amount: 200_000 },
    'offer_has_fitting_amounts',
    'least_amount',
  ],
  ['add_offer', { key_facts_url: 'hello' }, 'loan_offers_key_facts_url_check', 'key_facts_url'],
  ['add_offer', { penal_charges: xs(600) }, 'loan_offers_penal_charges_check', 'penal_charges'],
  ['put_material', { title: xs(200) }, 'material_title_check', 'title'],
  ['put_community', { text: null }, 'missing', 'text'],
  ['record_purchase', { paid_at: 'yesterday evening' }, 'not_timestamptz', 'paid_at'],
  ['add_code', { percent: 105 }, 'discount_codes_percent_check', 'percent'],
  ['add_code', { rupees: 5 }, 'code_takes_off_one_thing', 'percent'],
  ['add_code', { code: 'a' }, 'discount_codes_code_check', 'code'],
  ['add_code', { uses: 0 }, 'discount_codes_uses_check', 'uses'],
  ['add_operator', { level: 'boss' }, 'operators_level_check', 'level'],
])('§22.23 %s refuses %j by its rule, and says it in words', async (action, change, why, field) => {
  const refused = await refusalOf(action, change);
  expect(refused).toMatchObject({ refused: 'stopped', why, ...(field && { field }) });
  expectSentence(refused ?? { refused: '' }, change);
});

test('§22.23 whatever is typed into one field, nothing is said but our sentences', async () => {
  const typed = [
    ...['', ' ', 'x', xs(9000), '😀', '-1', '0', '2147483647', '1e400', '1.005', 'NaN', '24:00'],
    ...['0001-01-01', '9999-12-31', '-infinity', null, true, [], ['x'], {}, randomUUID()],
  ];
  for (const [action, args] of Object.entries(sound)) {
    for (const field of Object.keys(args)) {
      for (const value of typed) {
        const refused = await refusalOf(action, { [field]: value });
        if (refused) expectSentence(refused, { ...args, [field]: value });
      }
    }
  }
});

describe('§22.23 what is our fault', () => {
  test('is said with the number of its entry in the log, which has nothing that was typed', async () => {
    await query(
      `create or replace function operations.add_large_domain(domain text) returns text
      language plpgsql set search_path = '' as $$
      begin
        insert into private.large_domains (domain) values ('half-done.example');
        return 1 / (char_length(add_large_domain.domain) - 14);
      end; $$`,
    );
    const typed = { domain: 'secret.example' };
    const said = v.parse(
      deskRefused,
      await operatorsOn(here).press(claims, 'add_large_domain', typed),
    );
    expect(sayToOperator(said)).toMatch(
      RegExp(`^Something went wrong on our side.* It is in the log as entry ${said.entry}\\.$`),
    );
    const [entry] = await query('select * from operations.log where id = $1', [said.entry]);
    const outcome = 'stopped 22012 operations.add_large_domain';
    expect(entry).toMatchObject({ action: 'add_large_domain', outcome });
    expect(JSON.stringify(entry)).not.toContain('secret');
    const half = "select from private.large_domains where domain = 'half-done.example'";
    expect(await query(half)).toEqual([]);
  });

  test.each([
    [{ name: 'member_facts', args: { member: 'x' } }, /^The desk does not know this one\./],
    [{ name: 'log', after: { id: 'x' } }, /on our side.*entry \d+\.$/],
  ])('is said of a list too: %j', async (list, words) => {
    expect(sayToOperator(v.parse(deskRefused, await read(claims, list)))).toMatch(words);
  });
});
