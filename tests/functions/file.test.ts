/** Members’ files: for sessions, rate matches and refunds (docs/product §18.10 to §18.18). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, inject, test } from 'vitest';
import {
  fileRefusals,
  largestFile,
  newFileReply,
  type FileKind,
} from '../../src/domain/files/member-files.ts';
import { unreadableFile } from '../../src/domain/files/file-types.ts';
import { loanRefusals } from '../../src/domain/refusals/loans.ts';
import { buy, holdInterview, offerOf } from './buyers.ts';
import {
  callFile,
  expectNothingKept,
  jpeg,
  objectsOf,
  pdf,
  png,
  postFile,
  type FileRequest,
  type Token,
} from './files.ts';
import { joinGroup, loans, newBooking, nextYear, rowsOf, sql } from './samples.ts';
import { faultyProxy, intercept } from './servers.ts';
import {
  bearer,
  elsewhere,
  expectRefusal,
  expectRule,
  loadFunctions,
  type Member,
  newMember,
} from './support.ts';

const functions = await loadFunctions();

const limitBucket = (bytes: number) =>
  sql("update storage.buckets set file_size_limit = $1 where id = 'files'", bytes);

const expectInvalid = (reply: Promise<Response>) => expectRefusal(reply, 400, 'invalid_request');
const expectUnknown = (reply: Promise<Response>, code = 'no_such_file') =>
  expectRefusal(reply, 404, code);

/** A member who may add a file, with what the file belongs to. */
type Owner = Member & { texts: Record<string, string> };

const validUntil = `${nextYear}-01-31`;
const offer = { lender: 'City Bank of Pune', rate: '9.4', charges: '500000', validUntil };

async function newGuest(): Promise<Owner> {
  const member = await newMember();
  return { ...member, texts: { booking: await newBooking(member.id), purpose: 'cv' } };
}

async function newBorrower(): Promise<Owner> {
  const member = await newMember();
  await joinGroup(member.id);
  return { ...member, texts: offer };
}

async function newStudent(): Promise<Owner> {
  const bought = await buy(functions);
  await holdInterview(bought);
  return { ...bought.member, texts: offerOf(bought) };
}

const owners: Record<FileKind, { newOwner: () => Promise<Owner>; name: string }> = {
  session: { newOwner: newGuest, name: 'cv' },
  'rate-match': { newOwner: newBorrower, name: 'offer' },
  refund: { newOwner: newStudent, name: 'letter' },
};
const kinds = ['session', 'rate-match', 'refund'] as const satisfies FileKind[];

const add = (
  kind: FileKind,
  { texts, ...member }: Token & Pick<Owner, 'texts'>,
  body?: Uint8Array<ArrayBuffer>,
  headers?: Record<string, string>,
) => postFile(functions.file, member, kind, texts, body, headers);

const call = (
  member: Token,
  query: { kind: FileKind; file: string },
  request?: FileRequest,
): Promise<Response> => callFile(functions.file, member, query, request);

async function added(reply: Response): Promise<string> {
  return v.parse(newFileReply, await reply.json()).id;
}

async function newFile(kind: FileKind, owner: Owner): Promise<string> {
  await added(await add(kind, owner));
  const [row] = await rowsOf(owner.id);
  return v.parse(v.string(), row?.['id']);
}

describe.each(kinds)('a file for a %s', (kind) => {
  const { newOwner, name } = owners[kind];

  test('§18.10 a file is stored under a random name and with the type that its bytes show', async () => {
    for (const [bytes, type, ending] of [
      [pdf(), 'application/pdf', 'pdf'],
      [png, 'image/png', 'png'],
      [jpeg, 'image/jpeg', 'jpg'],
    ] as const) {
      const owner = await newOwner();
      await added(await add(kind, owner, bytes));
      const [row] = await sql(
        'select id, purpose, size, type from private.files where owner_id = $1',
        owner.id,
      );
      expect(row).toMatchObject({ purpose: name, size: bytes.byteLength, type });
      expect(await objectsOf(owner.id)).toEqual([
        expect.stringMatching(new RegExp(`^[0-9a-f]{32}\\.${ending}$`)),
      ]);
      const read = await call(owner, { kind, file: String(row?.['id']) });
      expect(Object.fromEntries(read.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}.${ending}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes);
    }
  });

  test('§18.11 only the member can read or delete a file, and no one else learns whether the file exists', async () => {
    const owner = await newOwner();
    const file = await newFile(kind, owner);
    const stranger = await newOwner();
    for (const id of [file, randomUUID()]) {
      await expectUnknown(call(stranger, { kind, file: id }));
    }
    for (const method of ['GET', 'DELETE']) {
      await expectRefusal(call({}, { kind, file }, { method }), 401, 'session_expired');
    }
    await expectRefusal(add(kind, { texts: owner.texts }), 401, 'session_expired');
    expect((await call(owner, { kind, file })).status).toBe(200);
    expect(await objectsOf(stranger.id)).toEqual([]);
  });

  test('a file of one kind cannot be accessed as a different kind', async () => {
    const owner = await newOwner();
    const file = await newFile(kind, owner);
    for (const other of kinds.filter((one) => one !== kind)) {
      await expectUnknown(call(owner, { kind: other, file }));
    }
    // Only files for sessions can be deleted one by one.
    const tried = await call(owner, { kind: 'session', file }, { method: 'DELETE' });
    expect(tried.status).toBe(kind === 'session' ? 200 : 404);
    for (const other of ['rate-match', 'refund'] as const) {
      await expectInvalid(call(owner, { kind: other, file }, { method: 'DELETE' }));
    }
    expect(await objectsOf(owner.id)).toHaveLength(kind === 'session' ? 0 : 1);
  });

  test('§11.53 a query with a missing part and a form body are refused', async () => {
    const owner = await newOwner();
    for (const left of Object.keys(owner.texts)) {
      const { [left]: _, ...texts } = owner.texts;
      await expectInvalid(add(kind, { ...owner, texts }));
    }
    await expectInvalid(call(owner, { kind, file: '1' }));
    for (const unknown of [{}, { kind: 'picture' }] as Record<string, string>[]) {
      for (const request of [{}, { method: 'DELETE' }, { method: 'POST', body: pdf() }]) {
        const query = { ...owner.texts, file: randomUUID(), ...unknown };
        await expectInvalid(callFile(functions.file, owner, query, request));
      }
    }
    const form = { 'content-type': 'multipart/form-data' };
    await expectRefusal(add(kind, owner, pdf(), form), 415, 'unsupported_media_type');
    await expectNothingKept(owner.id);
  });
});

