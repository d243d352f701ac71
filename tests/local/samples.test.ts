/** What a new member finds on the local stack, and what a deployed project must never contain. */
import { afterAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { sqlEditor } from '../../local/backend/sql-editor.ts';
import { addSamples } from '../../local/samples.ts';
import { projectFindings } from '../../scripts/launch-check.ts';
import { startTestBackend } from '../db/support/backend.ts';

const backend = await startTestBackend();
afterAll(() => backend.stop());
const sql = sqlEditor(backend.url, backend.keys.secretKey);
// Adds the samples again, because that happens every hour.
for (const _ of ['once', 'and again']) await addSamples(sql);

const offers = v.array(
  v.object({
    id: v.string(),
    fits: v.boolean(),
    lender: v.object({ name: v.string(), is_sample: v.literal(true) }),
  }),
);
const loan = v.object({
  group: v.nullable(v.object({ intake_year: v.number(), members: v.nullable(v.number()) })),
  offers,
  lenders_without_offer: v.array(v.object({ name: v.string() })),
  choice: v.nullable(v.object({ state: v.string() })),
});

test('§16.87 a new member joins the sample group, chooses an offer and sees the choice progress', async () => {
  const member = await backend.newMember();
  await sql(
    'insert into private.proven_addresses (user_id, address) values ($1, $2)',
    member.id,
    member.email,
  );
  const [soon] = await sql(
    `select to_char(date_trunc('month', private.india_day(now()) + interval '7 months'), 'YYYY-MM-DD') as starts`,
  );
  const { data: joined } = await member.client
    .rpc('join_loan_group', {
      p_institute: 'IIM Ahmedabad',
      p_programme: 'MBA',
      p_stage: 'converted',
      p_course_starts: String(soon?.['starts']),
      p_course_months: 24,
      p_amount: 2_000_000_00,
      p_term_months: 120,
      p_co_applicant: 'parent',
      p_city: 'Pune',
      p_consent_version: 1,
    })
    .throwOnError();
  const page = v.parse(loan, joined);
  expect(page.group).toMatchObject({ members: 5 });
  const fits = page.offers.map((offer) => [offer.lender.name, offer.fits] as const);
  expect(new Map(fits)).toEqual(
    new Map([
      ['Sample Lender One', true],
      ['Sample Lender Two', true],
      ['Sample Lender Three', false],
    ]),
  );
  expect(page.lenders_without_offer).toEqual([{ name: 'Sample Lender Four' }]);

  const chosen = page.offers.find(({ lender }) => lender.name === 'Sample Lender One');
  await member.client
    .rpc('choose_offer', { p_offer: chosen?.id ?? '', p_consent_version: 1 })
    .throwOnError();
  for (const step of ['send_to_lender', 'details_sent']) {
    await sql(`select operations.${step}(choice) from operations.open_choices`);
  }
  const { data } = await member.client.rpc('my_loan').throwOnError();
  expect(v.parse(loan, data).choice).toEqual({ state: 'with_lender' });
});

test('§16.87 no email goes to sample members, and lenders see the sample members as a group', async () => {
  expect(await sql("select recipient from private.outbox where recipient like 'sample.%'")).toEqual(
    [],
  );
  expect(
    await sql(`select part, cell, members from operations.loan_group_for_lenders
      where part <> 'amount'`),
  ).toEqual([
    { part: 'all', cell: 'the group', members: 5 },
    { part: 'institute', cell: 'IIM Bangalore', members: 5 },
  ]);
});

test('§16.87 a sample offer that has expired is replaced by a current offer', async () => {
  await sql(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    update private.loan_offers set valid_until = current_date - 1;
  end $$`);
  await addSamples(sql);
  const open = await sql(
    `select lenders.name, valid_until > current_date as stands
    from private.loan_offers as offers join private.lenders on lenders.id = lender_id
    where replaced_by is null order by name`,
  );
  expect(open).toEqual(
    ['One', 'Three', 'Two'].map((name) => ({ name: `Sample Lender ${name}`, stands: true })),
  );
});

test('§16.89 a database command needs the secret key, and a refused command says why', async () => {
  await expect(sqlEditor(backend.url, backend.keys.publishableKey)('select 1')).rejects.toThrow();
  await expect(sql('select nonsense')).rejects.toThrow('column "nonsense" does not exist');
  const refused = sql("update private.consent_texts set text = 'Another text of a consent'");
  await expect(refused).rejects.toThrow('consent_text_is_fixed');
});

test('§16.88 §18.16 the launch check lists every sample in a project', async () => {
  const found = await projectFindings({
    PUBLIC_SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.keys.secretKey,
  });
  expect(found.map(({ what }) => what)).toEqual([
    '2 mentors have no meeting link, so nobody could join',
    'what happened before the site took bookings is not entered',
    ...['Four', 'One', 'Three', 'Two'].map((name) => `Sample Lender ${name} is a sample lender`),
    'there is no lender',
    "'Circle chat' is a sample",
    "'From the shop floor' is a sample",
    "'Notes on a CV' is a sample",
    "'Should marks decide who gets in?' is a sample",
    "'Topics for a WAT' is a sample",
    'the preparation room is empty',
    'there is no community, which the home page promises',
  ]);
});
