/** Email under faults: every email arrives, and none twice unless no one can know that it arrived. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import * as v from 'valibot';
import { deliver, type Delivery } from '../../functions/_lib/mail/delivery.ts';
import type { ClaimedMail, Outbox } from '../../functions/_lib/mail/outbox.ts';
import type { MailServer } from '../../functions/_lib/env/env.ts';
import { mailServer, type Limits } from '../../functions/_lib/mail/server.ts';
import { freePort } from '../../local/free-ports.ts';
import { openDatabase } from '../../local/postgres/embedded.ts';
import { sql } from './samples.ts';
import { mentorLink, seller } from './mails.ts';
import { rudeServer, smtpServer, type Received } from './smtp-servers.ts';
import {
  bearer,
  callbackRequest,
  expectRefusal,
  loadFunctions,
  newMember,
  openOrder,
  provider,
  log,
} from './support.ts';

// These tests have their own database, because they move its clock.
const database = await openDatabase();
afterAll(() => database.close());
beforeEach(() => database.exec('delete from private.outbox'));

const sender = { name: seller.name, address: 'hello@example.org', replyTo: seller.email };

const site = { siteUrl: 'https://example.org', seller, sender: sender.address, mentorLink };

/** The outbox without the network. */
const outbox: Outbox = {
  async claim(limit) {
    return (await database.query<ClaimedMail>('select * from public.claim_mails($1)', [limit]))
      .rows;
  },
  async sent({ id, lease }) {
    await database.query('select public.mail_sent($1, $2)', [id, lease]);
  },
  async failed({ id, lease }, why, permanent) {
    const { rows } = await database.query<{ state: Awaited<ReturnType<Outbox['failed']>> }>(
      'select public.mail_failed($1, $2, $3, $4) as state',
      [id, lease, why, permanent],
    );
    return rows[0]?.state ?? 'lost';
  },
};

/** One run of the job; an `outbox` of its own stands for a run that is interrupted. */
function run(server: MailServer, through: Outbox = outbox, limits?: Limits): Promise<Delivery> {
  return deliver(through, mailServer(server, sender, limits), {
    ...site,
    enough: AbortSignal.timeout(12_000),
  });
}

/** Lets time pass until every email may be tried again. */
const later = () =>
  database.exec(
    `update private.outbox set leased_until = now(), next_attempt = now()
    where sent_at is null and given_up_at is null`,
  );

/** Queues emails to these addresses; a name alone is an address at example.com. */
async function queue(...names: string[]): Promise<void> {
  for (const name of names) {
    const id = randomUUID();
    await database.query('insert into auth.users (id, email) values ($1, $2)', [
      id,
      `${id}@example.com`,
    ]);
    await database.query(
      "select private.queue_mail('welcome', $1, jsonb_build_object('user_id', $2::uuid), $3)",
      [name.includes('@') ? name : `${name}@example.com`, id, id],
    );
  }
}

const addresses = (received: readonly Received[]) =>
  received.map(({ to }) => to.replace('@example.com', '')).toSorted();

const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

async function waiting(): Promise<number> {
  const { rows } = await database.query(
    'select from private.outbox where sent_at is null and given_up_at is null',
  );
  return rows.length;
}