test('§18.10 a file of 4 MB is accepted, and a file one byte larger is refused with the same message as on the page', async () => {
  const owner = await newGuest();
  const reply = add('session', owner, pdf(largestFile + 1));
  await expectRefusal(reply, 413, 'payload_too_large', fileRefusals.tooLarge);
  await expectNothingKept(owner.id);
  await added(await add('session', owner, pdf(largestFile)));
});

test('§18.10 §18.96 a web page, a Word file and an empty file are refused and not stored', async () => {
  const owner = await newGuest();
  for (const [content, sentence] of [
    ['<html><script>', fileRefusals.wrongType],
    ['PK\u0003\u0004', fileRefusals.wrongType],
    ['', unreadableFile],
  ] as const) {
    const reply = add('session', owner, new TextEncoder().encode(content));
    await expectRefusal(reply, 400, 'invalid_file', sentence);
  }
  await expectNothingKept(owner.id);
});

test('§18.97 a PDF that begins after a byte order mark is stored unchanged', async () => {
  const owner = await newGuest();
  const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x0d, 0x0a, ...pdf());
  await added(await add('session', owner, marked));
  const [row] = await rowsOf(owner.id);
  const reply = await call(owner, { kind: 'session', file: v.parse(v.string(), row?.['id']) });
  expect(reply.headers.get('content-type')).toBe('application/pdf');
  expect(new Uint8Array(await reply.arrayBuffer())).toEqual(marked);
});

test('§11.30 another site’s page cannot add, read or delete a file', async () => {
  const owner = await newGuest();
  const headers = elsewhere;
  await expectRefusal(add('session', owner, pdf(), headers), 403, 'forbidden_origin');
  await expectNothingKept(owner.id);
  const file = await newFile('session', owner);
  for (const method of ['GET', 'DELETE']) {
    const reply = call(owner, { kind: 'session', file }, { method, headers });
    await expectRefusal(reply, 403, 'forbidden_origin');
  }
  expect(await objectsOf(owner.id)).toHaveLength(1);
});

test('a file that the storage service refuses does not leave a row behind', async () => {
  const owner = await newGuest();
  await limitBucket(1);
  try {
    await expectRefusal(add('session', owner), 503, 'database_unavailable');
  } finally {
    await limitBucket(largestFile);
  }
  await expectNothingKept(owner.id);
  await added(await add('session', owner));
  expect(await objectsOf(owner.id)).toHaveLength(1);
});

test('§15.23 a session can have three files, and another one once a file has been deleted', async () => {
  const member = await newGuest();
  const { booking = '' } = member.texts;
  const session = (purpose: string, body = pdf()) =>
    add('session', { ...member, texts: { booking, purpose } }, body);
  for (const purpose of ['photo', 'letter']) await expectInvalid(session(purpose));
  await expectInvalid(add('session', { ...member, texts: { booking: 'x', purpose: 'cv' } }));
  const file = await added(await session('cv'));
  await added(await session('form'));
  await added(await session('essay', png));
  await expectRefusal(session('cv', png), 409, 'too_many_files');
  expect(await objectsOf(member.id), 'the refused fourth file is not stored').toHaveLength(3);

  const query = { kind: 'session', file } as const;
  const del = { method: 'DELETE' };
  await expectUnknown(call(await newMember(), query, del));
  expect((await call(member, query, del)).status).toBe(200);
  expect(await objectsOf(member.id)).toHaveLength(2);
  await expectUnknown(call(member, query));
  await expectUnknown(call(member, query, del));
  await added(await session('cv', png));
});

