import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { closingRefusals } from '../../src/domain/refusals/closing.ts';
import { exportRefusals } from '../../src/domain/refusals/export.ts';
import { aboutExport } from '../../src/domain/personal-data/export-words.ts';
import { here, newBooking, sql } from './samples.ts';
import { intercept } from './servers.ts';
import { objectsOf, pdf, png, postFile, type Token } from './files.ts';
import {
  bearer,
  elsewhere,
  expectRefusal,
  expectRule,
  jsonRequest,
  loadFunctions,
  newMember,
  siteUrl,
  service,
  log,
} from './support.ts';

const { closeAccount, memberData, file } = await loadFunctions();

const password = 'a long password';

function close({ token }: Token, body: unknown, headers: Record<string, string> = {}) {
  return closeAccount(jsonRequest(body, { ...bearer(token), ...headers }));
}

const right = { password, word: 'CLOSE' };

const accounts = async (id: string) => sql('select id from auth.users where id = $1', id);

/** A member with an upcoming session and a file for it. */
async function newGuest() {
  const member = await newMember();
  const booking = await newBooking(member.id);
  const bytes = new TextEncoder().encode('%PDF-1.7 and more');
  const added = await postFile(file, member, 'session', { booking, purpose: 'cv' }, bytes);
  expect(added.status).toBe(200);
  return { ...member, booking };
}

test('§22.30 the desk’s last owner cannot close the account, and keeps its files', async () => {
  const owner = await newGuest();
  await sql(
    "insert into private.operators (user_id, name, level) values ($1, 'Meena', 'owner')",
    owner.id,
  );
  await expectRule(close(owner, right), closingRefusals, 'last_owner');
  expect(await objectsOf(owner.id)).toHaveLength(1);
  await sql('delete from private.operators where user_id = $1', owner.id);
  expect((await close(owner, right)).status).toBe(200);
});

test('§18.32 §18.33 closing an account erases its files, cancels its sessions and tells the mentor', async () => {
  const member = await newGuest();
  expect(await objectsOf(member.id)).toHaveLength(1);
  const reply = await close(member, right);
  expect([reply.status, await reply.json()]).toEqual([200, { success: true }]);
  expect(await accounts(member.id)).toEqual([]);
  expect(await objectsOf(member.id)).toEqual([]);
  const [booking] = await sql(
    'select state, reason, member_id from private.bookings where id = $1',
    member.booking,
  );
  expect(booking).toEqual({ state: 'called_off', reason: 'account_closed', member_id: null });
  const told = await sql(
    `select kind from private.outbox where payload ->> 'slot' =
      (select slot_id::text from private.bookings where id = $1) and payload is not null`,
    member.booking,
  );
  expect(told).toContainEqual({ kind: 'mentor_cancelled' });
  expect(log.join('\n')).not.toContain(member.email);
  await expectRefusal(close(member, right), 401, 'session_expired');
});

test('§18.34 a wrong password does not close the account, and the eleventh attempt within an hour is refused', async () => {
  const member = await newMember();
  const wrong = { ...right, password: 'wrong' };
  await expectRule(close(member, wrong), closingRefusals, 'wrong_password');
  for (let tries = 0; tries < 9; tries += 1) {
    await service.rpc('may_try_password', { p_user_id: member.id }).throwOnError();
  }
  await expectRefusal(close(member, right), 429, 'too_many_requests');
  expect(await accounts(member.id)).toHaveLength(1);
});

test('§18.34 another account’s password does not close the account', async () => {
  const [member, other] = [await newMember(), await newMember()];
  const body = JSON.stringify({ email: other.email, password });
  intercept('/auth/v1/token', (send, init) => send({ ...init, body }));
  await expectRefusal(close(member, right), 403, 'wrong_password');
  expect(await accounts(member.id)).toHaveLength(1);
});

test('§18.34 an account service that does not answer is not reported as a wrong password', async () => {
  const member = await newMember();
  intercept('/auth/v1/token', () => new Response('{}', { status: 503 }));
  await expectRefusal(close(member, right), 503, 'database_unavailable');
  expect(await accounts(member.id)).toHaveLength(1);
});

test('§18.32 §11.60 closing an account needs the word CLOSE, a login and a request from this site', async () => {
  const member = await newMember();
  const long = { ...right, word: 'x'.repeat(9000) };
  await expectRefusal(close(member, long), 413, 'payload_too_large');
  for (const body of [{ password }, { password, word: 'close' }, { word: 'CLOSE' }]) {
    await expectRefusal(close(member, body), 400, 'invalid_request');
  }
  await expectRefusal(close({}, right), 401, 'session_expired');
  await expectRefusal(close(member, right, elsewhere), 403, 'forbidden_origin');
  const form = { 'content-type': 'text/plain' };
  await expectRefusal(close(member, right, form), 415, 'unsupported_media_type');
  expect(await accounts(member.id)).toHaveLength(1);
});

