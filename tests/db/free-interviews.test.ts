/** Which free interviews are granted automatically, and which requests wait for an operator (docs/product §15). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const here = bookingsOn(onEmbedded(database));
const { query, one, newMember, askFree, operate, mailsOf } = here;

beforeEach(() => query('delete from private.free_requests'));
beforeEach(() => query('delete from private.free_grants'));

const states: string[] = [];
async function askAll(count: number, domain?: string) {
  states.length = 0;
  const members = [];
  for (let nth = 0; nth < count; nth += 1) {
    const member = await newMember({ proven: true });
    const { state } = await askFree(member, domain === undefined ? {} : { domain });
    states.push(String(state));
    members.push(member);
  }
  return members;
}
const counted = (state: string) => states.filter((one) => one === state).length;
const stateOf = async ({ id }: { id: string }) => (await here.sessions(id)).free_interview.state;
const matters = () =>
  here.texts("select what from private.matters_now where matter like 'free interviews %'");

test.each([
  ['asha@x.example.com', 'example.com'],
  ['asha@a.b.iimb.ac.in', 'iimb.ac.in'],
  ['Asha@IIMB.ac.in', 'iimb.ac.in'],
  ['asha@co.in', 'co.in'],
  ['asha@mail.example.co', 'example.co'],
])('§15.82 the registered domain of %s is %s', async (address, domain) => {
  expect(await one('select private.registered_domain($1)', [address])).toBe(domain);
});

test('A36 §15.82 the first ten requests from a domain get a free interview, and further requests wait for an operator', async () => {
  const members = await askAll(25, randomUUID());
  expect([counted('granted'), counted('waiting')]).toEqual([10, 15]);
  const [last] = members.slice(-1);
  if (!last) throw new Error('nobody asked');
  expect(await askFree(last), 'asking again does not change the member’s state').toMatchObject({
    state: 'waiting',
  });
  expect(await stateOf(last)).toBe('waiting');
  expect(await matters()).toEqual([expect.stringContaining('waiting for your decision: 15')]);
  expect(
    await query(
      'select state, of_domain::integer from operations.free_interviews where member = $1',
      [last.email],
    ),
  ).toEqual([{ state: 'waiting', of_domain: 25 }]);

  expect(await operate('grant_free_interview', last.email.toUpperCase())).toMatch(
    /has a free interview now\.$/,
  );
  expect(await stateOf(last)).toBe('granted');
  expect(await mailsOf('free_interview_granted', 'user_id', last.id)).toHaveLength(1);
  await expectRefusal(
    operate('grant_free_interview', last.email),
    'is not waiting for a free interview',
  );

  const [declined] = members.slice(-2);
  if (!declined) throw new Error('nobody asked');
  await operate('decline_free_interview', declined.email);
  await expectRefusal(operate('decline_free_interview', declined.email), 'already declined');
  expect(await askFree(declined)).toMatchObject({ state: 'declined' });
  expect(await matters()).toEqual([expect.stringContaining('waiting for your decision: 13')]);

  const listed = async ({ id, email }: { id: string; email: string }) => [
    await query('select state from operations.free_interviews where member = $1', [email]),
    await query('select email, state from operations.member_free_interview($1)', [id]),
  ];
  expect(await listed(declined)).toEqual([
    [{ state: 'declined' }],
    [{ email: declined.email, state: 'declined' }],
  ]);
  await operate('grant_free_interview', declined.email);
  expect(await listed(declined)).toEqual([
    [{ state: 'given' }],
    [{ email: declined.email, state: 'granted' }],
  ]);
  expect((await listed(await newMember()))[1]).toEqual([]);
});

test('§15.82 100 free interviews a day are granted automatically, and an operator can grant more', async () => {
  await query(
    `insert into private.free_grants (address_hash, phone_hash)
    select md5(n::text) || md5('a'), md5(n::text) || md5('b') from generate_series(1, 98) as n`,
  );
  const members = await askAll(3);
  expect(states).toEqual(['granted', 'granted', 'waiting']);
  expect(await matters()).toEqual([
    expect.stringContaining('waiting for your decision: 1'),
    expect.stringContaining('within the last hour: 100'),
  ]);
  await operate('grant_free_interview', members[2]?.email);
  expect(await askAll(1)).toHaveLength(1);
  expect(states).toEqual(['waiting']);
  await query("update private.free_grants set granted_at = now() - interval '25 hours'");
  await askAll(1);
  expect(states).toEqual(['granted']);
});

test('§15.82 thirty automatic free interviews within an hour are reported to the operator', async () => {
  let given = 0;
  const give = (count: number, byHand = false) => {
    given += count;
    return query(
      `insert into private.free_grants (address_hash, phone_hash, by_hand)
      select md5(n::text) || md5('a'), md5(n::text) || md5('b'), $3
      from generate_series($1::integer, $2::integer) as n`,
      [given - count + 1, given, byHand],
    );
  };
  await give(29);
  await give(10, true);
  expect(await matters()).toEqual([]);
  await give(1);
  expect(await matters()).toEqual([expect.stringContaining('within the last hour: 30')]);
});

test('§15.82 an operator cannot grant two free interviews to one phone number', async () => {
  const domain = randomUUID();
  await askAll(10, domain);
  const phone = randomUUID();
  const [first, second] = [await newMember({ proven: true }), await newMember({ proven: true })];
  for (const member of [first, second]) await askFree(member, { domain, phone });
  await operate('grant_free_interview', first.email);
  await expectRefusal(operate('grant_free_interview', second.email), 'already_had');
  expect(await stateOf(second)).toBe('waiting');
  expect(await askFree(await newMember({ proven: true }), { domain, phone })).toMatchObject({
    state: 'had_phone',
  });
});

test('§15.82 an operator sees why a request was declined right away, and can give the free interview anyway', async () => {
  const phone = randomUUID();
  const [first, second] = [await newMember({ proven: true }), await newMember({ proven: true })];
  for (const member of [first, second]) await askFree(member, { phone });
  await askAll(1, randomUUID());
  const listed = await query('select member, state from operations.free_interviews');
  expect(listed.at(-1)).toEqual({ member: second.email, state: 'had_phone' });
  expect(await operate('grant_free_interview', second.email)).toMatch(
    /has a free interview now\.$/,
  );
  expect(await stateOf(second)).toBe('granted');
  expect(await stateOf(first), 'the other person keeps theirs').toBe('granted');
  const third = await newMember({ proven: true });
  expect(await askFree(third, { phone }), 'the number is still known').toMatchObject({
    state: 'had_phone',
  });
  await operate('grant_free_interview', third.email);
  expect(await stateOf(third)).toBe('granted');
});

test('§15.82 requests from a domain are not counted while an operator lists the domain as large', async () => {
  const domainOf = async (email: string) => {
    const { id } = await newMember({ email });
    const [person] = await query('select * from public.free_interview_person($1)', [id]);
    return (person as Row)['domain'];
  };
  const college = `${randomUUID()}.ac.in`;
  expect(await domainOf(`${randomUUID()}@gmail.com`)).toBeNull();
  expect(await domainOf(`asha@students.${college}`)).toBe(college);
  expect(await operate('add_large_domain', `Students.${college}`)).toBe(
    `Addresses at ${college} no longer count towards the limit on free interviews.`,
  );
  await expectRefusal(operate('add_large_domain', college), 'is already on the list');
  await expectRefusal(operate('add_large_domain', 'gmail.com'), 'gmail.com is a mail provider');
  for (const suffix of ['ac.in', 'Edu.in', 'co.in', 'gov.in'])
    await expectRefusal(operate('add_large_domain', suffix), 'Many colleges share the ending');
  for (const label of ['com', 'in'])
    await expectRefusal(operate('add_large_domain', label), 'not_a_domain');
  expect(await domainOf(`ravi@students.${college}`)).toBeNull();
  await operate('remove_large_domain', college);
  expect(await domainOf(`meera@students.${college}`)).toBe(college);
  await expectRefusal(operate('remove_large_domain', college), 'is not on the list');
});
