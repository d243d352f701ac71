/** An operator who types nonsense reads a sentence about it, and nothing of Postgres (§22.23). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { deskRefused, type DeskRefused } from '../../src/domain/refusals/desk-refused.ts';
import {
  limits,
  operatorRefusals,
  sayToOperator,
  type LimitName,
  type Takes,
} from '../../src/domain/refusals/operators.ts';
import { actionsOf } from '../../scripts/desk-text.ts';
import { screens } from '../../src/features/desk/screens/index.ts';
import { as, onEmbedded, type Row } from '../samples/caller.ts';
import { everyDay } from '../samples/bookings.ts';
import { loansOn } from '../samples/loans.ts';
import { operatorsOn } from '../samples/operators.ts';
import { refundsOn } from '../samples/refunds.ts';
import { testDatabase } from './support/database.ts';

const database = await testDatabase();
const here = onEmbedded(database);
const { day, newLender, newSent } = loansOn(here);
const { ask, newBooked, newBuyer, newMentor, newSlot, one, query } = refundsOn(here);
const { newOperator } = operatorsOn(here);
/** A desk that rolls back everything, so that each press starts from the same rows. */
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
const lenderName = await one<string>('select name from private.lenders where id = $1', [lender]);
const mentorEmail = await one('select email from private.mentors where id = $1', [mentor]);
const [today, soon] = [await day(0), await day(20)];
const year = Number(today.slice(0, 4));
const retired = await newMentor();
await query('select operations.retire_mentor($1)', [retired]);
const xs = (count: number) => 'x'.repeat(count);

