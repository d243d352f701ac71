import { expect, test } from 'vitest';
import { business } from '../../tests/samples/business.ts';
import { checkEnvironment, parseServices, parseSite, sitePlaceholders } from './environment.ts';

test('every setting has a default when no variables are set', () => {
  const site = parseSite({});
  expect(site.name).toBe('AdmitCircle');
  expect(site.businessHours).toBe('Monday to Saturday, 9:00 AM to 6:00 PM');
  const networks = site.social.map(({ network }) => network);
  expect(networks).toEqual(['video', 'photo', 'professional', 'social']);
});

test('§13.15 a link that the owner has not set is labelled as a sample on a developer’s machine', () => {
  const site = parseSite({ CONTEXT: 'dev' });
  expect(site.chat?.sample).toBe(true);
  expect(site.podcast?.sample).toBe(true);
  expect(site.video?.title).toBe('Sample film');
  expect(site.showsSamples).toBe(true);
  for (const { label } of site.social) expect(label).toMatch(/ \(sample\)$/);
});

test('§13.15 a deployed build leaves out links that the owner has not set', () => {
  const unset = parseSite({ CONTEXT: 'production', PUBLIC_CHAT_URL: 'https://wa.me/' });
  expect(unset).toMatchObject({ social: [], showsSamples: false });
  expect([unset.chat, unset.podcast, unset.video]).toEqual([undefined, undefined, undefined]);

  const set = parseSite({
    CONTEXT: 'deploy-preview',
    PUBLIC_CHAT_URL: 'https://wa.me/919876543210',
    PUBLIC_PROFESSIONAL_URL: 'https://www.linkedin.com/company/circle',
    PUBLIC_VIDEO_ID: 'abcdefghijk',
  });
  expect(set.chat).toEqual({ url: 'https://wa.me/919876543210', sample: false });
  expect(set.social.map(({ label }) => label)).toEqual(['LinkedIn']);
  expect(set.video).toEqual({ id: 'abcdefghijk', title: 'How the circle works' });
});

test('§8.29 a setting is its variable’s trimmed value, and an empty variable counts as unset', () => {
  const site = parseSite({
    PUBLIC_EMAIL: ' hello@example.org ',
    PUBLIC_PHONE: '+91 80 1234 5678',
    PUBLIC_SITE_NAME: '  ',
    PUBLIC_TAX_NUMBER: '29ABCDE1234F1Z5',
  });
  expect(site).toMatchObject({ email: 'hello@example.org', phoneUrl: 'tel:+918012345678' });
  expect(site).toMatchObject({ name: 'AdmitCircle', taxNumber: '29ABCDE1234F1Z5' });
  expect(parseSite({}).taxNumber).toBe('');
});

test.each([
  ['https://www.example.org/', 'https://www.example.org'],
  ['https://www.example.org/some/path', 'https://www.example.org'],
  ['http://localhost:4321', 'http://localhost:4321'],
  ['http://127.0.0.1:8888/', 'http://127.0.0.1:8888'],
])('the site address %s is reduced to its origin', (given, origin) => {
  expect(parseSite({ PUBLIC_SITE_URL: given }).url).toBe(origin);
});

test.each([
  ['PUBLIC_SITE_URL', 'http://www.example.org'],
  ['PUBLIC_SITE_URL', 'http://localhost.example.org'],
  ['PUBLIC_SITE_URL', 'www.example.org'],
  ['PUBLIC_EMAIL', 'team at example.org'],
  ['PUBLIC_PHONE', '080 1234 5678'],
  ['PUBLIC_CHAT_URL', 'javascript:alert(1)'],
  ['PUBLIC_PODCAST_URL', 'http://www.example.org'],
  ['PUBLIC_VIDEO_ID', 'https://youtu.be/aqz-KE-bpKQ'],
  ['PUBLIC_UPI_ADDRESS', 'admitcircle'],
  ['PUBLIC_TAX_NUMBER', '29ABCDE1234F1'],
  ['PUBLIC_ADDRESS', '1 <b>Campus</b> Road'],
  ['PUBLIC_LEGAL_NAME', 'The {company}'],
])('the build rejects %s=%s and names the variable', (variable, value) => {
  expect(() => parseSite({ [variable]: value })).toThrow(`${variable} is "${value}": it must`);
});

test('a single error names every invalid variable', () => {
  expect(() => parseSite({ PUBLIC_EMAIL: 'x', PUBLIC_PHONE: 'y' })).toThrow(
    /PUBLIC_EMAIL.*\n.*PUBLIC_PHONE/,
  );
});

test.each([
  ['PUBLIC_UPI_ADDRESS', undefined, true],
  ['PUBLIC_UPI_ADDRESS', 'admitcircle@example', true],
  ['PUBLIC_UPI_ADDRESS', 'circle@bank', false],
  ['PUBLIC_CITY', 'Bengaluru', false],
])('%s=%s is listed as a placeholder: %s', (name, value, isListed) => {
  const listed = sitePlaceholders({ [name]: value }).map(({ variable }) => variable);
  expect(listed.includes(name)).toBe(isListed);
});

const production = {
  ...business,
  CONTEXT: 'production',
  PUBLIC_SITE_URL: 'https://admitcircle.example',
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
};
const sandbox = { PUBLIC_CHECKOUT_SCRIPT_URL: 'http://127.0.0.1:54330/v1/checkout.js' };

