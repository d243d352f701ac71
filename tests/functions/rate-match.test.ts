import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { loanRefusals } from '../../src/domain/refusals/loans.ts';
import { rateMatchPath, rateMatchReply } from '../../src/domain/loans/rate-match-api.ts';
import { sessionFilePath } from '../../src/domain/bookings/session-file-api.ts';
import { fileRefusals, largestFile } from '../../src/domain/files/member-files.ts';
import { chooseOffer, joinGroup, loanMails, loanOf, newOffer, nextYear, sql } from './borrowers.ts';
import { callAs, limitBucket, newBooking, proveAddress, rowsOf } from './sessions.ts';
import { captureLog, expectRefusal, loadFunctions, newMember, service } from './support.ts';

const { rateMatch, sessionFile } = await loadFunctions();

const pdf = (size = 64) => {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode('%PDF-1.7'));
  return bytes;
};
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 2);

const validUntil = `${nextYear}-01-31`;
const offer = { lender: 'City Bank of Pune', rate: '9.4', charges: '500000', validUntil };

type Token = { token?: string };

const authorization = ({ token }: Token): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

function send(
  member: Token,
  body: Uint8Array<ArrayBuffer> = pdf(),
  query: Record<string, string> = offer,
  headers: Record<string, string> = {},
) {
  return rateMatch(`${rateMatchPath}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: {
      ...authorization(member),
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body,
  });
}

const download = (member: Token, file: string) =>
  rateMatch(`${rateMatchPath}?${new URLSearchParams({ file })}`, {
    headers: authorization(member),
  });

async function sent(reply: Response): Promise<string> {
  return v.parse(rateMatchReply, await reply.json()).match;
}

async function newBorrower() {
  const member = await newMember();
  await joinGroup(member, nextYear);
  return member;
}

const stored = async (member: string) =>
  (await service.storage.from('files').list(member)).data?.map(({ name }) =>
    // The local storage names files with their folder.
    name.split('/').at(-1),
  ) ?? [];

test('§16.27 keeps a better offer with the written one, under a name of our own', async () => {
  for (const [bytes, type, ending] of [
    [pdf(), 'application/pdf', 'pdf'],
    [png, 'image/png', 'png'],
    [jpeg, 'image/jpeg', 'jpg'],
  ] as const) {
    const member = await newBorrower();
    const id = await sent(await send(member, bytes));
    const [match] = (await loanOf(member)).rate_matches;
    expect(match).toMatchObject({
      id,
      lender: offer.lender,
      rate: 9.4,
      charges: 500_000,
      valid_until: validUntil,
      state: 'sent',
      file: { type, size: bytes.byteLength },
    });
    expect(await stored(member.id)).toEqual([
      expect.stringMatching(new RegExp(`^[0-9a-f]{32}\\.${ending}$`)),
    ]);
    const read = await download(member, match?.file?.id ?? '');
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="offer.${ending}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
    expect(await loanMails(member)).toEqual(['loan_joined', 'rate_match_sent']);
  }
});

test('§18.10 takes 4 MB and refuses one byte more, with the sentence of the page', async () => {
  captureLog();
  const member = await newBorrower();
  const refused = await send(member, pdf(largestFile + 1));
  expect(await refused.clone().text()).toContain(fileRefusals.tooLarge);
  await expectRefusal(refused, 413, 'payload_too_large');
  expect(await rowsOf(member.id)).toEqual([]);
  expect((await send(member, pdf(largestFile))).status).toBe(200);
});

test.each([
  ['a web page', '<html><script>'],
  ['a Word file', 'PK\u0003\u0004'],
  ['nothing', ''],
])('§18.10 refuses %s, and keeps nothing of the offer', async (_, content) => {
  captureLog();
  const member = await newBorrower();
  const refused = await send(member, new TextEncoder().encode(content));
  expect(await refused.clone().text()).toContain(fileRefusals.wrongType);
  await expectRefusal(refused, 400, 'invalid_file');
  expect((await loanOf(member)).rate_matches).toEqual([]);
  expect(await stored(member.id)).toEqual([]);
});

test('§11.56 who is in no group, or waits for an answer, is refused with a sentence', async () => {
  captureLog();
  const outsider = await newMember();
  const alone = await send(outsider);
  expect(await alone.clone().text()).toContain(loanRefusals.not_in_group.says);
  await expectRefusal(alone, 409, 'not_in_group');
  const member = await newBorrower();
  await sql('delete from private.proven_addresses where user_id = $1', member.id);
  const unproven = await send(member);
  expect(await unproven.clone().text()).toContain(loanRefusals.address_not_proven.says);
  await expectRefusal(unproven, 403, 'address_not_proven');
  await proveAddress(member.id);
  await sent(await send(member));
  const second = await send(member, png);
  expect(await second.clone().text()).toContain(loanRefusals.too_many_matches.says);
  await expectRefusal(second, 409, 'too_many_matches');
  expect(await stored(member.id), 'nothing is left of the second').toHaveLength(1);
  expect(await stored(outsider.id)).toEqual([]);
});

test('§11.56 a loan that was paid out is matched no more', async () => {
  captureLog();
  const member = await newBorrower();
  const offered = await newOffer(nextYear);
  await loanOf(member);
  const choice = await chooseOffer(member, offered);
  for (const step of ['send_to_lender', 'sanction', 'disburse']) {
    await sql(`select operations.${step}($1)`, choice);
  }
  const refused = await send(member);
  expect(await refused.clone().text()).toContain(loanRefusals.loan_was_paid_out.says);
  await expectRefusal(refused, 409, 'loan_was_paid_out');
  expect(await stored(member.id)).toEqual([]);
});

test('§11.56 an offer whose last day is over is refused', async () => {
  captureLog();
  const member = await newBorrower();
  const refused = await send(member, pdf(), { ...offer, validUntil: '2026-01-31' });
  expect(await refused.clone().text()).toContain(loanRefusals.match_not_valid.says);
  await expectRefusal(refused, 400, 'match_not_valid');
  expect(await rowsOf(member.id)).toEqual([]);
});

test('§11.56 refuses a query that is not whole, a body of a form, and who is not logged in', async () => {
  captureLog();
  const member = await newBorrower();
  for (const change of [
    { lender: ' ' },
    { rate: '9,4' },
    { rate: '31' },
    { rate: '-1' },
    { charges: '1.5' },
    { charges: '1000000001' },
    { validUntil: 'soon' },
  ]) {
    await expectRefusal(await send(member, pdf(), { ...offer, ...change }), 400, 'invalid_request');
  }
  const form = { 'content-type': 'multipart/form-data' };
  await expectRefusal(await send(member, pdf(), offer, form), 415, 'unsupported_media_type');
  await expectRefusal(await send({}), 401, 'session_expired');
  await expectRefusal(await download(member, '1'), 400, 'invalid_request');
  await expectRefusal(await download({}, randomUUID()), 401, 'session_expired');
  expect((await loanOf(member)).rate_matches).toEqual([]);
});

test('§11.30 a page of another site sends and reads nothing', async () => {
  captureLog();
  const member = await newBorrower();
  const elsewhere = { origin: 'https://evil.example' };
  await expectRefusal(await send(member, pdf(), offer, elsewhere), 403, 'forbidden_origin');
  expect((await loanOf(member)).rate_matches).toEqual([]);
});

test('§18.11 nobody but the member reads a written offer, and nobody learns what there is', async () => {
  captureLog();
  const member = await newBorrower();
  await sent(await send(member));
  const file = (await loanOf(member)).rate_matches[0]?.file?.id ?? '';
  const stranger = await newBorrower();
  await expectRefusal(await download(stranger, file), 404, 'no_such_file');
  await expectRefusal(await download(stranger, randomUUID()), 404, 'no_such_file');
  expect((await download(member, file)).status).toBe(200);
});

test('files of sessions and of rate matches are not reached through each other’s calls', async () => {
  captureLog();
  const member = await newBorrower();
  await sent(await send(member));
  const file = (await loanOf(member)).rate_matches[0]?.file?.id ?? '';
  for (const method of ['GET', 'DELETE']) {
    const reply = await sessionFile(`${sessionFilePath}?${new URLSearchParams({ file })}`, {
      method,
      headers: authorization(member),
    });
    await expectRefusal(reply, 404, 'no_such_file');
  }
  const booking = await newBooking(member);
  const added = await sessionFile(
    `${sessionFilePath}?${new URLSearchParams({ booking, purpose: 'cv' })}`,
    {
      method: 'POST',
      headers: { ...authorization(member), 'content-type': 'application/octet-stream' },
      body: pdf(),
    },
  );
  const cv = v.parse(v.object({ file: v.object({ id: v.string() }) }), await added.json()).file.id;
  await expectRefusal(await download(member, cv), 404, 'no_such_file');
  expect(await stored(member.id)).toHaveLength(2);
});

test('a written offer that the storage service refuses leaves nothing behind', async () => {
  captureLog();
  const member = await newBorrower();
  await limitBucket(1);
  try {
    await expectRefusal(await send(member), 503, 'database_unavailable');
  } finally {
    await limitBucket(largestFile);
  }
  expect(await rowsOf(member.id)).toEqual([]);
  expect((await loanOf(member)).rate_matches).toEqual([]);
  await sent(await send(member));
});

test('§18.18 files of rate matches count among the ten a day', async () => {
  captureLog();
  const member = await newBorrower();
  for (let upload = 0; upload < 10; upload += 1) {
    const match = await sent(await send(member, png));
    await callAs(member, 'take_rate_match_back', { p_match: match });
  }
  const refused = await send(member, png);
  expect(await refused.clone().text()).toContain(loanRefusals.too_many_uploads.says);
  await expectRefusal(refused, 429, 'too_many_uploads');
  const open = await sql(
    "select id from private.rate_matches where member_id = $1 and state = 'sent'",
    member.id,
  );
  expect(open).toEqual([]);
});
