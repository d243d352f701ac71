/** The pages behind mentors’ links: who may open them, and what is stored. */
import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import * as v from 'valibot';
import { PostgrestError } from '@supabase/supabase-js';
import { unwrapMentor } from '../../functions/_lib/mentors/mentor-calls.ts';
import {
  linkMaker,
  mentorToken,
  type LinkPurpose,
  type MentorLink,
  type PageLink,
} from '../../functions/_lib/mentors/mentor-link.ts';
import { cancelPage, feedbackPage } from '../../src/domain/mentors/mentor-pages.ts';
import { mentorPage, previewReply } from '../../src/domain/mentors/own-page.ts';
import { mentorRefusals } from '../../src/domain/refusals/mentors.ts';
import { bookings, sql } from './samples.ts';
import { deadUrl } from './servers.ts';
import { functions, reload } from './fresh.ts';
import {
  bearer,
  expectRefusal,
  expectRule,
  jsonRequest,
  loadFunctions,
  newMember,
  service,
  log,
} from './support.ts';

const { keys } = inject('stack');

const tokenOf = (purpose: LinkPurpose, link: MentorLink | PageLink, secret = keys.linkSecret) =>
  mentorToken(purpose, link, [secret]);

function call(token: string, body?: object, headers: Record<string, string> = {}): RequestInit {
  const all = { ...bearer(token), ...headers };
  return body ? jsonRequest(body, all) : { headers: all };
}

/** Opens the feedback page through a link, or sends what the page sends. */
const open = (link: MentorLink, body?: object) =>
  functions.feedback(call(tokenOf('feedback', link), body));

/** Opens a mentor’s own page, or sends what the page sends. */
const openOwn = (mentor: number, body?: object, headers?: Record<string, string>) =>
  functions.mentor(call(tokenOf('page', pageOf(mentor)), body, headers));

const expectNoLink = (reply: Response | Promise<Response>) =>
  expectRefusal(reply, 401, 'link_not_valid');

/** Books a slot as a new member; resolves to the booking and its member. */
async function newBooking(slot: string) {
  const member = await newMember();
  const { order } = await bookings.newPack(member.id);
  return { member, ...(await bookings.book(member.id, slot, { order }, 'IIM Bangalore')) };
}

/** A booked interview with the data in its mentor’s links; it started this many hours ago. */
async function session({ started }: { started?: number } = {}) {
  const mentor = await bookings.newMentor();
  const slot = await bookings.newSlot(48, { mentor });
  const booking = await newBooking(slot);
  if (started !== undefined) await bookings.startIn(slot, -started);
  const link: MentorLink = { slot, mentor, version: 1 };
  return { booking, link };
}

const good = {
  attended: true,
  content: 4,
  structure: 3,
  communication: 5,
  presence: 2,
  went_well: 'A clear story.',
  to_work_on: 'Shorter answers.',
  exercise: 'Record three answers of a minute.',
};

test('§11.54 §15.20 a mentor’s link shows the session and its members, and nothing else about them', async () => {
  const { booking, link } = await session({ started: 1 });
  const reply = await open(link);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  const text = await reply.text();
  expect(v.parse(v.pipe(v.string(), v.parseJson(), feedbackPage), text)).toMatchObject({
    kind: 'interview',
    mentor: 'Meera',
    members: [{ booking: booking.id, institute: 'IIM Bangalore', feedback: null, earlier: [] }],
  });
  expect(text).not.toContain(booking.member.email);
  expect(text).not.toContain(booking.member.id);
});

