import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import * as v from 'valibot';
import { supportRecipient } from '../../functions/_lib/mail/outbox.ts';
import { sql } from './samples.ts';
import { deadUrl, fakeService, faultyProxy, serve } from './servers.ts';
import {
  callbackRequest,
  environment,
  expectRefusal,
  loadFunctions,
  openOrder,
  provider,
  service,
  sign,
  siteUrl,
  log,
} from './support.ts';

const { keys } = inject('stack');

const message = v.pipe(v.string(), v.parseJson(), v.object({ text: v.string() }));

/** Starts the two outside services; `told` holds the messages so far, `beats` counts the heartbeats. */
async function outside({ status = 200 } = {}) {
  const told: string[] = [];
  const beats: string[] = [];
  const url = await serve((request, response) => {
    void (async () => {
      if (request.url === '/beat') beats.push(request.url);
      else told.push(v.parse(message, await text(request)).text);
      response.writeHead(request.url === '/beat' ? 200 : status).end();
    })();
  });
  return { told, beats, settings: { ALERT_URL: `${url}/alert`, HEARTBEAT_URL: `${url}/beat` } };
}

/** Runs the watch as a new process would. */
async function run(settings: Record<string, string | null>): Promise<Response> {
  const { watch } = await loadFunctions(settings);
  return watch({ method: 'POST' });
}

/** Runs the watch until every matter has been told, because other tests leave matters behind and a run tells 20. */
async function runUntilTold(settings: Record<string, string | null>): Promise<void> {
  const reply = v.object({ told: v.number() });
  for (let told = 20; told === 20;) {
    ({ told } = v.parse(reply, await (await run(settings)).json()));
  }
}

/** Pays an order twice; resolves to the ids of both payments. */
async function paidTwice(): Promise<string[]> {
  const { checkout, paymentVerify } = await loadFunctions();
  const order = await openOrder(checkout);
  const late = await provider.failForNow(order.id);
  const first = await provider.pay(order.id);
  await provider.authoriseLate(late);
  const second = {
    razorpay_order_id: order.id,
    razorpay_payment_id: late,
    razorpay_signature: sign(`${order.id}|${late}`, keys.razorpayKeySecret),
  };
  for (const fields of [first, second]) {
    await paymentVerify(callbackRequest(fields));
  }
  return [late, first['razorpay_payment_id'] ?? ''];
}

test('R13 the operator is told only once of a payment received by mistake', async () => {
  const { told, settings } = await outside();
  const payments = await paidTwice();
  await runUntilTold(settings);
  await runUntilTold(settings);
  const lines = told.join('\n').split('\n');
  const about = lines.filter((line) => payments.some((payment) => line.includes(payment)));
  expect(about).toHaveLength(1);
  expect(about[0]).toMatch(
    /^• Refund INR 699.00 of payment pay_\w+: the order was paid twice\. http:\S+\/desk\?screen=money$/,
  );
  expect(told[0]).toMatch(`${new URL(siteUrl).host} needs your attention`);
  const alive = 'select job from operations.jobs where finished_at is null and is_alive';
  expect(await sql(alive), 'a job that never ran does not count as alive').toEqual([]);
  expect(told.join()).not.toMatch(/\S@\S/);
  expect(log.join()).not.toContain(settings.ALERT_URL);
});

test.for([
  ['RAZORPAY_WEBHOOK_SECRET', null, 'RAZORPAY_WEBHOOK_SECRET is missing'],
  ['RAZORPAY_KEY_SECRET', 'revoked', 'RAZORPAY_KEY_ID is rejected by Razorpay'],
] as const)('R13 the operator is told only once that %s is %s', async ([name, value, line]) => {
  const { told, settings } = await outside();
  for (let runs = 0; runs < 2; runs += 1) await runUntilTold({ ...settings, [name]: value });
  expect(told.join('\n').split(line)).toHaveLength(2);
});

test('R13 the watch continues while the payment provider is down, and does not report our key as refused', async () => {
  const { told, beats, settings } = await outside();
  await runUntilTold({ ...settings, RAZORPAY_API_URL: await deadUrl() });
  expect(log.join()).toContain('provider_not_asked');
  expect(told.join()).not.toContain('RAZORPAY_KEY_ID');
  expect(beats.length).toBeGreaterThan(0);
});

test('R13 the watch reports a wrong alert address and continues', async () => {
  const { beats, settings } = await outside();
  await runUntilTold({ ...settings, ALERT_URL: 'not an address' });
  const mails = await sql(
    "select id from private.outbox where kind = 'matters' and payload ->> 'lines' like '%ALERT_URL must be a full address%'",
  );
  expect(mails).toHaveLength(1);
  expect(beats.length).toBeGreaterThan(0);
});

