/** What a loan group never reveals about one member to another (docs/product §16.13 to §16.16, §16.48 to §16.52). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectRefusal, testDatabase } from './support/database.ts';
import { lakh, loansOn } from '../samples/loans.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { newAddress } from '../samples/people.ts';

const database = await testDatabase();

const here = loansOn(onEmbedded(database));
const { query, one, serve, newMember, join, newBorrower, mine, leave, choose, takeBack } = here;
const { newOffer, newChoice, operate, addMatch, takeMatchBack, month } = here;
const { publish, publishTonight, takeConsentBack, proveAddress } = here;

/** Borrowers of one group, with these amounts in lakh. */
async function newGroup(amounts: number[], change: Row = {}) {
  const people = [];
  for (const amount of amounts) {
    people.push(await newBorrower({ p_amount: amount * lakh, ...change }));
  }
  return people;
}

const figures = async (member: string) => {
  const { group } = await mine(member);
  return group && { members: group.members, sum: group.sum };
};
const forming = { members: null, sum: null };

const forLenders = (part: string) =>
  query(
    `select cell, members, sum * 100 as sum from operations.loan_group_for_lenders where part = $1 order by cell`,
    [part],
  );

const everybodyLeaves = () =>
  query('update private.loan_requests set left_at = now() where left_at is null');

// Members left over from another test would count in this group.
beforeEach(async () => {
  await everybodyLeaves();
  await publish();
});

describe('a group’s figures', () => {
  test('§16.14 a group of four members is shown as forming, and a group of five gets figures', async () => {
    const people = await newGroup([10, 20, 30, 40]);
    const [first = { id: '' }] = people;
    expect(await publish()).toBe(0);
    expect(await figures(first.id)).toEqual(forming);
    await newGroup([50]);
    expect(await figures(first.id)).toEqual(forming);
    expect(await publish()).toBe(1);
    expect(await figures(first.id)).toEqual({ members: 5, sum: 150 * lakh });
    await leave(first.id);
    expect(await publish()).toBe(1);
    expect(await figures(people[1]?.id ?? '')).toEqual(forming);
    expect(await forLenders('all')).toEqual([]);
  });

  test('§16.14 a group’s published figures change only when the number of members reaches a different multiple of five', async () => {
    const [first = { id: '' }, second = { id: '' }] = await newGroup([20, 20, 20, 20, 20]);
    await publish();
    const published = await mine(first.id);
    // Published sums follow neither one more member, nor a change, nor a departure that leaves five.
    await newGroup([100, 100, 100, 100]);
    expect(await publish()).toBe(0);
    await join(first.id, { p_amount: 90 * lakh });
    expect(await publish()).toBe(0);
    await leave(second.id);
    expect(await publish()).toBe(0);
    expect((await mine(first.id)).group).toEqual(published.group);
    await newGroup([10, 10]);
    expect(await publish()).toBe(1);
    expect(await figures(first.id)).toEqual({ members: 10, sum: (90 + 60 + 400 + 20) * lakh });
  });

  test('§16.48 published figures stay for seven days, or disappear right away if fewer than five members remain', async () => {
    const people = await newGroup([20, 20, 20, 20, 20]);
    const [first = { id: '' }, second = { id: '' }] = people;
    expect(await publish()).toBe(1);
    const age = (hours: number) =>
      query(
        "update private.loan_group_publications set published_at = now() - $1 * interval '1 hour'",
        [hours],
      );
    await newGroup([20, 20, 20, 20, 20]);
    await age(7 * 24 - 1);
    expect(await publishTonight()).toBe(0);
    expect(await figures(first.id)).toEqual({ members: 5, sum: 100 * lakh });
    await age(7 * 24);
    expect(await publishTonight()).toBe(1);
    expect(await figures(first.id)).toEqual({ members: 10, sum: 200 * lakh });
    // A group that shrinks below five and grows again must not show its figures sooner.
    await everybodyLeaves();
    await newGroup([20, 20, 20, 20]);
    expect(await publishTonight()).toBe(1);
    await join(second.id, { p_amount: 20 * lakh });
    expect(await figures(second.id)).toEqual(forming);
    expect(await publishTonight()).toBe(0);
    await age(7 * 24);
    expect(await publishTonight()).toBe(1);
    expect(await figures(second.id)).toEqual({ members: 5, sum: 100 * lakh });
  });

  test('§16.15 a member counts in the figures only with a verified account address', async () => {
    const [first = { id: '', email: '' }] = await newGroup([20, 20, 20, 20]);
    const unproven = await newBorrower({ p_amount: 20 * lakh }, false);
    await publish();
    expect(await figures(unproven.id)).toEqual(forming);
    // Another address than the account's does not count.
    await proveAddress(unproven.id, newAddress());
    expect(await publish()).toBe(0);
    await proveAddress(unproven.id);
    expect(await publish()).toBe(1);
    // A changed address has to be verified again.
    await query('update auth.users set email = $2 where id = $1', [first.id, newAddress()]);
    expect(await publish()).toBe(1);
    expect(await figures(unproven.id)).toEqual(forming);
  });

  test('§16.13 each intake year is a group with its own figures', async () => {
    const [first = { id: '' }] = await newGroup([20, 20, 20, 20, 20]);
    const later = { p_course_starts: await month(20) };
    const [other = { id: '' }] = await newGroup([20, 20], later);
    await publish();
    expect(await figures(first.id)).toMatchObject({ members: 5 });
    expect(await figures(other.id)).toEqual(forming);
    expect(await figures((await newMember()).id)).toBeNull();
    // One group's figures neither delay nor remove the other's.
    await newGroup([20, 20, 20], later);
    expect(await publishTonight()).toBe(1);
    for (const { id } of [first, other]) expect(await figures(id)).toMatchObject({ members: 5 });
    expect(await publish()).toBe(0);
  });

  test('§16.49 a person with four accounts in the group learns only a randomly rounded figure for the fifth member’s amount', async () => {
    // 27 lakh counts as 20 or 30, and always as the same figure.
    const seen = new Set<number>();
    for (let round = 0; round < 30; round += 1) {
      const puppets = await newGroup([10, 10, 10, 10]);
      await newBorrower({ p_amount: 27 * lakh });
      await publish();
      const [puppet = { id: '' }, ...others] = puppets;
      const { sum } = (await figures(puppet.id)) ?? forming;
      const rest = Number(sum) - 40 * lakh;
      expect([20 * lakh, 30 * lakh]).toContain(rest);
      seen.add(rest);
      // Leaving and joining again must not draw the victim's rounding again.
      await leave(others[0]?.id ?? '');
      await publish();
      await join(others[0]?.id ?? '', { p_amount: 10 * lakh });
      await publish();
      expect(await figures(puppet.id)).toEqual({ members: 5, sum });
      await everybodyLeaves();
      await publish();
      if (seen.size === 2 && round >= 4) break;
    }
    expect([...seen].sort()).toEqual([20 * lakh, 30 * lakh]);
  });

  test('§16.49 random rounding keeps the average right', async () => {
    const mean = await one<string>(
      'select avg(private.counted_amount(27 * 10000000, random())) from generate_series(1, 20000)',
    );
    expect(Math.abs(Number(mean) - 27 * lakh)).toBeLessThan(0.5 * lakh);
    const drawn = await here.texts(
      'select distinct private.counted_amount(30 * 10000000, random()) from generate_series(1, 200)',
    );
    expect(drawn).toEqual([String(30 * lakh)]);
  });

  test('§16.49 a member’s rounding stays the same after the member leaves, joins again or changes the amount', async () => {
    const counted = new Set<string>();
    const another = await newBorrower();
    const { id } = await newMember({ proven: true });
    for (let round = 0; round < 12; round += 1) {
      await query('delete from private.call_counts');
      await join(id, { p_amount: 50 * lakh });
      await join(id, { p_amount: 27 * lakh });
      const [request] = await here.texts(
        `select private.counted_amount(amount, draw) from private.loan_requests
        where member_id = $1 and left_at is null`,
        id,
      );
      counted.add(request ?? '');
      await leave(id);
    }
    expect(counted.size).toBe(1);
    const draws = 'select distinct draw from private.loan_requests where member_id = any ($1)';
    expect(await here.texts(draws, [id, another.id])).toHaveLength(2);
  });
});

