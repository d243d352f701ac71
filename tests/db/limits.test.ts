/** Limits that strangers can neither use up for someone else nor get around (docs/product §15, §18). */
import { expect, test } from 'vitest';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { newAddress } from '../samples/people.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const { query, one, call, newMember, newMessage, proveAddress, pass } = bookingsOn(
  onEmbedded(database),
);

const ask = (member: string, address: string) =>
  call(member, 'ask_address_proof', { p_address: address });
const askChange = (member: string, address: string) =>
  call(member, 'ask_email_change', { p_address: address });
const askings = { 'a proof of an address': ask, 'a change of address': askChange };

/** Asks until the first refusal; returns how many requests went through. */
async function untilRefused(what: (count: number) => Promise<unknown>, most: number) {
  for (let count = 0; count < most; count += 1) {
    try {
      await what(count);
    } catch {
      return count;
    }
  }
  return most;
}

const variants = (address: string) => (count: number) => address.replace('@', `+${count}@`);

test.each([
  ['asha.rao@example.com', 'asha.rao@example.com'],
  ['Asha.Rao+mock@Example.com', 'asha.rao@example.com'],
  ['a.s.h.a.rao+one+two@gmail.com', 'asharao@gmail.com'],
  ['asha.rao@googlemail.com', 'asharao@gmail.com'],
  ['asha.rao@mail.gmail.com', 'asha.rao@mail.gmail.com'],
  ['asha.rao@mygooglemail.com', 'asha.rao@mygooglemail.com'],
  ['asha-fair@yahoo.co.in', 'asha@yahoo.co.in'],
  ['asha-fair-2@Yahoo.com', 'asha@yahoo.com'],
  ['asha-fair@rocketmail.com', 'asha@rocketmail.com'],
  ['asha.rao@yahoo.com', 'asha.rao@yahoo.com'],
  ['asha-rao@example.com', 'asha-rao@example.com'],
  ['fair@asha.fastmail.com', 'asha@fastmail.com'],
  ['fair+2@Asha.Fastmail.co.uk', 'asha@fastmail.co.uk'],
  ['asha+fair@fastmail.com', 'asha@fastmail.com'],
  ['fair@asha.example.com', 'fair@asha.example.com'],
  ['a.s_h-a+fair@protonmail.com', 'asha@proton.me'],
  ['asha@pm.me', 'asha@proton.me'],
  ['asha.rao@me.com', 'asha.rao@icloud.com'],
  ['asha.rao@outlook.com', 'asha.rao@outlook.com'],
])('§15.31 the mailbox of %s is %s', async (address, person) => {
  expect(await one('select private.person_of_address($1)', [address])).toBe(person);
});

test.each(Object.entries(askings))(
  'A34 A35 §15.29 §18.81 strangers can trigger at most five emails for %s to a mailbox, however they spell the address, and the mailbox’s owner can still request five',
  async (_, askFor) => {
    const victim = newAddress();
    const { id: owner } = await newMember({ email: victim });
    const spelled = variants(victim);
    const strangers = await untilRefused(
      async (count) => askFor((await newMember()).id, spelled(count)),
      8,
    );
    expect(strangers).toBe(5);
    await expectRefusal((async () => askFor((await newMember()).id, victim))(), 'too_many_today');
    expect(await untilRefused(() => ask(owner, victim), 8)).toBe(5);
  },
);

test.each(Object.entries(askings))(
  'A34 §15.29 strangers cannot use up a verified member’s first link of the day for %s',
  async (_, askFor) => {
    const wanted = newAddress();
    const { id } = await newMember({ proven: true });
    await untilRefused(async (count) => askFor((await newMember()).id, variants(wanted)(count)), 8);
    await askFor(id, wanted);
    await expectRefusal(askFor(id, wanted), 'too_many_today');
  },
);

test('§15.29 strangers cannot use up a member’s allowance of links to an address that the member has verified', async () => {
  const [first, other] = [newAddress(), newAddress()];
  const { id } = await newMember({ email: first });
  await proveAddress(id, other);
  await untilRefused(async (count) => askChange((await newMember()).id, variants(other)(count)), 8);
  await askChange(id, other);
});

