import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { messageReply } from '../../src/domain/messages/contact-message.ts';
import { arrived, written as writtenMail } from './mails.ts';
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
  // Counts of callers would meet the next run in the same hour.
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

/** A network address of its own for each call. */
const randomAddress = () =>
  `2001:db8:${Math.floor(Math.random() * 65536).toString(16)}:${Math.floor(Math.random() * 65536).toString(16)}::1`;

async function given(reply: Response) {
  return v.parse(messageReply, await reply.json());
}

const kept = v.object({ messages: v.array(v.unknown()), mails: v.array(v.looseObject({})) });

const keptOf = async (of: { p_email: string } | { p_user_id: string }) =>
  v.parse(kept, (await service.rpc('export_member', of).throwOnError()).data);

const mailsTo = async (email: string) => (await keptOf({ p_email: email })).mails;

test('§18.13 a message gets a number, and its sender a confirmation that repeats nothing', async () => {
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
  expect(log.join(), 'nothing of the message is logged').not.toMatch(/canary|asha/i);
});

test('§18.50 the longest message may be in an Indian script', async () => {
  expect((await send(written({ body: 'क'.repeat(4000) }))).status).toBe(200);
});

test('§18.51 a message that is sent twice has one number', async () => {
  const request = written();
  const replies = await Promise.all([send(request), send(request), send(request)]);
  const numbers = await Promise.all(replies.map(async (reply) => (await given(reply)).number));
  expect(new Set(numbers).size).toBe(1);
  expect(await mailsTo(request.email)).toHaveLength(1);
  await expectRefusal(send({ ...request, body: 'Something else' }), 409, 'idempotency_mismatch');
});

test('§18.52 a caller that floods us is stopped, and nobody else', async () => {
  const replies: number[] = [];
  for (let nth = 0; nth < 11; nth += 1) {
    replies.push((await send(written(), {}, '198.51.100.7')).status);
  }
  expect(replies.filter((status) => status === 200)).toHaveLength(10);
  expect(replies.at(-1)).toBe(429);
  expect((await send(written(), {}, '198.51.100.8')).status).toBe(200);
});

test('§18.53 links alone are refused, and advertising is kept aside without any mail', async () => {
  await expectRefusal(send(written({ body: 'https://a.example' })), 400, 'only_links');
  const request = written({ body: `Buy these now: ${'https://a.example '.repeat(5)}` });
  expect((await given(await send(request))).number).toBeGreaterThan(1000);
  expect(await mailsTo(request.email)).toEqual([]);
});

test('§18.50 a member’s message is the account’s, also with another address', async () => {
  const { id, token } = await newMember();
  const { email } = written();
  const { number } = await given(await send(written({ email }), bearer(token)));
  const { messages } = await keptOf({ p_user_id: id });
  expect(messages).toMatchObject([{ number, message: 'When does the next season start?' }]);
  expect((await keptOf({ p_email: email })).messages).toEqual([]);
  await expectRefusal(send(written(), { authorization: 'Bearer a.b.c' }), 401, 'session_expired');
});

test('D23 §11.62 refuses what is no message, and pages of other sites', async () => {
  for (const wrong of [
    { email: 'asha@example.com\r\nBcc: all@example.com' },
    { email: 'a\0@b.test' },
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

test('§18.13 says so while the database is down', async () => {
  await reload({ PUBLIC_SUPABASE_URL: await deadUrl() });
  await expectRefusal(send(written()), 503, 'database_unavailable');
});

test('§18.13 the confirmation acknowledges a complaint and names the day it is settled by', () => {
  const { subject, text } = writtenMail('message_received');
  expect(subject).toBe('Your complaint to AdmitCircle: number 1001');
  expect(text).toContain('acknowledges your complaint');
  expect(text).toContain('by 22 December 2026 at the latest');
  expect(text).not.toContain('You wrote');
  const quoting = writtenMail('message_received', { body: 'First line <b>' });
  expect(quoting.text).toContain('You wrote:\n\n> First line <b>');
  expect(quoting.html).toContain('First line &lt;b&gt;');
});

test('§18.93 mail programs have a button that ends announcements', async () => {
  const { unsubscribe } = writtenMail('announcement');
  expect((await arrived('announcement'))?.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'list-unsubscribe', value: `<${unsubscribe}>` }),
  );
});

test('§18.54 the mail to support answers to the sender, and what was typed is no header or markup', async () => {
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
  expect(text).toContain('Signed in: no, so the address is not proven');
});
