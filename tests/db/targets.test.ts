/** The schools that a member aims at (docs/product §15.104). */
import { describe, expect, test } from 'vitest';
import { mostTargets } from '../../src/domain/periods.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { loansOn } from '../samples/loans.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const caller = onEmbedded(await testDatabase());
const here = bookingsOn(caller);
const loans = loansOn(caller);
const { call, query, one, newMember, newBuyer, newSlot, book, serve, day } = here;

const targetsOf = async (member: string) => (await here.sessions(member)).targets;
const namesOf = async (member: string) =>
  (await targetsOf(member)).map(({ institute }) => institute);
const set = (member: string, institute: string | null, on: string | null = null) =>
  call(member, 'set_target', { p_institute: institute, p_interview_on: on });
const remove = (member: string, institute: string) =>
  call(member, 'remove_target', { p_institute: institute });
/** A member with these schools, without dates. */
async function aiming(...institutes: string[]): Promise<string> {
  const { id } = await newMember();
  for (const institute of institutes) await set(id, institute);
  return id;
}

test('§15.34 the next free time is one of a mentor from the member’s school if there is one within a week after the first', async () => {
  const bookable = async (institute: string, hours: number) => {
    const mentor = await here.newMentor({ name: 'Ravi' });
    await query('update private.mentors set institute = $2 where id = $1', [mentor, institute]);
    await here.operate('show_mentor', mentor, 2019, 'Manager', 'Why an MBA', 'English');
    return newSlot(hours, { mentor });
  };
  const first = await bookable('IIM Ahmedabad', 40);
  const own = await bookable('IIM Bangalore', 90);
  await bookable('XLRI', 40 + 8 * 24);
  const next = async (member: string) => (await here.sessions(member)).waiting.next_time;
  expect(await next(await aiming())).toMatchObject({ slot: first });
  expect(await next(await aiming('XLRI', 'iim bangalore'))).toEqual({
    ...{ slot: own, starts_at: expect.anything(), mentor_id: expect.any(Number) },
    ...{ mentor: 'Ravi', institute: 'IIM Bangalore' },
  });
  expect(await next(await aiming('XLRI')), 'after a week').toMatchObject({ slot: first });
  await query('update private.mentors set is_public = false where institute = $1', [
    'IIM Bangalore',
  ]);
  expect(await next(await aiming('IIM Bangalore'))).toMatchObject({ slot: first });
});

describe('§15.104 a member’s schools', () => {
  test('a member’s schools are cleaned, listed once each, and ordered by the next interview', async () => {
    const id = await aiming('IIM  Indore\u200b', 'XLRI', 'IIM Bangalore');
    await set(id, 'FMS Delhi', await day(30));
    await set(id, ' iim bangalore ', await day(19));
    expect(await targetsOf(id)).toEqual([
      { institute: 'IIM Bangalore', interview_on: await day(19) },
      { institute: 'FMS Delhi', interview_on: await day(30) },
      { institute: 'IIM Indore', interview_on: null },
      { institute: 'XLRI', interview_on: null },
    ]);
    await query(
      'update private.targets set interview_on = private.india_day(now()) - 1 where institute = $1',
      ['IIM Bangalore'],
    );
    expect((await namesOf(id)).at(-1), 'over').toBe('IIM Bangalore');
    await set(id, 'FMS Delhi');
    await remove(id, 'xlri');
    expect(await targetsOf(id), 'the new school has no date').toMatchObject([
      { institute: 'IIM Indore' },
      { institute: 'FMS Delhi', interview_on: null },
      {},
    ]);
  });

  test('a member can have up to five schools, each with a name and an interview within two years', async () => {
    const five = Array.from({ length: mostTargets }, (_, nth) => `School ${nth}`);
    const id = await aiming(...five);
    await expectRefusal(set(id, 'One more'), 'too_many_targets');
    await set(id, 'School 3', await day(731));
    for (const name of ['', ' \u200b ', null]) {
      await expectRefusal(set(id, name), 'target_not_valid');
    }
    for (const days of [-1, 732]) {
      await expectRefusal(set(id, 'School 3', await day(days)), 'target_not_valid');
    }
    expect(await namesOf(id)).toEqual(['School 3', 'School 0', 'School 1', 'School 2', 'School 4']);
    await remove(id, 'School 0');
    await set(id, 'x'.repeat(200), await day(0));
    expect((await targetsOf(id))[0]?.institute).toHaveLength(120);
  });

  test('a member’s schools are private, are exported, and are deleted with the account', async () => {
    const id = await aiming('IIM Bangalore');
    const other = await aiming('XLRI');
    await remove(other, 'IIM Bangalore');
    expect(await namesOf(id)).toEqual(['IIM Bangalore']);
    const exported = { sessions: { targets: [{ institute: 'IIM Bangalore' }] } };
    expect(await one<Row>('select public.export_member($1)', [id])).toMatchObject(exported);
    await serve('erase_account', id, true);
    const kept = await query(
      'select institute from private.targets where member_id = any ($1::uuid[])',
      [[id, other]],
    );
    expect(kept).toEqual([{ institute: 'XLRI' }]);
  });

  test('emptying a stranger’s account deletes the schools in it', async () => {
    const id = await aiming('IIM Bangalore');
    await query('select private.empty_account($1)', [id]);
    expect(await namesOf(id)).toEqual([]);
  });
});

describe('§15.104 adding schools from bookings and loan requests', () => {
  test('a booking adds its school and date, unless the list is full or the booking is refused', async () => {
    const { id, pack } = await newBuyer();
    const on = await day(19);
    const aim = async (institute: string, interview_on: string | null = null) =>
      call(id, 'book_slot', {
        ...{ p_slot: await newSlot(100), p_order: pack.order },
        ...{ p_institute: institute, p_interview_on: interview_on },
      });
    await expectRefusal(aim('XLRI', await day(-1)), 'target_not_valid');
    expect((await here.sessions(id)).upcoming).toEqual([]);
    expect(await aim(' IIM  Bangalore', on)).toMatchObject({ institute: 'IIM Bangalore' });
    await book(id, await newSlot(60), pack, 'iim bangalore');
    await book(id, await newSlot(50), pack);
    expect(await targetsOf(id)).toEqual([{ institute: 'IIM Bangalore', interview_on: on }]);
    for (const nth of [2, 3, 4, 5]) await set(id, `School ${nth}`);
    await book(id, await newSlot(40), pack, 'XLRI');
    expect(await namesOf(id)).not.toContain('XLRI');
  });

  test('a loan request adds its school unless the school has admitted the member, and a removed school does not return', async () => {
    const { id } = await newMember({ proven: true });
    expect(await loans.join(id)).toMatchObject({ targets: [] });
    const shortlisted = { p_institute: 'FMS Delhi', p_stage: 'shortlisted' };
    const kept = { targets: [{ institute: 'FMS Delhi', interview_on: null }] };
    expect(await loans.join(id, shortlisted)).toMatchObject(kept);
    expect(await loans.mine(id)).toMatchObject(kept);
    await remove(id, 'FMS Delhi');
    expect(await loans.join(id, { ...shortlisted, p_city: 'Nashik' })).toMatchObject({
      targets: [],
    });
  });
});