test('A34 §18.14 strangers’ messages with a member’s address do not block the member, whose messages are counted by account', async () => {
  const { id: member, email } = await newMember();
  expect(await untilRefused((count) => newMessage({ email: variants(email)(count) }), 8)).toBe(3);
  await expectRefusal(newMessage({ email }), 'too_many_messages');
  expect(await untilRefused(() => newMessage({ email, member }), 8)).toBe(3);
});

test('§18.14 members who write from an address that is not theirs share its limit of three messages a day', async () => {
  const victim = newAddress();
  for (let count = 0; count < 3; count += 1) {
    await newMessage({ email: victim, member: (await newMember()).id });
  }
  await expectRefusal(
    newMessage({ email: victim, member: (await newMember()).id }),
    'too_many_messages',
  );
});

test('A35 §18.52 a network without members can send ten messages an hour, and a network with members sixty', async () => {
  const caller = 'c'.repeat(64);
  expect(await untilRefused(() => newMessage({ caller }), 20)).toBe(10);
  const member = async () => newMessage({ caller, member: (await newMember()).id });
  expect(await untilRefused(member, 60)).toBe(50);
});

test('§11.63 the same blocked load counts once a day for each caller, and different loads count thirty times an hour', async () => {
  const report = (source: string, caller: string) =>
    query('select public.count_blocked_loads($1, $2)', [
      [{ page: '/buy', directive: 'img-src', source }],
      caller.repeat(64),
    ]);
  const callersOf = (source: string) =>
    one('select sum(callers)::integer from private.blocked_loads where source like $1', [source]);
  for (const caller of ['a', 'a', 'b']) await report('https://slow.example', caller);
  expect(await callersOf('https://slow.example')).toBe(2);
  for (let nth = 0; nth < 40; nth += 1) await report(`https://${nth}.flood`, 'c');
  expect(await callersOf('%.flood')).toBe(30);
});

test('§11.63 after a thousand kinds of blocked load, new kinds are counted together, and known kinds as before', async () => {
  await query('delete from private.blocked_loads');
  await query(`insert into private.blocked_loads (day, page, directive, source, callers)
    select private.india_day(now()), '/buy', 'img-src', 'https://' || n || '.full', 1
    from generate_series(1, 1000) as n`);
  // 30 callers, whose browsers each report ten kinds of load.
  for (let callers = 0; callers < 30; callers += 1) {
    const report = [
      { source: 'https://1.full' },
      { source: 'https://pay.provider', own: 'https://*.provider' },
      ...Array.from({ length: 8 }, (_, nth) => ({ source: `https://${callers}-${nth}.new` })),
    ];
    await query('select public.count_blocked_loads($1, $2)', [
      report.map((load) => ({ page: '/buy', directive: 'img-src', ...load })),
      String(callers).padStart(64, 'd'),
    ]);
  }
  expect(
    await query(
      'select source, callers from operations.blocked_loads where callers > 1 order by 1',
    ),
  ).toEqual([
    { source: 'https://*.provider', callers: 30 },
    { source: 'https://1.full', callers: 31 },
    { source: 'other', callers: 30 },
  ]);
});

test('A35 §18.89 visitors are sent at most 200 confirmation emails a day in all, and every message is kept', async () => {
  await query('delete from private.call_counts');
  const numbers = await query(
    `select public.send_message(gen_random_uuid(), 'question', 'Asha', 'v' || n || '@example.com',
      'Hello') ->> 'number' as number
    from generate_series(1, 203) as n`,
  );
  const mails = (kind: string) =>
    one<number>(
      `select count(*)::integer from private.outbox
      where kind = $1 and payload ->> 'message' = any ($2)`,
      [kind, numbers.map(({ number }) => number)],
    );
  expect([await mails('message_for_support'), await mails('message_received')]).toEqual([203, 200]);
  const number = await newMessage({ member: (await newMember()).id });
  expect(
    await one(`select count(*)::integer from private.outbox where dedupe_key = $1`, [
      `message_received ${number}`,
    ]),
  ).toBe(1);
});

test('A35 §15.48 requests made late in the day still count in the first hours of the next day', async () => {
  const { id } = await newMember();
  const tries = () => untilRefused(() => ask(id, newAddress()), 8);
  expect(await tries()).toBe(5);
  await pass(22);
  expect(await tries(), 'requests before midnight still count').toBe(0);
  await pass(2);
  expect(await tries()).toBe(5);
});