describe('lenders see the group without names', () => {
  /** Lets chance round every open amount up, or down. */
  const round = (up: boolean) =>
    query('update private.loan_requests set draw = $1 where left_at is null', [up ? 0 : 0.9999]);

  test('§16.16 lenders do not see any cell with fewer than five members, and cannot compute a hidden cell by subtraction', async () => {
    await newGroup([20, 20, 20, 20, 20, 80], { p_institute: 'IIM Bangalore' });
    await newGroup([70], { p_institute: 'IIM Kozhikode' });
    await publish();
    // Seven members, whose mean of about 36 lakh counts as 40.
    expect(await forLenders('all')).toEqual([{ cell: 'the group', members: 5, sum: 200 * lakh }]);
    // The true sum of the six members is 180 lakh.
    expect(await forLenders('institute')).toEqual([
      { cell: 'IIM Bangalore', members: 5, sum: 150 * lakh },
    ]);
    expect(await forLenders('amount')).toEqual([
      { cell: 'Rs 10 to 30 lakh', members: 5, sum: 100 * lakh },
    ]);
  });

  test.each([
    ['below Rs 20 lakh', 1, 0],
    ['below Rs 20 lakh', 19, 10],
    ['Rs 10 to 30 lakh', 11, 20],
    ['Rs 10 to 30 lakh', 29, 20],
    ['Rs 20 to 50 lakh', 21, 30],
    ['Rs 20 to 50 lakh', 49, 40],
    ['above Rs 40 lakh', 41, 50],
    ['above Rs 40 lakh', 100, 100],
  ])('§16.51 the band %s holds amounts of Rs %d lakh that count as %d', async (cell, of, as) => {
    await newGroup([of, of, of, of, of]);
    await round(as > of);
    await publish();
    expect(await forLenders('amount')).toMatchObject([{ cell, members: 5 }]);
  });

  test('§16.51 lenders do not see a total if random rounding takes every amount down to zero', async () => {
    const people = await newGroup([2, 2, 2, 2, 2]);
    await round(false);
    await publish();
    for (const part of ['all', 'institute', 'amount']) {
      expect(await forLenders(part)).toMatchObject([{ members: 5, sum: null }]);
    }
    expect(await figures(people[0]?.id ?? '')).toEqual({ members: 5, sum: 0 });
  });

  test('§16.16 two spellings of an institute share one cell, and the lenders’ view shows last night’s figures', async () => {
    await newGroup([20, 20, 20], { p_institute: 'XLRI' });
    await newGroup([20, 20], { p_institute: 'xlri' });
    await publish();
    expect(await forLenders('institute')).toEqual([{ cell: 'XLRI', members: 5, sum: 100 * lakh }]);
    await newGroup([100, 100, 100, 100], { p_institute: 'XLRI' });
    await publish();
    expect(await forLenders('institute')).toEqual([{ cell: 'XLRI', members: 5, sum: 100 * lakh }]);
  });

  test('§16.16 the lenders’ view contains neither names nor ids', async () => {
    await newGroup([20, 20, 20, 20, 20]);
    await publish();
    const columns = await here.texts(`select column_name from information_schema.columns
      where table_schema = 'operations' and table_name = 'loan_group_for_lenders' order by 1`);
    expect(columns).toEqual(['cell', 'intake_year', 'members', 'part', 'published_at', 'sum']);
  });

  test('§16.22 the desk shows a member’s loan sheet only while the lender has the choice, and logs every view', async () => {
    const own = await newChoice();
    const other = await newChoice();
    const sheet = (choice: string) =>
      query('select reference, email, lender from operations.details_for_lender($1)', [choice]);
    // The desk hands out no details before the member is told that they go.
    expect(await sheet(own.choice)).toEqual([]);
    await operate('send_to_lender', own.choice);
    await operate('send_to_lender', other.choice);
    expect(await sheet(own.choice)).toMatchObject([{ reference: own.choice, email: own.email }]);
    expect(await sheet(randomUUID())).toEqual([]);
    const logged = await query(
      "select member from operations.log where action = 'details_for_lender' and about = $1",
      [own.choice],
    );
    expect(logged).toEqual([{ member: own.id }, { member: own.id }]);
    await operate('decline', own.choice, 'No income');
    expect(await sheet(own.choice)).toEqual([]);
  });
});