test('§19.17 support is told by email too, even when no alert address is set', async () => {
  const { told, beats, settings } = await outside();
  // The payments’ ids decide which of the two pays the order.
  const payments = await paidTwice();
  await runUntilTold({ ...settings, ALERT_URL: null });
  const mails = await sql(
    `select recipient from private.outbox
    where kind = 'matters' and payload ->> 'lines' ~ '${payments.join('|')}'`,
  );
  expect(mails).toEqual([{ recipient: supportRecipient }]);
  expect(told).toEqual([]);
  expect(beats.length).toBeGreaterThan(0);
});

test('R13 every run reports to the monitor', async () => {
  const { told, beats, settings } = await outside();
  await runUntilTold({ ALERT_URL: null });
  const reply = await run({ ...settings, ALERT_URL: null });
  expect(await reply.json()).toEqual({ told: 0 });
  expect((await run({ HEARTBEAT_URL: null })).status).toBe(200);
  expect({ told, beats }).toEqual({ told: [], beats: ['/beat'] });
});

test('R13 a run does not report to the monitor while the reconciler is silent', async () => {
  const { beats, settings } = await outside();
  const backend = await fakeService(({ url }) => ({
    body: url?.endsWith('/take_matters') ? [] : url?.endsWith('/may_run'),
  }));
  const reply = await run({ ...settings, ALERT_URL: null, PUBLIC_SUPABASE_URL: backend.url });
  expect(await reply.json()).toEqual({ told: 0 });
  expect(beats).toEqual([]);
  expect(log.join()).toContain('"level":"error","event":"jobs_silent"');
});

test('R13 a run does not report to the monitor while the alert address refuses messages', async () => {
  const { beats, settings } = await outside({ status: 500 });
  await paidTwice();
  const mails = async () =>
    (await sql("select id from private.outbox where kind = 'matters'")).length;
  const before = await mails();
  await expectRefusal(run(settings), 500, 'internal');
  expect(await mails(), 'the email was queued before the alert failed').toBe(before + 1);
  expect(log.join()).toContain('ALERT_URL answered 500');
  expect(log.join()).not.toContain(settings.ALERT_URL);
  expect(beats).toEqual([]);
});

test('P43 the watch answers 503 while the database is down or not configured', async () => {
  const { beats, settings } = await outside();
  const down = { ...settings, PUBLIC_SUPABASE_URL: await deadUrl() };
  await expectRefusal(run(down), 503, 'database_unavailable');
  await expectRefusal(run({ ...settings, SUPABASE_SECRET_KEY: null }), 503, 'not_configured');
  expect(beats).toEqual([]);
});

const lastRun = async (job: string) =>
  (await sql(`select finished_at from private.job_runs where job = '${job}'`))[0];

test('R13 a run of the reconciler in which every order failed is not recorded', async () => {
  await openOrder((await loadFunctions()).checkout);
  await sql(
    "update public.orders set created_at = now() - interval '20 minutes' where status = 'created'",
  );
  const before = await lastRun('reconcile');
  const { reconcile } = await loadFunctions({ RAZORPAY_KEY_SECRET: 'revoked' });
  await expectRefusal(reconcile({ method: 'POST' }), 500, 'internal');
  expect(await lastRun('reconcile')).toEqual(before);
});

test('R13 a run of the mail job that ends in an outage is not recorded', async () => {
  await sql(
    `insert into private.outbox (kind, recipient, payload, dedupe_key, next_attempt)
    values ('matters', 'support@admitcircle.example', '{"lines": ["x"]}', gen_random_uuid(), now())`,
  );
  const before = await lastRun('mail');
  const { mail } = await loadFunctions({ SMTP_URL: 'smtp://127.0.0.1:9' });
  await expectRefusal(mail({ method: 'POST' }), 500, 'internal');
  expect(await lastRun('mail')).toEqual(before);
  expect(log.join()).toContain('achieved nothing');
  // Between two tries of the waiting emails, a run has nothing to do.
  await sql(
    "update private.outbox set next_attempt = now() + interval '1 minute' where sent_at is null",
  );
  expect((await mail({ method: 'POST' })).status).toBe(200);
  expect(await lastRun('mail')).toEqual(before);
  await sql('update private.outbox set next_attempt = now() where sent_at is null');
  const again = await loadFunctions();
  expect((await again.mail({ method: 'POST' })).status).toBe(200);
  expect(await lastRun('mail')).not.toEqual(before);
});

test('R13 every run of the reconciler is recorded', async () => {
  const asked: string[] = [];
  const backend = await faultyProxy(String(environment['PUBLIC_SUPABASE_URL']), (path) => {
    asked.push(path);
    return 'pass';
  });
  const { reconcile } = await loadFunctions({ PUBLIC_SUPABASE_URL: backend });
  await reconcile({ method: 'POST' });
  expect(asked.at(-1)).toBe('/rest/v1/rpc/note_run');
  expect((await service.rpc('jobs_are_alive').throwOnError()).data).toBe(true);
});
