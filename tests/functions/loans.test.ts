import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postFile } from './files.ts';
import { joinGroup, loans as samples, nextYear, rowsOf, sql } from './samples.ts';
import { loadFunctions, type Member, newMember, service } from './support.ts';

const post = { method: 'POST' };
const numbers = v.record(v.string(), v.number());

/** Lets functions that are loaded afterwards see this hour of today, in UTC. */
function setHour(hour: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(hour, 7) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test('§16.14 figures are published at night in India, and at no other hour', async () => {
  // A group of its own: January of the year after the next is less than 24 months away.
  const year = nextYear + 1;
  const figures = () =>
    sql('select members from private.loan_group_figures where intake_year = $1', year);
  for (let count = 0; count < 5; count += 1) {
    const member = await newMember();
    await joinGroup(member.id);
    await sql(
      'update private.loan_requests set course_starts = $2::date where member_id = $1',
      member.id,
      `${year}-01-01`,
    );
  }
  const { loans } = await loadFunctions();
  for (const hour of [0, 6, 12, 20]) {
    setHour(hour);
    expect(await (await loans(post)).json()).toMatchObject({ published: 0 });
  }
  expect(await figures()).toEqual([]);
  setHour(21);
  const { published } = v.parse(numbers, await (await loans(post)).json());
  expect(published).toBeGreaterThanOrEqual(1);
  expect(await figures()).toEqual([{ members: 5 }]);
});

test('§16.58 tells of new offers once, and not who has chosen one', async () => {
  const { loans } = await loadFunctions();
  const [waits, chose] = [await newMember(), await newMember()];
  for (const member of [waits, chose]) await joinGroup(member.id);
  const offer = await samples.newOffer({ intake_year: nextYear });
  await samples.chooseShown(chose.id, offer);
  await samples.newOffer({ intake_year: nextYear });
  expect((await loans(post)).status).toBe(200);
  expect((await loans(post)).status).toBe(200);
  expect(await samples.mailsAbout('user_id', waits.id)).toEqual([
    'loan_joined',
    'loan_offers',
    'welcome',
  ]);
  expect(await samples.mailsAbout('user_id', chose.id)).toEqual([
    'loan_chosen',
    'loan_joined',
    'welcome',
  ]);
});

test('§16.24 a choice ends with its offer, and the member is told', async () => {
  const { loans } = await loadFunctions();
  const people = [];
  for (const ends of ['current_date - 2', 'current_date + 30']) {
    const member = await newMember();
    await joinGroup(member.id);
    const choice = await samples.chooseShown(
      member.id,
      await samples.newOffer({ intake_year: nextYear }),
    );
    // Without the triggers, because the last day of a choice never changes.
    await sql(`do $$ begin
      perform set_config('session_replication_role', 'replica', true);
      update private.loan_choices set valid_until = ${ends} where id = '${choice}';
    end $$`);
    people.push(member);
  }
  expect(v.parse(numbers, await (await loans(post)).json())).toMatchObject({ expired: 1 });
  const [over, stands] = await Promise.all(people.map(({ id }) => samples.mine(id)));
  expect(over).toMatchObject({ choice: null, past_choices: [{ state: 'expired' }] });
  expect(stands).toMatchObject({ choice: { state: 'chosen' } });
  const [told] = people;
  const mails = await sql(
    "select payload ->> 'state' as state from private.outbox where kind = 'loan_step' and payload ->> 'user_id' = $1",
    told?.id,
  );
  expect(mails).toEqual([{ state: 'expired' }]);
});

test('§16.61 §16.62 a loan goes a year after the last request, its file before it', async () => {
  const { loans, sessions, file } = await loadFunctions();
  const people: Member[] = [];
  for (const daysAgo of [367, 363]) {
    const member = await newMember();
    await joinGroup(member.id);
    const offer = {
      lender: 'City Bank',
      rate: '9.4',
      charges: '0',
      validUntil: `${nextYear}-01-31`,
    };
    const sent = await postFile(file, member, 'rate-match', offer);
    expect(sent.status).toBe(200);
    await sql(`do $$ begin
      perform set_config('session_replication_role', 'replica', true);
      update private.loan_requests
      set changed_at = now() - interval '${daysAgo} days', course_starts = '2020-06-01'
      where member_id = '${member.id}';
      update private.rate_matches set changed_at = now() - interval '${daysAgo} days'
      where member_id = '${member.id}';
    end $$`);
    people.push(member);
  }
  const left = () =>
    Promise.all(
      people.map(async (member) => [
        (await service.storage.from('files').list(member.id)).data?.length,
        (await rowsOf(member.id)).length,
        (await samples.mine(member.id)).request !== null,
      ]),
    );
  expect((await sessions(post)).status).toBe(200);
  expect((await loans(post)).status).toBe(200);
  expect(await left()).toEqual([
    [0, 0, false],
    [1, 1, true],
  ]);
});