describe('members cannot learn about each other’s loans', () => {
  test('§16.50 a member cannot read anything about another member’s loan', async () => {
    const secret = `Secret ${randomUUID()}`;
    const victim = await newChoice();
    await join(victim.id, { p_institute: secret, p_city: secret });
    await addMatch(victim.id, { p_lender: secret });
    const stranger = await newBorrower();
    const about = JSON.stringify(await mine(stranger.id));
    for (const part of [secret, victim.id, victim.email, victim.choice]) {
      expect(about).not.toContain(part);
    }
    expect(JSON.stringify(await one('select private.loan_of($1)', [stranger.id]))).not.toContain(
      secret,
    );
  });

  test('§16.50 another member’s choice, better offer, consent or file is refused as if it did not exist', async () => {
    const victim = await newChoice();
    const { id: match, file } = await addMatch(victim.id);
    const stranger = await newBorrower();
    const consent = (await mine(victim.id)).consents.find(({ kind }) => kind === 'loan_lender');
    for (const [take, what, id] of [
      [takeBack, 'choice', victim.choice],
      [takeMatchBack, 'match', match],
      [takeConsentBack, 'consent', consent?.id ?? ''],
    ] as const) {
      for (const unknown of [id, randomUUID()]) {
        await expectRefusal(take(stranger.id, unknown), new RegExp(`^no_such_${what}$`));
      }
    }
    expect(await serve('file_of', stranger.id, file)).toBeNull();
    expect((await mine(victim.id)).choice).toMatchObject({ state: 'chosen' });
    expect((await mine(victim.id)).rate_matches).toMatchObject([{ state: 'sent' }]);
  });

  test('§16.50 other members’ actions do not change what a member can read or do', async () => {
    const observer = await newChoice();
    await addMatch(observer.id);
    const offer = await newOffer();
    const before = await mine(observer.id);
    const other = await newBorrower();
    await mine(other.id);
    const { choice, consents } = await choose(other.id, offer);
    await operate('send_to_lender', choice?.id ?? '');
    const { file } = await addMatch(other.id);
    const unchanged = { ...before, now: expect.any(String) };
    expect(await mine(observer.id)).toEqual(unchanged);
    await takeConsentBack(other.id, consents.find(({ kind }) => kind === 'loan_lender')?.id ?? '');
    await serve('forget_upload', other.id, file);
    await addMatch(other.id);
    await leave(other.id);
    expect(await mine(observer.id)).toEqual(unchanged);
    await takeBack(observer.id, observer.choice);
    expect((await choose(observer.id, offer)).choice).toMatchObject({ state: 'chosen' });
  });
});
