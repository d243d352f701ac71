import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { messageReply } from '../../src/domain/messages/contact-message.ts';
import { arrived, samples, written as writtenMail } from './mails.ts';
import { sql } from './samples.ts';
import { deadUrl } from './servers.ts';
import { functions, reload } from './fresh.ts';
import {
  bearer,
  elsewhere,
  jsonRequest,
  expectRefusal,
  newMember,
  service,
  siteUrl,
  log,
} from './support.ts';

afterAll(async () => {
  // The next run within the hour would otherwise meet these counts of callers.
  await service.rpc('forget_callers');
});

const written = (changes: object = {}) => ({
  key: randomUUID(),
  about: 'question',
  name: 'Asha Rao',
  email: `asha.${randomUUID()}@example.com`,
  body: 'When does the next season start?',
  ...changes,
});

function send(body: object | string, headers: Record<string, string> = {}, ip = randomAddress()) {
  return functions.message(jsonRequest(body, headers), '', ip);
}

/** Each call has its own network address. */
const randomAddress = () =>
  `2001:db8:${Math.floor(Math.random() * 65536).toString(16)}:${Math.floor(Math.random() * 65536).toString(16)}::1`;

async function given(reply: Response) {
  return v.parse(messageReply, await reply.json());
}

const kept = v.object({ messages: v.array(v.unknown()), mails: v.array(v.looseObject({})) });

const keptOf = async (of: { p_email: string } | { p_user_id: string }) =>
  v.parse(kept, (await service.rpc('export_member', of).throwOnError()).data);

const mailsTo = async (email: string) => (await keptOf({ p_email: email })).mails;

test('§18.13 a message gets a number, and the sender gets a confirmation that does not quote the message', async () => {
  const request = written({ about: 'complaint', body: 'The mentor was late: www.canary.example' });
  const reply = await given(await send(request));
  expect(reply.number).toBeGreaterThan(1000);
  const [confirmation, ...more] = await mailsTo(request.email);
  expect(more).toEqual([]);
  expect(confirmation).toMatchObject({
    kind: 'message_received',
    payload: { message: reply.number, about: 'complaint', settle_by: reply.settleBy },
  });
  expect(JSON.stringify(confirmation?.payload)).not.toMatch(/canary|Asha/);
  expect(log.join(), 'the log does not quote the message').not.toMatch(/canary|asha/i);
});

test('§18.50 the longest message can be written in an Indian script', async () => {
  expect((await send(written({ body: 'क'.repeat(4000) }))).status).toBe(200);
});

test('§18.51 a message sent twice gets only one number', async () => {
  const request = written();
  const replies = await Promise.all([send(request), send(request), send(request)]);
  const numbers = await Promise.all(replies.map(async (reply) => (await given(reply)).number));
  expect(new Set(numbers).size).toBe(1);
  expect(await mailsTo(request.email)).toHaveLength(1);
  await expectRefusal(send({ ...request, body: 'Something else' }), 409, 'idempotency_mismatch');
});

test('§18.52 only a caller who floods us with messages is stopped', async () => {
  const replies: number[] = [];
  for (let nth = 0; nth < 11; nth += 1) {
    replies.push((await send(written(), {}, '198.51.100.7')).status);
  }
  expect(replies.filter((status) => status === 200)).toHaveLength(10);
  expect(replies.at(-1)).toBe(429);
  expect((await send(written(), {}, '198.51.100.8')).status).toBe(200);
});

test('§18.53 a message that contains only links is refused, and advertising is set aside without an email', async () => {
  await expectRefusal(send(written({ body: 'https://a.example' })), 400, 'only_links');
  const request = written({ body: `Buy these now: ${'https://a.example '.repeat(5)}` });
  expect((await given(await send(request))).number).toBeGreaterThan(1000);
  expect(await mailsTo(request.email)).toEqual([]);
});

test('§18.50 a member’s message belongs to the account, even if it gives another email address', async () => {
  const { id, token } = await newMember();
  const { email } = written();
  const { number } = await given(await send(written({ email }), bearer(token)));
  const { messages } = await keptOf({ p_user_id: id });
  expect(messages).toMatchObject([{ number, message: 'When does the next season start?' }]);
  expect((await keptOf({ p_email: email })).messages).toEqual([]);
  await expectRefusal(send(written(), { authorization: 'Bearer a.b.c' }), 401, 'session_expired');
});

test('D23 §11.62 an invalid message and a request from another site are refused', async () => {
  for (const wrong of [
    { email: 'asha@example.com\r\nBcc: all@example.com' },
    { about: 'praise' },
    { name: ' ' },
    { body: 'x'.repeat(4001) },
    { key: '1' },
  ]) {
    await expectRefusal(send(written(wrong)), 400, 'message_not_valid');
  }
  await expectRefusal(send('{'), 400, 'invalid_json');
  await expectRefusal(send('x'.repeat(40_000)), 413, 'payload_too_large');
  const text = { 'content-type': 'text/plain' };
  await expectRefusal(send(written(), text), 415, 'unsupported_media_type');
  await expectRefusal(send(written(), elsewhere), 403, 'forbidden_origin');
  expect((await send(written(), { origin: siteUrl })).status).toBe(200);
});

test('§18.13 the contact function returns 503 while the database is down', async () => {
  await reload({ PUBLIC_SUPABASE_URL: await deadUrl() });
  await expectRefusal(send(written()), 503, 'database_unavailable');
});