test('§18.34 if closing an account is interrupted, it continues where it stopped', async () => {
  const member = await newGuest();
  const broken = intercept('/rpc/erase_account', () => {
    throw new TypeError('fetch failed');
  });
  await expectRefusal(close(member, right), 503, 'database_unavailable');
  broken.mockRestore();
  expect(await objectsOf(member.id), 'the files are deleted first').toEqual([]);
  expect(await accounts(member.id), 'the account still exists').toHaveLength(1);
  expect(
    await sql('select id from auth.sessions where user_id = $1', member.id),
    'checking the password leaves no extra login',
  ).toHaveLength(1);
  expect((await close(member, right)).status).toBe(200);
  expect(await accounts(member.id)).toEqual([]);
});

test.for([
  ['files', 'late.pdf', pdf(), 'application/pdf'],
  ['profileimages', 'late.png', png, 'image/png'],
] as const)(
  '§18.33 anything that arrives in %s while the account is being closed is erased too',
  async ([bucket, name, bytes, contentType]) => {
    const member = await newMember();
    let late = 0;
    const busy = intercept('/rpc/erase_account', async (send, init) => {
      if (late++ === 0) {
        const { error } = await service.storage
          .from(bucket)
          .upload(`${member.id}/${name}`, bytes.slice().buffer, { contentType });
        expect(error).toBeNull();
      }
      return send(init);
    });
    const reply = await close(member, right);
    busy.mockRestore();
    expect(reply.status).toBe(200);
    expect(late).toBeGreaterThan(0);
    const { data: left } = await service.storage.from(bucket).list(member.id);
    expect(left).toEqual([]);
    expect(await accounts(member.id)).toEqual([]);
  },
);

const keptFile = v.object({ id: v.string(), size: v.number(), download: v.string() });
const exported = v.looseObject({
  about: v.record(v.string(), v.string()),
  profile: v.looseObject({ id: v.string(), email: v.string() }),
  files: v.array(keptFile),
  sessions: v.looseObject({ bookings: v.array(v.looseObject({ id: v.string() })) }),
  devices: v.array(v.looseObject({})),
});

function download({ token }: Token, headers: Record<string, string> = {}) {
  return memberData({ headers: { ...bearer(token), ...headers } });
}

test('§18.40 §18.41 a member’s data comes as one file that explains its parts, and each file can be downloaded', async () => {
  const member = await newGuest();
  const reply = await download(member);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'application/json',
    'content-disposition': 'attachment; filename="admitcircle-data.json"',
    'cache-control': 'no-store',
  });
  const text = await reply.text();
  const data = v.parse(v.pipe(v.string(), v.parseJson(), exported), text);
  expect(data.profile).toMatchObject({ id: member.id, email: member.email });
  expect(data.sessions.bookings).toMatchObject([{ id: member.booking }]);
  expect(data.devices).toHaveLength(1);
  expect(data.about).toEqual(aboutExport);
  const explained = Object.keys(aboutExport).filter((key) => key !== 'file');
  const { about: _about, madeAt: _madeAt, ...parts } = data;
  expect(Object.keys(parts).toSorted()).toEqual(explained.toSorted());
  const [kept] = data.files;
  expect(kept?.size).toBe(17);
  const { search } = new URL(kept?.download ?? '', siteUrl);
  const fetched = await file({ headers: bearer(member.token) }, search);
  expect(await fetched.text()).toBe('%PDF-1.7 and more');
  expect(text).not.toContain('encrypted_password');
  expect(text, 'the export does not contain file paths').not.toContain(`${member.id}/`);
});

test('§18.42 §11.61 a request for a member’s data is refused without a login or from another site, and the reply contains no other member’s data', async () => {
  const member = await newMember();
  const other = await newGuest();
  await here.call(other.id, 'ask_email_change', { p_address: `${randomUUID()}@example.com` });
  await expectRefusal(download({}), 401, 'session_expired');
  await expectRefusal(download(member, elsewhere), 403, 'forbidden_origin');
  const text = await (await download(member)).text();
  for (const foreign of [other.id, other.email, other.booking]) expect(text).not.toContain(foreign);
});

test('§18.90 a member can download their data ten times a day', async () => {
  const member = await newMember();
  const replies = await Promise.all(Array.from({ length: 12 }, () => download(member)));
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  await expectRule(download(member), exportRefusals, 'too_many_requests');
});
