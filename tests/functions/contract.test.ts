import { readdirSync } from 'node:fs';
import type { Config } from '@netlify/functions';
import { expect, test } from 'vitest';
import { config as checkout } from '../../functions/checkout.ts';
import { config as closeAccount } from '../../functions/closeAccount.ts';
import { config as feedback } from '../../functions/feedback.ts';
import { config as file } from '../../functions/file.ts';
import { config as freeInterview } from '../../functions/freeInterview.ts';
import { config as getkey } from '../../functions/getkey.ts';
import { config as loans } from '../../functions/loans.ts';
import { config as mail } from '../../functions/mail.ts';
import { config as memberData } from '../../functions/memberData.ts';
import { config as mentorCancel } from '../../functions/mentorCancel.ts';
import { config as message } from '../../functions/message.ts';
import { config as pageview } from '../../functions/pageview.ts';
import { config as paymentStatus } from '../../functions/paymentStatus.ts';
import { config as paymentVerify } from '../../functions/paymentVerify.ts';
import { config as paymentWebhook } from '../../functions/paymentWebhook.ts';
import { config as reconcile } from '../../functions/reconcile.ts';
import { config as retention } from '../../functions/retention.ts';
import { config as sessions } from '../../functions/sessions.ts';
import { config as watch } from '../../functions/watch.ts';
import { pageviewPath, paymentPaths } from '../../src/domain/api.ts';
import { accountPaths } from '../../src/domain/rights/account-api.ts';
import { freeInterviewPath } from '../../src/domain/packs/free-interview.ts';
import { filePath } from '../../src/domain/files/member-files.ts';
import { messagePath } from '../../src/domain/contact/contact-message.ts';
import { mentorPaths } from '../../src/domain/mentor/mentor-pages.ts';
import {
  captureLog,
  environment,
  expectRefusal,
  expectRedirect,
  functionNames,
  loadFunctions,
  type FunctionName,
} from './support.ts';

const allowed: Record<FunctionName, string> = {
  getkey: 'GET',
  checkout: 'POST',
  paymentVerify: 'GET, POST',
  paymentWebhook: 'POST',
  paymentStatus: 'GET',
  reconcile: 'POST',
  watch: 'POST',
  mail: 'POST',
  feedback: 'GET, POST',
  mentorCancel: 'GET, POST',
  sessions: 'POST',
  loans: 'POST',
  pageview: 'POST',
  freeInterview: 'POST',
  file: 'GET, POST, DELETE',
  refunds: 'POST',
  closeAccount: 'POST',
  memberData: 'GET',
  message: 'POST',
  retention: 'POST',
};
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

test('the functions answer at the paths that the site calls', () => {
  expect(getkey.path).toBe(paymentPaths.key);
  expect(checkout.path).toBe(paymentPaths.checkout);
  expect(paymentVerify.path).toContain(paymentPaths.verify);
  expect(paymentWebhook.path).toContain(paymentPaths.webhook);
  expect(paymentStatus.path).toContain(paymentPaths.status);
  expect(pageview.path).toBe(pageviewPath);
  expect(freeInterview.path).toContain(freeInterviewPath);
  expect(file.path).toBe(filePath);
  expect(closeAccount.path).toContain(accountPaths.close);
  expect(memberData.path).toContain(accountPaths.data);
  expect(message.path).toBe(messagePath);
  expect(feedback.path).toBe(mentorPaths.feedback);
  expect(mentorCancel.path).toContain(mentorPaths.cancel);
  for (const config of [reconcile, watch, sessions]) {
    expect(config).toEqual({ schedule: '*/5 * * * *', region: 'sin' });
  }
  expect(loans).toEqual({ schedule: '7 * * * *', region: 'sin' });
  expect(retention).toEqual({ schedule: '37 * * * *', region: 'sin' });
  expect(mail).toEqual({ schedule: '* * * * *', region: 'sin' });
});

/** The settings of every deployed function, by file. */
async function configs(): Promise<Map<string, Config>> {
  const folder = new URL('../../functions/', import.meta.url);
  const names = readdirSync(folder).flatMap((file) => /^(\w+)\.ts$/.exec(file)?.[1] ?? []);
  const modules = names.map(async (name): Promise<[string, Config]> => {
    const { config } = (await import(`../../functions/${name}.ts`)) as { config: Config };
    return [name, config];
  });
  return new Map(await Promise.all(modules));
}

test('P49 the host limits checkout and getkey by address, and no other function', async () => {
  const limited = [...(await configs())].filter(([, { rateLimit }]) => rateLimit);
  expect(limited.map(([name]) => name)).toEqual(['checkout', 'getkey']);
  const lectureHall = 300;
  for (const [, { rateLimit }] of limited) {
    expect(rateLimit).toMatchObject({ aggregateBy: ['ip', 'domain'], windowSize: 60 });
    expect(rateLimit?.windowLimit).toBeGreaterThanOrEqual(2 * lectureHall);
    expect(rateLimit?.windowLimit).toBeLessThan(1000);
  }
});

test('no function leaves a refused method to the host, which would answer 404', async () => {
  for (const [name, { method }] of await configs()) expect(method, name).toBeUndefined();
});

test.for(functionNames)('P10 %s refuses other methods with 405 and Allow', async (name) => {
  captureLog();
  const functions = await loadFunctions();
  const allow = allowed[name];
  for (const method of methods.filter((other) => !allow.split(', ').includes(other))) {
    const reply = await functions[name]('/', { method });
    expect(reply.headers.get('allow'), method).toBe(allow);
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    await expectRefusal(reply, 405, 'method_not_allowed');
  }
});

test.for(functionNames)('W2 W6 W7 %s sends the security headers', async (name) => {
  captureLog();
  const functions = await loadFunctions();
  const reply = await functions[name]('/', { method: 'PUT' });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'content-type': 'application/json; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('the request id of the platform is returned and logged', async () => {
  const log = captureLog();
  const functions = await loadFunctions();
  const reply = await functions.getkey('/api/getkey', { method: 'POST' });
  expect(log.join()).toContain(`"requestId":"${reply.headers.get('x-request-id')}"`);
});

test.for([
  'getkey',
  'checkout',
  'paymentWebhook',
  'reconcile',
  'pageview',
  'freeInterview',
  'file',
  'refunds',
  'closeAccount',
  'memberData',
  'loans',
  'retention',
] as const)('P48 %s answers 503 until everything is configured', async (name) => {
  const log = captureLog();
  const functions = await loadFunctions({ RAZORPAY_WEBHOOK_SECRET: null });
  const [method = ''] = allowed[name].split(', ');
  await expectRefusal(await functions[name]('/', { method }), 503, 'not_configured');
  expect(log.join()).toContain('RAZORPAY_WEBHOOK_SECRET is missing');
});

test('P48 refuses a test key in production', async () => {
  captureLog();
  const functions = await loadFunctions({ CONTEXT: 'production' });
  await expectRefusal(await functions.getkey('/api/getkey'), 503, 'not_configured');
});

test('redirects a returning payer to pending while a setting is missing', async () => {
  captureLog();
  const functions = await loadFunctions({ SUPABASE_SECRET_KEY: null });
  expectRedirect(await functions.paymentVerify('/api/paymentVerify'), '/buy?payment=pending');
});

test('getkey returns the public key id and nothing else', async () => {
  const functions = await loadFunctions();
  const reply = await functions.getkey('/api/getkey');
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ key: environment.RAZORPAY_KEY_ID });
});
