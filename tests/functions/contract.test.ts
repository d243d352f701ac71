import { expect, test } from 'vitest';
import {
  functionNames as filesOfFunctions,
  functionRoutes,
  loadFunction,
} from '../../local/site/function-routes.ts';
import { blockedPath, pageviewPath, paymentPaths } from '../../src/domain/api.ts';
import { accountPaths } from '../../src/domain/personal-data/account-api.ts';
import { freeInterviewPath } from '../../src/domain/packs/free-interview.ts';
import { filePath } from '../../src/domain/files/member-files.ts';
import { oneClickPath } from '../../src/domain/links.ts';
import { messagePath } from '../../src/domain/messages/contact-message.ts';
import { mentorPaths } from '../../src/domain/mentors/mentor-pages.ts';
import {
  allowed,
  environment,
  expectRefusal,
  expectRedirect,
  functionNames,
  loadFunctions,
  log,
} from './support.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The function that serves a path has the path’s name. */
const nameOf = (path: string) => path.split('/').at(-1);

async function configs() {
  return Promise.all(
    filesOfFunctions.map(async (name) => [name, (await loadFunction(name)).config] as const),
  );
}

test('every file at the top of functions/ is a function with a known contract', () => {
  expect([...filesOfFunctions].toSorted()).toEqual(functionNames.toSorted());
});

test('the functions respond only at the paths that the site calls', async () => {
  const called = [
    ...Object.values(paymentPaths),
    ...Object.values(accountPaths),
    ...Object.values(mentorPaths),
    pageviewPath,
    blockedPath,
    freeInterviewPath,
    filePath,
    messagePath,
    oneClickPath,
  ];
  const open = (await functionRoutes()).filter(({ isScheduled }) => !isScheduled);
  // Netlify compares the path in lower case with the path as written.
  const spellings = new Set(called.flatMap((path) => [path, path.toLowerCase()]));
  expect(open.map(({ path }) => path).toSorted()).toEqual([...spellings].toSorted());
  const named = open.filter(({ path }) => called.some((one) => one === path));
  expect(named.map(({ path, name }) => [path, name])).toEqual(
    named.map(({ path }) => [path, nameOf(path)]),
  );
});

test('scheduled jobs run as often as the operator was told, in the region near the database', async () => {
  const all = await configs();
  const schedules = all.flatMap(([name, config]) =>
    'schedule' in config ? [[name, config.schedule]] : [],
  );
  expect(Object.fromEntries(schedules)).toEqual({
    reconcile: '*/5 * * * *',
    watch: '*/5 * * * *',
    sessions: '*/5 * * * *',
    refunds: '*/10 * * * *',
    loans: '7 * * * *',
    retention: '37 * * * *',
    mail: '* * * * *',
  });
  for (const [name, { region }] of all) expect(region, name).toBe('sin');
});

test('P49 the host limits requests to checkout and getkey by address, but not to other functions', async () => {
  const limited = (await configs()).filter(([, { rateLimit }]) => rateLimit);
  expect(limited.map(([name]) => name)).toEqual(['checkout', 'getkey']);
  const lectureHall = 300;
  for (const [, { rateLimit }] of limited) {
    expect(rateLimit).toMatchObject({ aggregateBy: ['ip', 'domain'], windowSize: 60 });
    expect(rateLimit?.windowLimit).toBeGreaterThanOrEqual(2 * lectureHall);
    expect(rateLimit?.windowLimit).toBeLessThan(1000);
  }
});

test('every function rejects a wrong method itself, because the host would answer with 404', async () => {
  for (const [name, { method }] of await configs()) expect(method, name).toBeUndefined();
});

test.for(functionNames)(
  'P10 W2 W6 W7 %s refuses other methods with 405 and security headers',
  async (name) => {
    const functions = await loadFunctions();
    const allow = allowed[name];
    for (const method of methods.filter((other) => !allow.split(', ').includes(other))) {
      const reply = await functions[name]({ method });
      expect(Object.fromEntries(reply.headers), method).toMatchObject({
        allow,
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
      await expectRefusal(reply, 405, 'method_not_allowed');
    }
  },
);

test('the platform’s request id is returned and logged', async () => {
  const functions = await loadFunctions();
  const reply = await functions.getkey({ method: 'POST' });
  expect(log.join()).toContain(`"requestId":"${reply.headers.get('x-request-id')}"`);
});

test.for([
  ...['getkey', 'checkout', 'paymentWebhook', 'reconcile', 'pageview', 'blocked', 'freeInterview'],
  ...['file', 'refunds', 'closeAccount', 'memberData', 'loans', 'retention'],
] as const)('P48 %s answers 503 until every setting is in place', async (name) => {
  const functions = await loadFunctions({ RAZORPAY_WEBHOOK_SECRET: null });
  const [method = ''] = allowed[name].split(', ');
  const says = 'We have not finished setting this up. Please try again later.';
  await expectRefusal(functions[name]({ method }), 503, 'not_configured', says);
  expect(log.join()).toContain('RAZORPAY_WEBHOOK_SECRET is missing');
});

test('a returning payer is redirected to ‘pending’ while a setting is missing', async () => {
  const functions = await loadFunctions({ SUPABASE_SECRET_KEY: null });
  expectRedirect(await functions.paymentVerify(), '/buy?payment=pending');
});

test('P48 getkey returns only the public key id, and never a test key in production', async () => {
  const functions = await loadFunctions();
  const reply = await functions.getkey();
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ key: environment.RAZORPAY_KEY_ID });
  const deployed = await loadFunctions({ CONTEXT: 'production' });
  await expectRefusal(deployed.getkey(), 503, 'not_configured');
});
