import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { joinGroup, nextYear, sql } from './samples.ts';
import { loadFunctions, newMember } from './support.ts';

const post = { method: 'POST' };
const numbers = v.record(v.string(), v.number());

/** Makes functions loaded afterwards see this hour of today, in UTC. */
function setHour(hour: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(hour, 7) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test('§16.14 the group’s figures are published only at night in Indian time', async () => {
  // No other test uses this year’s group, and its January is less than 24 months away.
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