function problemsOf(env: NodeJS.ProcessEnv, others: string[] = []): string {
  try {
    checkEnvironment(env, others);
  } catch (error) {
    return String(error);
  }
  return 'none';
}

test('a production build accepts public addresses, and other builds accept the local stack', () => {
  expect(problemsOf({ ...production, RAZORPAY_KEY_ID: 'rzp_live_abc' })).toBe('none');
  expect(problemsOf(sandbox)).toBe('none');
});

test.each([
  ['PUBLIC_SITE_URL', 'http://localhost:4321', 'must be a public https:// address'],
  ['PUBLIC_SITE_URL', '', 'is missing'],
  ['PUBLIC_SUPABASE_URL', undefined, 'is missing'],
  ['PUBLIC_SUPABASE_URL', 'https://127.0.0.1:54321', 'must be a public https:// address'],
  ['PUBLIC_SUPABASE_PUBLISHABLE_KEY', undefined, 'is missing'],
  ['PUBLIC_CHECKOUT_SCRIPT_URL', sandbox.PUBLIC_CHECKOUT_SCRIPT_URL, 'must be https://checkout'],
  ['RAZORPAY_KEY_ID', 'rzp_test_abc', 'must be a live key'],
  ['PUBLIC_ANALYTICS_URL', 'https://localhost/views', 'must be a public https:// address'],
  ['PUBLIC_ANALYTICS_URL', 'http://views.example.org', 'must be a public https:// address'],
])('a production build rejects %s = %s', (name, value, problem) => {
  expect(problemsOf({ ...production, [name]: value })).toContain(`  ${name} ${problem}`);
});

test('a single error lists every problem, each on its variable’s own line', () => {
  const wrong = { PUBLIC_SUPABASE_URL: 'abc', PUBLIC_EMAIL: 'team' };
  const env = { ...business, ...wrong, CONTEXT: 'production' };
  const others = ['PUBLIC_SITE_URL is missing for the functions', 'SUPABASE_SECRET_KEY is missing'];
  expect(problemsOf(env, others)).toBe(`Error: Correct these environment variables:
  PUBLIC_EMAIL is "team": it must be an email address, such as team@example.org.
  PUBLIC_SITE_URL is missing.
  PUBLIC_SUPABASE_PUBLISHABLE_KEY is missing.
  PUBLIC_SUPABASE_URL must be a full address that starts with https://.
  SUPABASE_SECRET_KEY is missing.`);
});

const required = [
  'PUBLIC_SUPPORT_EMAIL',
  'PUBLIC_PHONE',
  'PUBLIC_LEGAL_NAME',
  'PUBLIC_GRIEVANCE_NAME',
  'PUBLIC_GRIEVANCE_EMAIL',
  'PUBLIC_GRIEVANCE_PHONE',
  'PUBLIC_UPI_ADDRESS',
] as const;
const withoutBusiness = Object.fromEntries(required.map((name) => [name, undefined]));

test('§13.20 a production build refuses placeholders for business details and lists them all', () => {
  const lines = problemsOf({ ...production, ...withoutBusiness })
    .split('\n')
    .slice(1);
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(required);
  const sample = { ...production, PUBLIC_PHONE: parseSite({}).phone };
  expect(problemsOf(sample)).toContain('PUBLIC_PHONE is missing or still the placeholder: set the');
});

test.each([
  ['a preview', { CONTEXT: 'deploy-preview' }],
  ['the rehearsal', { PUBLIC_SITE_URL: 'https://circle.netlify.app' }],
])('§13.20 %s accepts placeholders and test keys, and rejects live keys', (_, change) => {
  const env = { ...production, ...withoutBusiness, ...change };
  expect(problemsOf({ ...env, RAZORPAY_KEY_ID: 'rzp_test_abc' })).toBe('none');
  expect(problemsOf({ ...env, RAZORPAY_KEY_ID: 'rzp_live_abc' })).toContain('must be a test key');
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'abc', 'must be a full address'],
  ['PUBLIC_SUPABASE_PUBLISHABLE_KEY', 'sb_secret_abc', 'holds a secret key'],
  ['PUBLIC_ANALYTICS_URL', 'views.example.org', 'must be a path on this site'],
  ['PUBLIC_ANALYTICS_URL', '//views.example.org', 'must be a path on this site'],
  ['PUBLIC_ANALYTICS_URL', '/\\views.example.org', 'must be a path on this site'],
  ['PUBLIC_ANALYTICS_URL', 'javascript:alert(1)', 'must be a path on this site'],
])('every build rejects %s = %s', (name, value, problem) => {
  expect(problemsOf({ [name]: value })).toContain(`  ${name} ${problem}`);
});

test.each([
  [undefined, '/api/pageview', undefined],
  [' ', '/api/pageview', undefined],
  ['/views', '/views', undefined],
  ['https://views.example.org/v1', 'https://views.example.org/v1', 'https://views.example.org'],
])(
  '§12.25 pages report their views to PUBLIC_ANALYTICS_URL = %s',
  (value, analytics, analyticsOrigin) => {
    const env = { ...production, PUBLIC_ANALYTICS_URL: value };
    expect(problemsOf(env)).toBe('none');
    expect(parseServices(env)).toMatchObject({
      backendOrigin: 'https://abc.supabase.co',
      checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
      analytics,
      analyticsOrigin,
    });
  },
);