test('§18.13 the confirmation of a complaint names the date by which we will settle it', () => {
  const { subject, text } = writtenMail('message_received');
  expect(subject).toBe('Your complaint to AdmitCircle: number 1001');
  expect(text).toContain('acknowledges your complaint');
  expect(text).toContain('by 22 December 2026 at the latest');
  expect(text).not.toContain('You wrote');
  const quoting = writtenMail('message_received', { body: 'First line <b>' });
  expect(quoting.text).toContain('You wrote:\n\n> First line <b>');
  expect(quoting.html).toContain('First line &lt;b&gt;');
});

describe('unsubscribing with one click', () => {
  const bulk = ['announcement', 'time_opened'];

  /** The headers with which a mail program offers to unsubscribe, as they arrive. */
  async function headersOf(kind: string) {
    const headers = (await arrived(kind))?.mail.headers ?? [];
    return Object.fromEntries(
      headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => [key, value]),
    );
  }

  test.each(bulk)('§19.19 the %s email has both headers of RFC 8058', async (kind) => {
    const { unsubscribe, text } = writtenMail(kind);
    expect(unsubscribe).toMatch(/^https:/);
    expect(await headersOf(kind)).toEqual({
      'list-unsubscribe': `<${unsubscribe}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(text, 'readers get the page’s link instead').not.toContain(unsubscribe);
  });

  test('§19.19 mandatory emails do not have unsubscribe headers', async () => {
    const kinds = Object.keys(samples).filter((kind) => writtenMail(kind).unsubscribe);
    expect(kinds.toSorted()).toEqual(bulk);
    expect(writtenMail('announcement', { is_duty: true }).unsubscribe).toBeUndefined();
    expect(await headersOf('session_booked')).toEqual({});
  });

  /** A member who waits for a time, with the tokens of both kinds of email. */
  async function newReader() {
    const { id } = await newMember();
    await sql(`insert into private.waiting_times (member_id, kind, days) values ($1, 'gd', 127)`, [
      id,
    ]);
    const [tokens] = await sql(
      `select private.unsubscribe_token($1) as news, private.unsubscribe_token($1, 'times') as times`,
      [id],
    );
    const isEnded = async () => {
      const [ended] = await sql(
        `select exists (select from private.unsubscribed where user_id = $1) as news,
          not exists (select from private.waiting_times where member_id = $1) as times`,
        [id],
      );
      return ended;
    };
    return { id, isEnded, ...v.parse(tokensSchema, tokens) };
  }
  const tokensSchema = v.object({ news: v.string(), times: v.string() });

  /** A call in a mail service’s format, with these headers in addition. */
  const press = (
    query: { unsubscribe?: string; times?: string; news?: string },
    headers: Record<string, string> = {},
  ) =>
    functions.unsubscribe(
      {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      },
      `?${new URLSearchParams(Object.entries(query))}`,
    );

  test('§11.65 a POST from anywhere unsubscribes from one kind of email, and can be repeated', async () => {
    const { news, times, isEnded } = await newReader();
    const anywhere = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const calls = [
      () => press({ unsubscribe: news }),
      () => press({ unsubscribe: news }, anywhere),
      () => press({ unsubscribe: news }, { origin: 'null' }),
      () => functions.unsubscribe({ method: 'POST', body: form }, `?unsubscribe=${news}`),
      () => functions.unsubscribe({ method: 'POST' }, `?unsubscribe=${news}`),
    ];
    for (const call of calls) {
      const reply = await call();
      expect([reply.status, await reply.json()]).toEqual([200, { success: true }]);
      expect(await isEnded()).toEqual({ news: true, times: false });
    }
    for (let turn = 0; turn < 2; turn += 1) expect((await press({ times })).status).toBe(200);
    expect(await isEnded()).toEqual({ news: true, times: true });
    expect(log.join()).not.toContain(news);
  });

  test('§11.65 a GET unsubscribes no one and redirects to the page with the button', async () => {
    const { news, times, isEnded } = await newReader();
    for (const [kind, token] of [
      ['unsubscribe', news],
      ['times', times],
    ]) {
      const reply = await functions.unsubscribe({}, `?${kind}=${token}`);
      expect(reply.status).toBe(303);
      expect(reply.headers.get('location')).toBe(`/unsubscribe#${kind}=${token}`);
    }
    expect(await isEnded()).toEqual({ news: false, times: false });
  });

  test('§11.65 a forged token, a closed account’s token and a missing token unsubscribe no one, and the reply says so', async () => {
    const { id, news, times, isEnded } = await newReader();
    const forged = [
      { unsubscribe: news.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      { unsubscribe: times },
      { times: news },
      { times: times.replace(id, (await newReader()).id) },
      { unsubscribe: 'nonsense' },
    ];
    for (const query of forged) await expectRefusal(press(query), 404, 'link_not_valid');
    for (const query of [{}, { unsubscribe: 'x'.repeat(300) }, { news }]) {
      await expectRefusal(press(query), 400, 'invalid_request');
    }
    expect(await isEnded()).toEqual({ news: false, times: false });
    await sql('select public.erase_account($1, true)', [id]);
    await expectRefusal(press({ unsubscribe: news }), 404, 'link_not_valid');
  });
});

test('§18.54 support can reply to the sender, and typed text never becomes a header or markup', async () => {
  const { html, text } = writtenMail('message_for_support');
  const received = await arrived('message_for_support');
  expect(received?.mail).toMatchObject({
    subject: 'Complaint 1001 to AdmitCircle',
    from: { address: 'hello@example.org' },
    replyTo: [{ address: 'asha@example.com' }],
  });
  expect(received?.mail.bcc ?? []).toEqual([]);
  expect(html).toContain('First line &lt;b&gt;<br>second line');
  expect(text).toContain('> First line <b>\n> second line');
  expect(html).not.toMatch(/<b>|href="[^"]*canary/);
  expect(text).toContain('Logged in: no, so the address is not verified');
});