test('§16.27 a better offer is stored together with the letter that proves it', async () => {
  const member = await newBorrower();
  const id = await added(await add('rate-match', member));
  expect((await loans.mine(member.id)).rate_matches).toMatchObject([
    {
      id,
      lender: offer.lender,
      rate: 9.4,
      charges: 500_000,
      valid_until: validUntil,
      state: 'sent',
      file: { type: 'application/pdf', size: 64 },
    },
  ]);
  const told = await sql(
    "select kind from private.outbox where kind = 'rate_match_sent' and payload ->> 'user_id' = $1",
    member.id,
  );
  expect(told).toHaveLength(1);
});

test('§11.56 a better offer is refused without a group, with an unverified address, or before an earlier offer is answered', async () => {
  const outsider = await newMember();
  await expectRule(add('rate-match', { ...outsider, texts: offer }), loanRefusals, 'not_in_group');
  const member = await newBorrower();
  await sql('delete from private.proven_addresses where user_id = $1', member.id);
  await expectRule(add('rate-match', member), loanRefusals, 'address_not_proven');
  await loans.proveAddress(member.id);
  await added(await add('rate-match', member));
  await expectRule(add('rate-match', member, png), loanRefusals, 'too_many_matches');
  expect(await objectsOf(member.id), 'the refused second file is not stored').toHaveLength(1);
  expect(await objectsOf(outsider.id)).toEqual([]);
});

test('D23 §11.56 an offer that has expired or is out of range is refused', async () => {
  const member = await newBorrower();
  const over = { ...member, texts: { ...offer, validUntil: '2026-01-31' } };
  await expectRule(add('rate-match', over), loanRefusals, 'match_not_valid');
  for (const change of [
    { lender: ' ' },
    { rate: '9,4' },
    { rate: '31' },
    { rate: '-1' },
    { charges: '1.5' },
    { charges: '1000000001' },
    { validUntil: 'soon' },
    { validUntil: '2026-02-31' },
    { validUntil: '0000-01-01' },
  ]) {
    const texts = { ...offer, ...change };
    await expectInvalid(add('rate-match', { ...member, texts }));
  }
  await expectNothingKept(member.id);
});

/** The file function behind a storage service that loses the first answers at this path, or every request. */
async function withStorage(path: RegExp, lost: number | 'requests') {
  let answers = 0;
  const proxy = await faultyProxy(inject('stack').backendUrl, (called) => {
    if (!path.test(called)) return 'pass';
    if (lost === 'requests') return 'lose_request';
    answers += 1;
    return answers <= lost ? 'lose_reply' : 'pass';
  });
  return (await loadFunctions({ PUBLIC_SUPABASE_URL: proxy })).file;
}

test.for([
  { lost: 1, status: 200, left: 1 },
  { lost: 2, status: 503, left: 0 },
])(
  '§18.12 after losing $lost replies, an upload leaves $left stored file(s)',
  async ({ lost, status, left }) => {
    const file = await withStorage(/\/object\/files\//, lost);
    const owner = await newGuest();
    expect((await postFile(file, owner, 'session', owner.texts)).status).toBe(status);
    expect(await objectsOf(owner.id)).toHaveLength(left);
    expect(await rowsOf(owner.id)).toHaveLength(left);
  },
);

test('§18.13 a file that the storage service could not delete is not reported as deleted', async () => {
  const owner = await newGuest();
  const id = await newFile('session', owner);
  const file = await withStorage(/\/object\/files$/, 'requests');
  const reply = callFile(file, owner, { kind: 'session', file: id }, { method: 'DELETE' });
  await expectRefusal(reply, 503, 'database_unavailable');
  expect(await objectsOf(owner.id)).toHaveLength(1);
});

describe('§22.9 reading a document at the desk', () => {
  /** Makes the database answer this about a document; resolves to the reply and to the token of the call. */
  async function askDesk(answer: object | null) {
    const { token } = await newMember();
    let asker: string | null = null;
    const asked = intercept('/rpc/desk_document', (_send, init) => {
      asker = new Headers(init?.headers).get('authorization');
      return Response.json(answer);
    });
    const query = `?${new URLSearchParams({ kind: 'desk', file: randomUUID() })}`;
    const reply = await functions.file({ headers: bearer(token) }, query);
    asked.mockRestore();
    expect(asker, 'the function asks with the operator’s token').toBe(`Bearer ${token}`);
    return reply;
  }

  test.for([
    [{ refused: 'needs_code' }, 403, 'needs_code'],
    [null, 404, 'no_such_file'],
  ] as const)('the desk’s answer %j becomes the status %i', async ([answer, status, code]) => {
    await expectRefusal(askDesk(answer), status, code);
  });

  test.for(['offer', 'letter'])('the desk streams the document of an %s', async (purpose) => {
    const owner = await newBorrower();
    await newFile('rate-match', owner);
    const [row] = await sql('select path, type from private.files where owner_id = $1', owner.id);
    const reply = await askDesk({ ...row, purpose });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-disposition')).toContain(`${purpose}.pdf`);
  });
});