test('§15.18 a token opens only the page that it was made for', async () => {
  const { booking, link } = await session({ started: 1 });
  const other = await session({ started: 1 });
  const token = tokenOf('feedback', link);
  const [, mentor, version, signature] = token.split('.');
  const useless = {
    'of the other purpose': tokenOf('cancel', link),
    'of another secret': tokenOf('feedback', link, 'x'.repeat(32)),
    'with another slot': [other.link.slot, mentor, version, signature].join('.'),
    'with another mentor': [link.slot, other.link.mentor, version, signature].join('.'),
    'with another version': [link.slot, mentor, 2, signature].join('.'),
    'cut off': token.slice(0, -1),
    'with more behind it': `${token}x`,
    'with another writing of the number': [link.slot, `0${mentor}`, version, signature].join('.'),
    'without a signature': `${link.slot}.${mentor}.${version}.`,
    'in capitals': token.toUpperCase(),
    empty: '',
  };
  for (const [what, wrong] of Object.entries(useless)) {
    const reply = await functions.feedback(call(wrong));
    expect(reply.status, what).toBe(401);
    await expectNoLink(reply);
  }
  await expectNoLink(functions.feedback());
  for (const method of [undefined, {}]) {
    await expectNoLink(functions.mentorCancel(call(token, method)));
  }
  // The signature is valid, but the mentor belongs to another slot.
  const mixed = { ...link, mentor: other.link.mentor };
  await expectNoLink(open(mixed));
  await expectNoLink(open(mixed, { ...good, booking: booking.id }));
  await expectNoLink(functions.mentorCancel(call(tokenOf('cancel', mixed), {})));
});

test('§15.18 a token that we did not sign never reaches the database', async () => {
  await reload({
    PUBLIC_SUPABASE_URL: await deadUrl(),
  });
  const link = { slot: randomUUID(), mentor: 1, version: 1 };
  const forged = tokenOf('feedback', link, 'x'.repeat(32));
  await expectNoLink(functions.feedback(call(forged)));
  // Someone who keeps an old link must not be able to write the next version into it.
  const [slot, mentor, version, signature] = tokenOf('feedback', link).split('.');
  for (const parts of [
    [randomUUID(), mentor, version],
    [slot, 2, version],
    [slot, mentor, 2],
  ]) {
    await expectNoLink(functions.feedback(call([...parts, signature].join('.'))));
  }
  await expectNoLink(functions.mentor(call(tokenOf('page', pageOf(1), 'x'.repeat(32)))));
  await expectRefusal(open(link), 503, 'database_unavailable');
  await expectRefusal(
    functions.mentorCancel(call(tokenOf('cancel', link), {})),
    503,
    'database_unavailable',
  );
});

test('§15.66 links signed with either secret work during a rotation, and old links stop working afterwards', async () => {
  const { link } = await session({ started: 1 });
  const token = tokenOf('feedback', link);
  const next = 'a new secret of more than 32 characters';
  const rotating = await loadFunctions({
    LINK_SECRET: next,
    LINK_SECRET_PREVIOUS: keys.linkSecret,
  });
  for (const given of [token, tokenOf('feedback', link, next)]) {
    expect((await rotating.feedback(call(given))).status).toBe(200);
  }
  const page = call(tokenOf('page', pageOf(link.mentor)));
  expect((await rotating.mentor(page)).status).toBe(200);
  const mailed = linkMaker('', [next, keys.linkSecret]).session('feedback', link);
  expect(mailed.split('#')[1], 'new links are signed with the new secret').toBe(
    tokenOf('feedback', link, next),
  );
  const rotated = await loadFunctions({ LINK_SECRET: next });
  await expectNoLink(rotated.feedback(call(token)));
});

test('§15.17 §15.19 feedback is stored, a correction becomes a new version, and the member sees it', async () => {
  const { booking, link } = await session({ started: 1 });
  const token = tokenOf('feedback', link);
  const send = async (body: object): Promise<unknown> =>
    (await functions.feedback(call(token, { booking: booking.id, ...body }))).json();
  expect(await send(good)).toEqual({ success: true, version: 1 });
  expect(await send({ ...good, content: 5, exercise: '  Read aloud.\n\nDaily. ' })).toEqual({
    success: true,
    version: 2,
  });
  const page = await functions.feedback(call(token));
  expect(await page.json()).toMatchObject({
    members: [{ feedback: { ...good, content: 5, exercise: 'Read aloud.\n\nDaily.' } }],
  });
  expect(await bookings.sessions(booking.member.id)).toMatchObject({
    past: [{ id: booking.id, feedback: { content: 5 } }],
  });
  expect(await send({ attended: false })).toEqual({ success: true, version: 3 });
  // Each character takes three bytes.
  const longest = 'क'.repeat(2000);
  const words = { well: longest, improve: longest, exercise: longest };
  expect(await send({ ...good, ...words })).toEqual({ success: true, version: 4 });
});