/** Arguments that each of these buttons accepts. */
const sound: Readonly<Record<string, Row>> = {
  add_mentor: { name: 'A B', institute: 'IIM', email: 'x@y.com', meeting_url: 'https://x.example' },
  edit_mentor: { mentor, name: 'A B', institute: 'IIM', email: 'x@y.com', meeting_url: null },
  show_mentor: { mentor, batch: 2019, work: 'w', asks: 'a', languages: 'l', shown: true },
  pause_mentor: { mentor, until: soon },
  open_slots: {
    ...{ mentor, kind: 'gd', weekdays: everyDay, at: '18:30', minutes: 45, from_day: soon },
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
  sanction: { choice, sanctioned: 100_000 },
  decline: { choice, reason: 'The income is too low.' },
  write_announcement: { subject: 'Season', body: 'It begins.', is_duty: false },
  record_purchase: {
    ...{ payment_reference: 'UTR100000001', pack: 'single', rupees: 699, code: null },
    ...{ email: 'neha@example.com', paid_at: today, method: 'upi' },
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

/** Presses a button with one change; returns the refusal, if there is one. */
async function refusalOf(action: string, change: Row): Promise<DeskRefused | undefined> {
  const said = v.parse(answer, await press(claims, action, { ...sound[action], ...change }));
  return 'refused' in said ? said : undefined;
}

const sentences = Object.values(operatorRefusals).map(({ says }) => says);

/** Expects one of our sentences, with nothing foreign in it but what the operator typed. */
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

test.each(Object.keys(sound))('the %s button accepts valid arguments', async (action) => {
  expect(await refusalOf(action, {})).toBeUndefined();
});

test.each([
  ['add_mentor', 'mentors_email_check', 'email', { email: 'not an address' }],
  ['add_mentor', 'mentors_institute_check', 'institute', { institute: xs(200) }],
  ['add_mentor', 'mentors_meeting_url_check', 'meeting_url', { meeting_url: 'zoom link' }],
  ['add_mentor', 'mentors_meeting_url_check', 'meeting_url', { meeting_url: 'https://a:b@x.in' }],
  ['add_mentor', 'mentors_name_check', 'name', { name: '१२३४५' }],
  ['add_mentor', 'mentors_name_check', 'name', { name: 'https://x.example/a' }],
  ['add_mentor', 'not_text', 'name', { name: ['Asha'] }],
  ['edit_mentor', 'mentors_name_check', 'name', { name: ' ' }],
  ['show_mentor', 'mentors_batch_check', 'batch', { batch: 105 }],
  ['show_mentor', 'mentors_batch_check', 'batch', { batch: year + 3 }],
  ['show_mentor', 'mentors_work_check', 'work', { work: xs(100) }],
  ['show_mentor', 'missing', 'asks', { asks: '\u200b' }],
  ['pause_mentor', 'not_date', 'until', { until: '2026-02-31' }],
  ['pause_mentor', 'not_date', 'until', { until: 'infinity' }],
  ['pause_mentor', 'not_date', 'until', { until: 'tomorrow' }],
  ['open_slots', 'slots_minutes_check', 'minutes', { minutes: 0 }],
  ['open_slots', 'not_int4', 'minutes', { minutes: 99_999_999_999 }],
  ['open_slots', 'not_time', 'at', { at: '25:00' }],
  ['open_slots', 'not_time', 'at', { at: '18:30+09' }],
  ['open_slots', 'No time would open', 'at', { from_day: today, to_day: today, at: '00:00' }],
  ['open_slots', 'has left', 'mentor', { mentor: retired }],
  ['open_slots', 'slots_kind_check', 'kind', { kind: 'party' }],
  ['open_slots', 'slot_has_seats', 'seats', { seats: 11 }],
  ['open_slots', 'slot_has_minimum', 'minimum', { minimum: 7 }],
  ['open_slots', 'not__text', 'weekdays', { weekdays: 'mon' }],
  ['open_slots', 'slot_has_fitting_seats', 'kind', { kind: 'interview' }],
  ['cancel_slots', 'not__uuid', 'slots', { slots: ['x'] }],
  ['replace_mentor', 'missing', 'mentor', { mentor: null }],
  ['replace_mentor', 'mentor_is_in_one_place', 'mentor', { mentor }],
  ['set_gd_topic', 'slots_topic_check', 'topic', { topic: xs(5000) }],
  ['book_for', 'already_booked', undefined, { slot }],
  ['add_large_domain', 'not_a_domain', 'domain', { domain: '*.ac.in' }],
  ['add_large_domain', 'not_a_domain', 'domain', { domain: 'https://week.ac.in/' }],
  ['add_large_domain', 'not_a_domain', 'domain', { domain: '<i>week</i>.in' }],
  ['add_large_domain', 'not_a_domain', 'domain', { domain: 'asha@week.ac.in' }],
  ['add_large_domain', 'not_a_domain', 'domain', { domain: `${xs(64)}.in` }],
  ['set_base_figure', 'five times', 'value', { figure: 'rating_sum', value: 100_000 }],
  ['book_for', 'slot_closed', undefined, { slot: randomUUID() }],
  ['decline_refund', 'refund_requests_reason_check', 'reason', { reason: xs(3000) }],
  ['add_lender', 'lenders_name_check', 'name', { name: '😀' }],
  ['add_lender', 'lenders_name_key', 'name', { name: lenderName }],
  ['add_lender', 'lenders_name_key', 'name', { name: `\uff2c${lenderName.slice(1)}\u200d` }],
  ['add_lender', 'lenders_site_check', 'site', { site: 'https://localhost' }],
  ['add_lender', 'lenders_name_key', 'name', { name: lenderName.toUpperCase().replace(' ', '  ') }],
  ['add_mentor', 'mentors_name_check', 'name', { name: '12345, 999' }],
  ['add_mentor', 'mentors_email_key', 'email', { email: mentorEmail }],
  ['add_lender', 'lenders_standard_rate_check', 'standard_rate', { standard_rate: 0 }],
  ['edit_lender', 'not_bool', 'active', { active: 'perhaps' }],
  ['add_offer', 'loan_offers_lender_id_fkey', 'lender', { lender: 0 }],
  ['add_offer', 'not_an_intake', 'intake_year', { intake_year: 2020 }],
  ['add_offer', 'offer_is_below_standard', 'rate', { standard_rate: 5 }],
  ['add_offer', 'loan_offers_grace_months_check', 'grace_months', { grace_months: 999 }],
  ['add_offer', 'offer_limits_a_percentage', undefined, { fee_percent: 0, fee_most: null }],
  ['add_offer', 'day_is_past', 'valid_until', { valid_until: '2020-01-01' }],
  ['add_offer', 'loan_offers_fee_percent_check', 'fee_percent', { fee_percent: 105 }],
  ['add_offer', 'not_numeric', 'rate', { rate: 'NaN' }],
  ['add_offer', 'not_numeric', 'rate', { rate: 9.125 }],
  ['add_offer', 'not_numeric', 'rate', { rate: '0x10' }],
  ['add_offer', 'out_of_range', 'rate', { rate: 1e9 }],
  [
    'add_offer',
    'until 31 December',
    'valid_until',
    { intake_year: year, valid_until: `${year + 1}-01-01` },
  ],
  ['sanction', 'loan_choices_sanctioned_check', 'sanctioned', { sanctioned: 25 }],
  ['sanction', 'not_numeric', 'sanctioned', { sanctioned: 0.005 }],
  [
    'add_offer',
    'offer_has_fitting_amounts',
    'least_amount',
    { most_amount: 100_001, least_amount: 200_000 },
  ],
  ['add_offer', 'loan_offers_key_facts_url_check', 'key_facts_url', { key_facts_url: 'hello' }],
  ['add_offer', 'loan_offers_penal_charges_check', 'penal_charges', { penal_charges: xs(600) }],
  ['put_material', 'material_title_check', 'title', { title: xs(200) }],
  ['put_community', 'missing', 'text', { text: null }],
  ['put_community', 'community_links_name_check', 'name', { name: '12345' }],
  ['put_community', 'community_links_url_check', 'url', { url: 'https://<script>' }],
  ['record_purchase', 'not_timestamptz', 'paid_at', { paid_at: 'yesterday' }],
  ['record_purchase', 'not_a_reference', 'payment_reference', { payment_reference: '______' }],
  ['record_purchase', 'no such code', 'code', { code: '!!!' }],
  ['grant_discount', 'Write a reason', 'reason', { reason: ' ' }],
  ['grant_discount', 'Enter Rs 1 or more', 'rupees', { rupees: 0.5 }],
  ['add_code', 'discount_codes_percent_check', 'percent', { percent: 105 }],
  ['add_code', 'code_takes_off_one_thing', 'percent', { rupees: 5 }],
  ['add_code', 'code_takes_off_one_thing', 'percent', { percent: null }],
  ['add_code', 'whole price', 'rupees', { percent: null, rupees: 999_999_999 }],
  ['add_code', 'code_is_for_an_address', 'address', { audience: 'address' }],
  ['add_code', 'discount_codes_code_check', 'code', { code: 'a' }],
  ['add_code', 'discount_codes_uses_check', 'uses', { uses: 0 }],
  ['add_operator', 'operators_level_check', 'level', { level: 'boss' }],
  ['add_operator', 'operators_name_check', 'name', { name: '12345' }],
  ['add_operator', 'someone else', 'name', { name: 'meena' }],
  ['add_operator', 'someone else', 'name', { name: 'The site' }],
  ['add_operator', 'already has this level', 'level', { name: null }],
])(
  '§22.23 %s reports a violation of %s in one of our own messages',
  async (action, why, field, change) => {
    const refused = await refusalOf(action, change);
    expect(refused).toMatchObject({ refused: 'stopped', ...(field && { field }) });
    expect(refused?.why ?? refused?.says).toContain(why);
    expectSentence(refused ?? { refused: '' }, change);
  },
);

/** The fields of the buttons above, each with the limit that its screen states. */
const limited = screens
  .flatMap(actionsOf)
  .flatMap(({ action, fields = [] }) =>
    fields.flatMap(({ name, limit }) =>
      limit && action in sound ? [[action, name, limit] as const] : [],
    ),
  );

const dayFromNow = async (days: number) => (await day(days)).slice(0, 10);

/** Values that a limit allows, and the nearest values that it refuses. */
async function besides(name: LimitName): Promise<{ taken: unknown[]; refused: unknown[] }> {
  const { takes } = limits[name] satisfies { takes: Takes };
  switch (takes.kind) {
    case 'address':
      return { taken: ['x@y.example'], refused: ['x', 'x@y', `${xs(250)}@y.example`] };
    case 'form': {
      const values = [
        'https://x.example',
        'http://x.example',
        'https://',
        'abc',
        'ab-12345',
        'x.example',
        'a b c d',
      ];
      return {
        taken: values.filter((value) => takes.form.test(value)),
        refused: [...values, xs(501)].filter((value) => !takes.form.test(value)),
      };
    }
    case 'characters':
    case 'name':
      return {
        taken: [xs(Math.max(takes.least, 1)), xs(takes.most)],
        refused: [...(takes.least > 1 ? [xs(takes.least - 1)] : []), xs(takes.most + 1)],
      };
    case 'days':
      return {
        taken: [await dayFromNow(takes.least), await dayFromNow(takes.most)],
        refused: [await dayFromNow(takes.least - 1), await dayFromNow(takes.most + 1)],
      };
    default: {
      const from = takes.kind === 'years' ? Number(today.slice(0, 4)) : 0;
      return {
        taken: [from + takes.least, from + takes.most],
        refused: [from + takes.least - 1, from + takes.most + 1],
      };
    }
  }
}

/** Other fields that must change with a field. */
const beside: Readonly<Record<string, Row>> = {
  rupees: { percent: null },
  address: { audience: 'address' },
};

test('§22.32 a field accepts what the database accepts, and rejects the first value beyond a limit', async () => {
  expect(limited.length).toBeGreaterThan(50);
  for (const [action, field, limit] of limited) {
    const { taken, refused } = await besides(limit);
    for (const value of taken) {
      const said = await refusalOf(action, { ...beside[field], [field]: value });
      expect(said?.why, `${action} ${field} ${String(value)}`).not.toBe(limit);
    }
    for (const value of refused) {
      const said = await refusalOf(action, { ...beside[field], [field]: value });
      // A function may have a sentence of its own before the constraint.
      expect(said, `${action} ${field} ${String(value).slice(0, 20)}`).toMatchObject({ field });
      expect([limit, 'day_is_past', undefined]).toContain(said?.why);
    }
  }
});

test('§22.32 every field that an operator types into states its limit', () => {
  const unlimited = screens
    .flatMap(actionsOf)
    .flatMap(({ action, fields = [] }) =>
      fields.flatMap(({ name, kind, limit }) =>
        limit || ['choice', 'weekdays', 'yes', 'clock'].includes(kind) ? [] : [`${action}.${name}`],
      ),
    );
  // No limit is stated where the function looks the value up or counts it against others.
  expect(unlimited.toSorted()).toEqual([
    ...['approve_factor.code', 'drop_factor.code', 'grant_discount.rupees', 'open_slots.minimum'],
    ...['open_slots.seats', 'record_past_session.held_on', 'record_purchase.code'],
    'record_purchase.rupees',
  ]);
});

test('§22.23 any value typed into a field is either accepted or refused with one of our messages', async () => {
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

describe('§22.23 reporting an error on our side', () => {
  test('an error on our side returns the number of its log entry, which does not contain the typed text', async () => {
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
      RegExp(`^Something went wrong on our side.* log entry: ${said.entry}\\.$`),
    );
    const [entry] = await query('select * from operations.log where id = $1', [said.entry]);
    const outcome = 'stopped 22012 operations.add_large_domain';
    expect(entry).toMatchObject({ action: 'add_large_domain', outcome });
    expect(JSON.stringify(entry)).not.toContain('secret');
    const half = "select from private.large_domains where domain = 'half-done.example'";
    expect(await query(half)).toEqual([]);
  });

  test.each([
    [{ name: 'member_facts', args: { member: 'x' } }, /^We no longer have this entry\./],
    [{ name: 'log', after: { id: 'x' } }, /on our side.*log entry: \d+\.$/],
  ])('a failed list request gets one of our own messages: %j', async (list, words) => {
    expect(sayToOperator(v.parse(deskRefused, await read(claims, list)))).toMatch(words);
  });
});