describe('R14 surviving faults at the mail server', () => {
  test('every email arrives once, with an id made from its row', async () => {
    const smtp = await smtpServer();
    await queue(...many);
    const { rows } = await database.query<{ id: string }>('select id from private.outbox');
    expect(await run(smtp.server)).toMatchObject({ sent: 12, putOff: 0, givenUp: 0 });
    await later();
    expect(await run(smtp.server)).toMatchObject({ sent: 0, putOff: 0, givenUp: 0 });
    expect(addresses(smtp.received)).toEqual(many);
    expect(smtp.received.map(({ mail }) => mail.messageId).toSorted()).toEqual(
      rows.map(({ id }) => `<${id}@example.org>`).toSorted(),
    );
    for (const { mail } of smtp.received) {
      expect(mail).toMatchObject({
        from: { name: seller.name, address: 'hello@example.org' },
        replyTo: [{ address: seller.email }],
        subject: `Welcome to ${seller.name}`,
      });
      expect(mail.headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      );
      expect(mail.html).toContain('Welcome to the circle');
      expect(mail.text).toContain('Welcome to the circle');
    }
  });

  test('the run ends after one batch while the mail server is down, and every email arrives later', async () => {
    const port = await freePort();
    await queue(...many);
    const down = { host: '127.0.0.1', port, secure: false, encrypted: false };
    expect(await run(down)).toMatchObject({ sent: 0, putOff: 5, givenUp: 0 });
    expect(log.join()).toMatch(/"event":"mail_not_sent".*"code":"ESOCKET/);
    const tried = await database.query('select from private.outbox where reason ^@ $1', [
      'outage: ESOCKET',
    ]);
    expect(tried.rows).toHaveLength(5);
    const smtp = await smtpServer(port);
    await later();
    expect(await run(smtp.server)).toMatchObject({ sent: 12, putOff: 0, givenUp: 0 });
    expect(addresses(smtp.received)).toEqual(many);
  });

  test.each([
    ['says nothing', () => undefined],
    ['hangs after the greeting', (socket) => socket.write('220 hello\r\n')],
    [
      'sends a byte now and then',
      (socket) => {
        socket.write('220 hello\r\n');
        const drip = setInterval(() => socket.write('2'), 100);
        socket.once('close', () => clearInterval(drip));
      },
    ],
  ] as [string, Parameters<typeof rudeServer>[0]][])(
    'a mail server that %s is cut off in time, and every email arrives later',
    async (_, talk) => {
      await queue('a', 'b', 'c', 'd', 'e', 'f');
      const slow = await rudeServer(talk);
      const limits = { step: 500, mail: 1000 };
      expect(await run(slow.server, outbox, limits)).toMatchObject({
        sent: 0,
        putOff: 5,
        givenUp: 0,
      });
      const smtp = await smtpServer();
      await later();
      await run(smtp.server);
      expect(addresses(smtp.received)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    },
  );

  test('the run ends after one batch if the mail server refuses every email, and no email is marked as failed', async () => {
    await queue(...many);
    const closed = await rudeServer((socket) => socket.write('554 5.3.2 no email today\r\n'));
    expect(await run(closed.server)).toMatchObject({ sent: 0, putOff: 5, givenUp: 0, outages: 1 });
  });

  test('no email is sent over a connection that cannot be encrypted', async () => {
    const smtp = await smtpServer();
    await queue('a');
    const server = { ...smtp.server, encrypted: true };
    expect(await run(server)).toMatchObject({ sent: 0, putOff: 1, givenUp: 0 });
    expect(smtp.received).toEqual([]);
  });

  test('if an address is refused, its email is marked as failed and the other emails arrive', async () => {
    const smtp = await smtpServer();
    smtp.fault.refuse = (address) =>
      address.startsWith('c@') ? `550 5.1.1 <${address}> unknown` : undefined;
    await queue(...many);
    expect(await run(smtp.server)).toMatchObject({ sent: 11, putOff: 0, givenUp: 1 });
    await later();
    await run(smtp.server);
    expect(addresses(smtp.received)).toEqual(many.filter((name) => name !== 'c'));
    const { rows } = await database.query('select recipient, reason from operations.mails_failed');
    expect(rows).toMatchObject([
      { recipient: 'c@example.com', reason: expect.stringContaining('EENVELOPE RCPT TO 550') },
    ]);
    expect(JSON.stringify(rows[0])).not.toContain('<c@example.com>');
    expect(log.join()).not.toContain('@');
  });

  test.each([
    ['for now', '451 4.7.1 try again later'],
    ['because of our sender', '550 5.7.1 you may not send for this domain'],
  ])('an email whose address is refused %s is tried again', async (_, reply) => {
    const smtp = await smtpServer();
    smtp.fault.refuse = () => reply;
    await queue('a');
    expect(await run(smtp.server)).toMatchObject({ sent: 0, putOff: 1, givenUp: 0 });
    smtp.fault.refuse = () => undefined;
    await later();
    expect(await run(smtp.server)).toMatchObject({ sent: 1, putOff: 0, givenUp: 0 });
    expect(addresses(smtp.received)).toEqual(['a']);
  });

  const foreign = ['a', 'आशा', 'b', 'c', 'd', 'e', 'f'];
  const others = foreign.filter((name) => name !== 'आशा');

  test.each([
    ['at MAIL FROM', { refuseSender: (utf8: boolean) => (utf8 ? '550 not here' : undefined) }],
    [
      'at MAIL FROM as an unknown word',
      { refuseSender: (utf8: boolean) => (utf8 ? '555 5.5.4 no SMTPUTF8' : undefined) },
    ],
    [
      'at RCPT TO',
      { refuse: (to: string) => (/^[a-z]/.test(to) ? undefined : '553 5.6.7 not here') },
    ],
  ])(
    '§19.21 an email to a non-Latin address that is refused %s is marked as failed, and the run continues',
    async (_, fault) => {
      const smtp = await smtpServer();
      Object.assign(smtp.fault, fault);
      await queue(...foreign);
      expect(await run(smtp.server)).toEqual({ sent: 6, putOff: 0, givenUp: 1, outages: 0 });
      expect(addresses(smtp.received)).toEqual(others);
    },
  );

  test.each(['450 not now', '451 4.3.0 later', '452 4.5.3 too many'])(
    '§19.21 an email to a non-Latin address that is refused at MAIL FROM with %j waits, and the rest arrive',
    async (reply) => {
      const smtp = await smtpServer();
      smtp.fault.refuseSender = (utf8) => (utf8 ? reply : undefined);
      await queue(...foreign);
      expect(await run(smtp.server)).toEqual({ sent: 6, putOff: 1, givenUp: 0, outages: 0 });
      expect(addresses(smtp.received)).toEqual(others);
      smtp.fault.refuseSender = () => undefined;
      await later();
      expect(await run(smtp.server)).toMatchObject({ sent: 1, putOff: 0 });
    },
  );

  test('§19.21 an email fails when a mail server without SMTPUTF8 refuses its non-Latin address, and the rest arrive', async () => {
    const smtp = await smtpServer(0, { hideSMTPUTF8: true });
    smtp.fault.refuse = (to) => (/^[a-z]/.test(to) ? undefined : '501 5.1.3 what is this?');
    await queue(...foreign);
    expect(await run(smtp.server)).toEqual({ sent: 6, putOff: 0, givenUp: 1, outages: 0 });
    expect(addresses(smtp.received)).toEqual(others);
  });

  test.each([
    ['our sender', 'a', '550 5.1.8 who are you?'],
    ['our sender for any recipient', 'आशा', '550 5.7.1 you may not send'],
    ['our sender as an invalid address', 'आशा', '553 5.1.7 not an address'],
    ['our sender as unknown', 'आशा', '550 5.1.8 who are you?'],
    ['our sender for a recipient with a non-Latin domain', 'a@उदाहरण.com', '550 not here'],
    ['our sender for now', 'a', '451 4.3.0 later'],
    ['our sender for now for any recipient', 'आशा', '450 4.7.1 you have sent too much'],
    ['the connection', 'आशा', '421 4.3.2 shutting down'],
  ])(
    'the run ends when a mail server refuses %s, and no email is marked as failed',
    async (_, name, reply) => {
      const smtp = await smtpServer();
      smtp.fault.refuseSender = () => reply;
      await queue(name);
      expect(await run(smtp.server)).toEqual({ sent: 0, putOff: 1, givenUp: 0, outages: 1 });
    },
  );

  test('an email whose confirmation is lost arrives twice with the same id, but not a third time', async () => {
    const smtp = await smtpServer();
    smtp.fault.loseReply = true;
    await queue('a');
    expect(await run(smtp.server)).toMatchObject({ sent: 0, putOff: 1, givenUp: 0 });
    smtp.fault.loseReply = false;
    for (let turn = 0; turn < 3; turn += 1) {
      await later();
      await run(smtp.server);
    }
    expect(addresses(smtp.received)).toEqual(['a', 'a']);
    expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  });
});

describe('R14 surviving faults in the sender', () => {
  test('an email arrives twice with the same id when the sender is killed before marking it as sent', async () => {
    const smtp = await smtpServer();
    await queue('a');
    const killed: Outbox = { ...outbox, sent: () => Promise.reject(new Error('killed')) };
    await run(smtp.server, killed);
    expect(log.join()).toContain('mail_not_marked');
    expect(await run(smtp.server)).toMatchObject({ sent: 0, putOff: 0, givenUp: 0 });
    for (let turn = 0; turn < 2; turn += 1) {
      await later();
      await run(smtp.server);
    }
    expect(addresses(smtp.received)).toEqual(['a', 'a']);
    expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  test('an email arrives only once if a later attempt to mark it as sent succeeds', async () => {
    const smtp = await smtpServer();
    await queue('a');
    let tries = 0;
    const flaky: Outbox = {
      ...outbox,
      sent: (mail) => ((tries += 1) < 3 ? Promise.reject(new Error('lost')) : outbox.sent(mail)),
    };
    await run(smtp.server, flaky);
    await later();
    await run(smtp.server);
    expect(addresses(smtp.received)).toEqual(['a']);
  });

  test('an email arrives after its lease expires when the sender is killed before sending', async () => {
    const smtp = await smtpServer();
    await queue('a');
    await outbox.claim(5);
    expect(await run(smtp.server)).toMatchObject({ sent: 0, putOff: 0, givenUp: 0 });
    await later();
    expect(await run(smtp.server)).toMatchObject({ sent: 1, putOff: 0, givenUp: 0 });
  });

  test('every email arrives once when several senders run at the same time', async () => {
    const smtp = await smtpServer();
    // No email is answered before all are under way.
    const all = Promise.withResolvers<undefined>();
    smtp.fault.beforeReply = () => {
      if (smtp.received.length === many.length) all.resolve(undefined);
      return all.promise;
    };
    await queue(...many);
    const runs = await Promise.all([run(smtp.server), run(smtp.server), run(smtp.server)]);
    expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(12);
    expect(addresses(smtp.received)).toEqual(many);
  });

  test('an email of an unknown kind, or one that cannot be read, stays in the queue, and the rest arrive', async () => {
    const smtp = await smtpServer();
    await database.exec(`
      select private.queue_mail('tomorrow', 'x@example.com', '{}', 'tomorrow');
      select private.queue_mail('constructor', 'x@example.com', '{}', 'constructor');
      select private.queue_mail('receipt', 'x@example.com', '{"pack": "single"}', 'receipt')`);
    await queue('a');
    expect(await run(smtp.server)).toMatchObject({ sent: 1, putOff: 3, givenUp: 0 });
    expect(log.join()).toMatch(/EKIND.*EPAYLOAD|EPAYLOAD.*EKIND/s);
    expect(await waiting()).toBe(3);
  });

  test('§19.7 an email to an invalid address is marked as failed, and emails for support go to the support address', async () => {
    const smtp = await smtpServer();
    await database.exec(
      `select private.queue_mail('matters', private.support_recipient(), '{"lines": ["x"]}', 'matters')`,
    );
    await queue('a');
    await database.exec("update private.outbox set recipient = 'nobody' where kind = 'welcome'");
    expect(await run(smtp.server)).toMatchObject({ sent: 1, putOff: 0, givenUp: 1 });
    expect(smtp.received.map(({ to }) => to)).toEqual([seller.email]);
  });

  test('the run ends after one batch when the sender fails unexpectedly or cannot record a failure', async () => {
    await queue(...many);
    const options = { ...site, enough: AbortSignal.timeout(12_000) };
    const breaks = () => Promise.reject(new Error('?'));
    expect(await deliver(outbox, breaks, options)).toMatchObject({ putOff: 5, outages: 1 });
    await later();
    const smtp = await smtpServer();
    smtp.fault.refuse = () => '451 4.7.1 try again later';
    const silent: Outbox = { ...outbox, failed: breaks };
    expect(await run(smtp.server, silent)).toMatchObject({ putOff: 0, outages: 1 });
    expect(log.join()).toContain('mail_not_put_off');
    const { rows } = await database.query('select from private.outbox where leased_until > now()');
    expect(rows).toHaveLength(5);
  });

  test('the sending job stops taking emails when its time is over', async () => {
    const smtp = await smtpServer();
    await queue(...many);
    const options = { ...site, enough: AbortSignal.abort() };
    const send = mailServer(smtp.server, sender);
    expect(await deliver(outbox, send, options)).toMatchObject({ sent: 0, putOff: 0, givenUp: 0 });
    expect(await waiting()).toBe(12);
  });
});

describe('the mail function', () => {
  const stack = inject('stack');
  const post = { method: 'POST' };
  const messages = v.array(v.object({ subject: v.string(), text: v.string() }));

  async function mailOf(address: string) {
    const response = await fetch(
      `${stack.mailboxUrl}/api/messages?${new URLSearchParams({ to: address })}`,
    );
    return v.parse(messages, await response.json());
  }

  test('§19.9 the mail function sends waiting emails and reports its work in numbers', async () => {
    const { mail } = await loadFunctions();
    const run = async () => {
      const reply = await mail(post);
      expect(reply.status).toBe(200);
      return v.parse(
        v.object({ sent: v.number(), putOff: v.number(), givenUp: v.number() }),
        await reply.json(),
      );
    };
    // One run might not get through the emails that other tests have left.
    await sql('delete from private.outbox');
    const { email } = await newMember();
    // One claim takes fewer emails than this.
    await sql(
      `select private.queue_mail('matters', n || '@example.com', '{"lines": ["x"]}', 'many ' || n)
      from generate_series(1, 6) as n`,
    );
    const done = await run();
    expect(done.sent).toBeGreaterThanOrEqual(7);
    expect(log.join()).toContain(`"event":"mail_tended","announced":0,"sent":${done.sent}`);
    expect(await mailOf(email)).toMatchObject([
      { subject: 'Verify your email: welcome to AdmitCircle' },
    ]);
    await mail(post);
    expect(await mailOf(email)).toHaveLength(1);
  });

  test('§19.7 a payment leads to only one receipt, even when it is reported again', async () => {
    const { checkout, paymentVerify, mail } = await loadFunctions();
    const { email, token } = await newMember();
    const order = await openOrder(checkout, undefined, bearer(token));
    const fields = await provider.pay(order.id);
    for (let turn = 0; turn < 2; turn += 1) {
      await paymentVerify(callbackRequest(fields));
      await mail(post);
    }
    const receipts = (await mailOf(email)).filter(({ subject }) => subject.includes('receipt'));
    expect(receipts).toHaveLength(1);
    expect(receipts[0]?.text).toContain(fields['razorpay_payment_id']);
  });

  test.each(['SMTP_URL', 'MAIL_FROM', 'SUPABASE_SECRET_KEY'])(
    '§19.9 the mail function answers 503 without %s and leaves the emails waiting',
    async (variable) => {
      const { email } = await newMember();
      const broken = await loadFunctions({ [variable]: null });
      await expectRefusal(broken.mail(post), 503, 'not_configured');
      expect(log.join()).toContain(`${variable} is missing`);
      const { mail } = await loadFunctions();
      await mail(post);
      expect(await mailOf(email)).toHaveLength(1);
    },
  );
});