test.for([
  ['a score is missing', { content: undefined }],
  ['a score is too high', { presence: 6 }],
  ['a score is not a whole number', { presence: 2.5 }],
  ['a text is blank', { exercise: ' \n ' }],
  ['a text is too long', { went_well: 'x'.repeat(4001) }],
  ['the mentor does not say whether the member joined', { attended: undefined }],
] as const)('§15.67 feedback is not stored when %s', async ([, change]) => {
  const { booking, link } = await session({ started: 1 });
  const body = { ...good, booking: booking.id, ...change };
  await expectRefusal(open(link, body), 400, 'feedback_not_valid');
  const page = await open(link);
  expect(await page.json()).toMatchObject({ members: [{ feedback: null }] });
});

test('§15.23 a mentor can download the session’s files as attachments, but no other files', async () => {
  const { booking, link } = await session();
  const { data } = await service
    .rpc('add_session_file', {
      p_user_id: booking.member.id,
      p_booking: booking.id,
      p_purpose: 'cv',
      p_size: 9,
      p_type: 'application/pdf',
    })
    .throwOnError();
  const file = v.parse(v.object({ id: v.string(), path: v.string() }), data);
  const bytes = new TextEncoder().encode('%PDF-1.4\n');
  await service.storage.from('files').upload(file.path, bytes, { contentType: 'application/pdf' });
  await expectRule(open(link), mentorRefusals, 'not_open_yet');
  await bookings.startIn(link.slot, -1);

  const query = `?file=${file.id}`;
  const reply = await functions.feedback(call(tokenOf('feedback', link)), query);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="cv.pdf"');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(await reply.text()).toBe('%PDF-1.4\n');

  const other = await session({ started: 1 });
  await expectRefusal(
    functions.feedback(call(tokenOf('feedback', other.link)), query),
    404,
    'no_such_file',
  );
  const foreign = functions.feedback(call(tokenOf('feedback', link)), '?file=../secrets');
  await expectRefusal(foreign, 404, 'no_such_file');
  await expectNoLink(functions.feedback({}, query));
});

test('§11.55 §15.65 a cancellation link tells the mentor how many members will be notified, and cancels the session once', async () => {
  const { link } = await session();
  const token = tokenOf('cancel', link);
  const asked = await functions.mentorCancel(call(token));
  expect(v.parse(cancelPage, await asked.json())).toMatchObject({ taken: 1, is_called_off: false });
  for (const _ of ['once', 'and again']) {
    const done = await functions.mentorCancel(call(token, {}));
    expect(await done.json()).toMatchObject({ is_called_off: true, taken: 0 });
  }
});

