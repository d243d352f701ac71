import { createHmac, randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import * as v from 'valibot';
import { freeInterviewReply } from '../../src/domain/packs/free-interview.ts';
import { newPhone } from '../samples/people.ts';
import { bookings, sql } from './samples.ts';
import { bearer, elsewhere, expectRefusal, loadFunctions, newMember, siteUrl } from './support.ts';

const { freeInterview } = await loadFunctions();

function ask(token?: string, headers: Record<string, string> = {}) {
  return freeInterview({ method: 'POST', headers: { ...bearer(token), ...headers } });
}

async function newStudent(phone = newPhone(), email?: string) {
  const member = await newMember(email);
  await bookings.proveAddress(member.id);
  await sql('update public.profiles set phonenumber = $2 where id = $1', member.id, phone);
  return member;
}

/** The stored hashes of a member’s free interview. */
const grantsOf = (member: string) =>
  sql('select address_hash, phone_hash from private.free_grants where member_id = $1', member);

async function given(reply: Response) {
  return v.parse(freeInterviewReply, await reply.json()).free;
}

test('§15.31 a member with a verified address and a phone number gets a free interview, and only once', async () => {
  const { token, id } = await newStudent();
  const first = await given(await ask(token));
  expect(first.state).toBe('granted');
  expect(Date.parse(first.book_until ?? '') - Date.now()).toBeGreaterThan(59 * 24 * 3_600_000);
  expect(await given(await ask(token))).toEqual(first);
  expect(await grantsOf(id)).toHaveLength(1);
});

test('§15.31 only keyed hashes are stored, so no one without the secret can identify the person', async () => {
  const phone = newPhone();
  const { token, id } = await newStudent(phone);
  await ask(token);
  const [kept] = await grantsOf(id);
  expect(Object.values(kept ?? {})).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  const { freeInterviewSecret } = inject('stack').keys;
  const known = createHmac('sha256', freeInterviewSecret).update(`free interview phone ${phone}`);
  expect(kept?.['phone_hash'], 'the hashes of earlier grants still match').toBe(
    known.digest('hex'),
  );

  const other = await loadFunctions({ FREE_INTERVIEW_SECRET: 'another secret of 32 characters.' });
  const again = await newStudent(phone);
  const reply = await other.freeInterview({ method: 'POST', headers: bearer(again.token) });
  expect(reply.status, 'another key gives other hashes, so the key must never change').toBe(200);
});

test('§15.31 a phone number gets only one free interview, even if it is written differently', async () => {
  const phone = newPhone();
  await ask((await newStudent(phone)).token);
  const again = await newStudent(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`);
  expect((await given(await ask(again.token))).state).toBe('had_phone');
  expect(await grantsOf(again.id)).toEqual([]);
});

test('§15.31 one mailbox gets only one free interview, with or without a tag or dots in its address', async () => {
  const name = randomUUID();
  await ask((await newStudent(newPhone(), `${name}@gmail.com`)).token);
  for (const spelling of [`${name}+mba@gmail.com`, `${name.replace(/^./, '$&.')}@googlemail.com`]) {
    const again = await newStudent(newPhone(), spelling);
    expect((await given(await ask(again.token))).state).toBe('had_address');
    expect(await grantsOf(again.id)).toEqual([]);
  }
});

test('A36 §15.82 ten addresses at a catch-all domain get a free interview, and the rest wait for our team', async () => {
  const domain = `d${randomUUID().slice(0, 8)}.co.in`;
  const askAt = async (place: string) => {
    const { id, token } = await newStudent(newPhone(), `me@${place}.${domain}`);
    return { id, ...(await given(await ask(token))) };
  };
  const first = await askAt('x');
  expect(first.state).toBe('granted');
  const hash = "encode(private.token_hash(gen_random_uuid()::text), 'hex')";
  await sql(
    `insert into private.free_grants (address_hash, phone_hash, domain_hash, granted_at)
    select ${hash}, ${hash}, domain_hash, now() - interval '2 days'
    from private.free_grants, generate_series(1, 9) where member_id = $1`,
    first.id,
  );
  expect((await askAt('y')).state).toBe('waiting');
});

test('§15.30 a member with an unverified address is refused before any other check', async () => {
  const { token, id } = await newMember();
  await expectRefusal(ask(token), 403, 'address_not_proven');
  await bookings.proveAddress(id);
  await expectRefusal(ask(token), 403, 'phone_missing');
});

test('§15.64 a member with a landline or a foreign number is told that an Indian mobile number is needed', async () => {
  for (const phone of ['022 2345 6789', '+44 20 7946 0958']) {
    const { token } = await newStudent(phone);
    await expectRefusal(ask(token), 403, 'phone_missing');
  }
});

test('§11.52 a request from a visitor, a login that has ended or another site’s page is refused', async () => {
  await expectRefusal(ask(), 401, 'session_expired');
  await expectRefusal(ask('a.b.c'), 401, 'session_expired');
  const { token, logOut } = await newStudent();
  await expectRefusal(ask(token, elsewhere), 403, 'forbidden_origin');
  expect((await ask(token, { origin: siteUrl })).status).toBe(200);
  await logOut();
  await expectRefusal(ask(token), 401, 'session_expired');
});
