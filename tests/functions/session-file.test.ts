import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { fileReply, sessionFilePath } from '../../src/domain/bookings/session-file-api.ts';
import { fileRefusals, largestFile } from '../../src/domain/files/member-files.ts';
import { bookingRefusals } from '../../src/domain/refusals/bookings.ts';
import { cancelBooking, limitBucket, newBooking, rowsOf } from './sessions.ts';
import { captureLog, expectRefusal, loadFunctions, newMember, service } from './support.ts';

const { sessionFile } = await loadFunctions();

const pdf = (size = 64) => {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode('%PDF-1.7'));
  return bytes;
};
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 2);

type Token = { token?: string };

function send(
  { token }: Token,
  query: Record<string, string>,
  {
    method,
    body,
    type = 'application/octet-stream',
  }: {
    method: 'GET' | 'POST' | 'DELETE';
    body?: Uint8Array<ArrayBuffer>;
    type?: string;
  },
) {
  return sessionFile(`${sessionFilePath}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': type }),
    },
    ...(body && { body }),
  });
}

const add = (member: Token, booking: string, body: Uint8Array<ArrayBuffer>, purpose = 'cv') =>
  send(member, { booking, purpose }, { method: 'POST', body });

async function added(reply: Response) {
  return v.parse(fileReply, await reply.json()).file;
}

/** A member with a session to come. */
async function newGuest() {
  const member = await newMember();
  return { ...member, booking: await newBooking(member) };
}

const stored = async (member: string) =>
  // The local storage names files with their folder.
  (await service.storage.from('files').list(member)).data?.map(({ name }) =>
    name.split('/').at(-1),
  ) ?? [];

test('§18.10 keeps a file under a name of our own and with the type its bytes tell', async () => {
  const member = await newGuest();
  for (const [bytes, type, name] of [
    [pdf(), 'application/pdf', 'cv.pdf'],
    [png, 'image/png', 'cv.png'],
    [jpeg, 'image/jpeg', 'cv.jpg'],
  ] as const) {
    const file = await added(await add(member, member.booking, bytes));
    expect(file).toMatchObject({ purpose: 'cv', size: bytes.byteLength, type });
    const read = await send(member, { file: file.id }, { method: 'GET' });
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
  }
  for (const name of await stored(member.id)) {
    expect(name).toMatch(/^[0-9a-f]{32}\.(pdf|png|jpg)$/);
  }
});

test('§18.10 takes 4 MB and refuses one byte more, with a sentence', async () => {
  captureLog();
  const member = await newGuest();
  expect((await add(member, member.booking, pdf(largestFile))).status).toBe(200);
  const refused = await add(member, member.booking, pdf(largestFile + 1));
  expect(await refused.clone().text()).toContain(fileRefusals.tooLarge);
  await expectRefusal(refused, 413, 'payload_too_large');
  expect(await stored(member.id)).toHaveLength(1);
});

test.each([
  ['a web page', '<html><script>'],
  ['a Word file', 'PK\u0003\u0004'],
  ['nothing', ''],
])('§18.10 refuses %s, whatever it is called', async (_, content) => {
  captureLog();
  const member = await newGuest();
  const bytes = new TextEncoder().encode(content);
  const refused = await add(member, member.booking, bytes);
  expect(await refused.clone().text()).toContain(fileRefusals.wrongType);
  await expectRefusal(refused, 400, 'invalid_file');
  expect(await stored(member.id)).toEqual([]);
});

test('§15.23 a session takes three files, and another one once one was deleted', async () => {
  captureLog();
  const member = await newGuest();
  const [first] = [
    await added(await add(member, member.booking, pdf(), 'cv')),
    await added(await add(member, member.booking, pdf(), 'form')),
    await added(await add(member, member.booking, png, 'essay')),
  ];
  await expectRefusal(await add(member, member.booking, png), 409, 'too_many_files');
  expect(await stored(member.id), 'nothing is left of the fourth').toHaveLength(3);

  const query = { file: first.id };
  expect((await send(member, query, { method: 'DELETE' })).status).toBe(200);
  expect(await stored(member.id)).toHaveLength(2);
  await expectRefusal(await send(member, query, { method: 'GET' }), 404, 'no_such_file');
  await expectRefusal(await send(member, query, { method: 'DELETE' }), 404, 'no_such_file');
  expect((await add(member, member.booking, png)).status).toBe(200);
});

test('§18.18 a member adds ten files a day, deleted ones among them', async () => {
  captureLog();
  const member = await newGuest();
  for (let upload = 0; upload < 10; upload += 1) {
    const file = await added(await add(member, member.booking, png));
    await send(member, { file: file.id }, { method: 'DELETE' });
  }
  const refused = await add(member, member.booking, png);
  expect(await refused.clone().text()).toContain(bookingRefusals.too_many_uploads.says);
  await expectRefusal(refused, 429, 'too_many_uploads');
  expect(await rowsOf(member.id)).toEqual([]);
  expect(await stored(member.id)).toEqual([]);
  const other = await newGuest();
  expect((await add(other, other.booking, png)).status).toBe(200);
});

test('§18.11 nobody but the member reads, adds or deletes, and nobody learns what there is', async () => {
  captureLog();
  const member = await newGuest();
  const file = { file: (await added(await add(member, member.booking, pdf()))).id };
  const stranger = await newMember();
  for (const method of ['GET', 'DELETE'] as const) {
    await expectRefusal(await send(stranger, file, { method }), 404, 'no_such_file');
    await expectRefusal(await send({}, file, { method }), 401, 'session_expired');
  }
  await expectRefusal(await add(stranger, member.booking, pdf()), 404, 'no_such_booking');
  await expectRefusal(await add({}, member.booking, pdf()), 401, 'session_expired');
  expect((await send(member, file, { method: 'GET' })).status).toBe(200);
  expect(await stored(stranger.id)).toEqual([]);
});

test('§15.23 a session that was cancelled takes no file, and its files can still be deleted', async () => {
  captureLog();
  const member = await newGuest();
  const file = { file: (await added(await add(member, member.booking, pdf()))).id };
  await cancelBooking(member, member.booking);
  await expectRefusal(await add(member, member.booking, pdf()), 404, 'no_such_booking');
  expect((await send(member, file, { method: 'DELETE' })).status).toBe(200);
});

test('§11.53 refuses a query that is not whole and a body of a form', async () => {
  captureLog();
  const member = await newGuest();
  const post = { method: 'POST', body: pdf() } as const;
  for (const query of [
    {},
    { booking: member.booking },
    { booking: 'x', purpose: 'cv' },
    { booking: member.booking, purpose: 'photo' },
  ] as Record<string, string>[]) {
    await expectRefusal(await send(member, query, post), 400, 'invalid_request');
  }
  await expectRefusal(await send(member, { file: '1' }, { method: 'GET' }), 400, 'invalid_request');
  const form = { ...post, type: 'multipart/form-data' };
  const query = { booking: member.booking, purpose: 'cv' };
  await expectRefusal(await send(member, query, form), 415, 'unsupported_media_type');
  const unknown = { booking: randomUUID(), purpose: 'cv' };
  await expectRefusal(await send(member, unknown, post), 404, 'no_such_booking');
});

test('§11.30 a page of another site adds, reads and deletes nothing', async () => {
  captureLog();
  const member = await newGuest();
  const { id } = await added(await add(member, member.booking, pdf()));
  const headers = {
    authorization: `Bearer ${member.token}`,
    'content-type': 'application/octet-stream',
    origin: 'https://evil.example',
  };
  const adding = new URLSearchParams({ booking: member.booking, purpose: 'cv' });
  const requests = [
    [adding, { method: 'POST', body: pdf() }],
    [new URLSearchParams({ file: id }), { method: 'GET' }],
    [new URLSearchParams({ file: id }), { method: 'DELETE' }],
  ] as const;
  for (const [query, request] of requests) {
    const refused = await sessionFile(`${sessionFilePath}?${query}`, { ...request, headers });
    await expectRefusal(refused, 403, 'forbidden_origin');
  }
  expect(await stored(member.id)).toHaveLength(1);
});

test('a file that the storage service refuses leaves no row behind', async () => {
  captureLog();
  const member = await newGuest();
  await limitBucket(1);
  try {
    const refused = await add(member, member.booking, pdf());
    await expectRefusal(refused, 503, 'database_unavailable');
  } finally {
    await limitBucket(largestFile);
  }
  expect(await rowsOf(member.id)).toEqual([]);
  expect((await add(member, member.booking, pdf())).status).toBe(200);
  expect(await rowsOf(member.id)).toHaveLength(1);
});