test('§11.30 §11.34 §11.35 a request from another site, with the wrong content type or with too long a body is refused', async () => {
  const { booking, link } = await session({ started: 1 });
  const token = tokenOf('feedback', link);
  const given = { ...good, booking: booking.id };
  const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  await expectRefusal(functions.feedback(call(token, given, elsewhere)), 403, 'forbidden_origin');
  const foreignCancel = call(tokenOf('cancel', link), {}, elsewhere);
  await expectRefusal(functions.mentorCancel(foreignCancel), 403, 'forbidden_origin');
  const form = call(token, given, { 'content-type': 'text/plain' });
  await expectRefusal(functions.feedback(form), 415, 'unsupported_media_type');
  const own = (headers: Record<string, string>) =>
    openOwn(link.mentor, { act: 'pause', until: null }, headers);
  await expectRefusal(own(elsewhere), 403, 'forbidden_origin');
  await expectRefusal(own({ 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  const long = call(token, { ...given, exercise: 'x'.repeat(70_000) });
  await expectRefusal(functions.feedback(long), 413, 'payload_too_large');
  const longUrl = { act: 'meeting', url: 'x'.repeat(40_000) };
  await expectRefusal(openOwn(link.mentor, longUrl), 413, 'payload_too_large');
});

test('P48 feedback and cancellation answer 503 until LINK_SECRET is set', async () => {
  await reload({ LINK_SECRET: null });
  await expectRefusal(functions.feedback(), 503, 'not_configured');
  await expectRefusal(functions.mentorCancel(), 503, 'not_configured');
  expect(log.join()).toContain('LINK_SECRET is missing');
});

test('Y2 no log line contains a token or any words from the feedback', async () => {
  const { booking, link } = await session({ started: 1 });
  const token = tokenOf('feedback', link);
  await functions.feedback(call(`${token}x`));
  await functions.feedback(call(token, { ...good, booking: booking.id, content: 9 }));
  expect(log.join()).toContain('feedback_not_valid');
  expect(log.join()).not.toMatch(/A clear story|Bearer/);
  expect(log.join()).not.toContain(token.split('.')[3]);
});

/** The link to a mentor’s own page, made this many days ago. */
const pageOf = (id: number, days = 0): PageLink => ({
  mentor: id,
  version: 1,
  made: Math.floor(Date.now() / 1000) - days * 86_400,
});

test('§15.20 a mentor who opens the link too early is told when the session starts', () => {
  const details = '2026-11-20 04:34:00+00';
  const early = { code: 'P0001', message: 'not_open_yet', details, hint: '' };
  const reply = { data: null, error: new PostgrestError(early), status: 400 };
  expect(() => unwrapMentor(reply)).toThrow(
    'It starts on 20 November 2026, 10:04 am (India time).',
  );
});

test('§15.85 a mentor’s page shows the sessions with working links, and nothing else about members', async () => {
  const { booking, link } = await session();
  const reply = await openOwn(link.mentor);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const text = await reply.text();
  const page = v.parse(v.pipe(v.string(), v.parseJson(), mentorPage), text);
  expect(page).toMatchObject({
    name: 'Meera',
    coming: [{ members: [{ institute: 'IIM Bangalore' }] }],
  });
  for (const hidden of [booking.member.email, booking.member.id, booking.id]) {
    expect(text).not.toContain(hidden);
  }
  const early = functions.feedback(call(page.coming[0]?.feedback.split('#')[1] ?? ''));
  await expectRule(early, mentorRefusals, 'not_open_yet');
  const token = page.coming[0]?.cancel.split('/cancelsession#')[1] ?? '';
  expect((await functions.mentorCancel(call(token))).status).toBe(200);
});

test('§15.85 a token opens only its mentor’s own page, for 30 days', async () => {
  const { link } = await session({ started: 1 });
  const good = pageOf(link.mentor);
  const token = tokenOf('page', good);
  const [id, version, made, signature] = token.split('.');
  const [, , mailed] = linkMaker('', [keys.linkSecret]).page(good).split('.');
  expect(Math.abs(Number(mailed) - Number(made)), 'the 30 days start with the email').toBeLessThan(
    60,
  );
  const other = await bookings.newMentor();
  for (const [what, wrong] of Object.entries({
    'of feedback': tokenOf('feedback', link),
    'of another mentor': [other, version, made, signature].join('.'),
    'made later': [id, version, Number(made) + 1, signature].join('.'),
  })) {
    for (const body of [undefined, { act: 'pause', until: null }]) {
      const reply = await functions.mentor(call(wrong, body));
      expect(reply.status, what).toBe(401);
    }
  }
  await expectNoLink(functions.feedback(call(token)));
  await expectNoLink(functions.mentorCancel(call(token, {})));
  const old = functions.mentor(call(tokenOf('page', pageOf(link.mentor, 30))));
  await expectRefusal(old, 410, 'page_link_expired');
  await sql('select operations.send_mentor_link($1::integer, true)', link.mentor);
  for (const ended of [token, [id, 2, made, signature].join('.')]) {
    await expectNoLink(functions.mentor(call(ended)));
  }
});

test('§11.64 §15.86 §15.87 §15.88 §15.94 a mentor can do everything that the page offers', async () => {
  const id = await bookings.newMentor();
  const send = (body: object) => openOwn(id, body);
  const act = async (body: object) => v.parse(mentorPage, await (await send(body)).json());
  const days = { from_day: await bookings.day(1), to_day: await bookings.day(7) };
  const pattern = { kind: 'gd', weekdays: ['tue', 'sat'], at: '18:30', minutes: 45, ...days };
  const preview = async () =>
    v.parse(previewReply, await (await send({ act: 'preview', ...pattern })).json()).times;
  expect((await preview()).map(({ clash }) => clash)).toEqual([null, null]);
  const { free } = await act({ act: 'open', ...pattern });
  expect(free).toMatchObject([{ kind: 'gd', seats: 10 }, { kind: 'gd' }]);
  expect((await preview()).map(({ clash }) => clash)).toEqual([
    'Meera has a session then',
    'Meera has a session then',
  ]);
  const slots = free.map(({ slot }) => slot);
  expect(await act({ act: 'close', slots })).toMatchObject({ free: [] });
  await expectRule(send({ act: 'close', slots }), mentorRefusals, 'slot_not_free');
  expect(await act({ act: 'meeting', url: '' })).toMatchObject({ meeting_url: null });
  const until = await bookings.day(3);
  expect(await act({ act: 'pause', until })).toMatchObject({ paused_until: until });
  expect(await act({ act: 'pause', until: null })).toMatchObject({ paused_until: null });
  const slot = await bookings.newSlot(48, { mentor: id, kind: 'gd' });
  const booking = await newBooking(slot);
  const { coming } = await act({ act: 'topic', slot, topic: 'Cars?' });
  expect(coming).toMatchObject([{ slot, topic: 'Cars?' }]);
  await bookings.startIn(slot, -1);
  await sql('update private.bookings set no_mentor_at = now() where id = $1::uuid', booking.id);
  await expectRule(
    send({ act: 'missed', slot: crypto.randomUUID() }),
    mentorRefusals,
    'nothing_to_answer',
  );
  const { reports } = v.parse(mentorPage, await (await openOwn(id)).json());
  expect(reports).toMatchObject([{ slot, feedback: expect.stringContaining('/feedback#') }]);
  expect(await act({ act: 'answer', slot, text: 'I waited.' })).toMatchObject({ reports: [] });
});

test.for([
  ['an unknown action', { act: 'retire' }],
  ['a pattern without a weekday', { act: 'preview', weekdays: [] }],
  ['an unknown weekday', { act: 'preview', weekdays: ['mon', 'xyz'] }],
  ['a last day before the first', { act: 'preview', to_day: '2099-01-01' }],
  ['more than a year', { act: 'preview', to_day: '2100-03-01' }],
  ['the 31st of February', { act: 'preview', to_day: '2099-02-31' }],
  ['too many minutes', { act: 'preview', minutes: 241 }],
  ['an unknown kind of session', { act: 'open', kind: 'exam' }],
  ['nothing to close', { act: 'close', slots: [] }],
  ['a link without https', { act: 'meeting', url: 'http://meet.example.com' }],
  ['a pause in the past', { act: 'pause', until: '2020-01-01' }],
  ['an empty answer', { act: 'answer', slot: randomUUID(), text: ' ' }],
  ['an empty topic', { act: 'topic', slot: randomUUID(), topic: ' ' }],
] as const)('§15.86 the mentor’s page refuses %s', async ([, change]) => {
  const days = { from_day: '2099-01-05', to_day: '2099-03-01' };
  const pattern = { weekdays: ['mon'], at: '10:00', minutes: 45, ...days };
  const reply = await openOwn(await bookings.newMentor(), { ...pattern, ...change });
  expect(reply.status).toBe(400);
});
