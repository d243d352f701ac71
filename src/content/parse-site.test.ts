import { expect, test } from 'vitest';
import { parseSite, sitePlaceholders, siteTokens } from './parse-site.ts';

test('without any variable the site has a complete set of values', () => {
  const site = parseSite({});
  expect(site.name).toBe('AdmitCircle');
  expect(site.businessHours).toBe('Monday to Saturday, 9:00 AM to 6:00 PM');
  expect(site.social.map(({ network }) => network)).toEqual([
    'video',
    'photo',
    'professional',
    'social',
  ]);
});

test('a variable overrides its value, trimmed', () => {
  const site = parseSite({ PUBLIC_EMAIL: ' hello@example.org ', PUBLIC_PHONE: '+91 80 1234 5678' });
  expect(site.email).toBe('hello@example.org');
  expect(site.phoneUrl).toBe('tel:+918012345678');
});

test('an empty variable counts as unset', () => {
  expect(parseSite({ PUBLIC_SITE_NAME: '  ' }).name).toBe('AdmitCircle');
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
  ['PUBLIC_ADDRESS', '1 <b>Campus</b> Road'],
  ['PUBLIC_LEGAL_NAME', 'The {company}'],
])('%s=%s is refused by name', (variable, value) => {
  expect(() => parseSite({ [variable]: value })).toThrow(`${variable} is "${value}": it must`);
});

test('all wrong variables are named at once', () => {
  expect(() => parseSite({ PUBLIC_EMAIL: 'x', PUBLIC_PHONE: 'y' })).toThrow(
    /PUBLIC_EMAIL.*\n.*PUBLIC_PHONE/,
  );
});

test('a setting is a placeholder until it differs from the sample', () => {
  const variables = (env: Record<string, string>) =>
    sitePlaceholders(env).map(({ variable }) => variable);
  expect(variables({})).toContain('PUBLIC_UPI_ADDRESS');
  expect(variables({ PUBLIC_UPI_ADDRESS: 'admitcircle@example' })).toContain('PUBLIC_UPI_ADDRESS');
  expect(variables({ PUBLIC_UPI_ADDRESS: 'circle@bank' })).not.toContain('PUBLIC_UPI_ADDRESS');
});

test('a sample that may be right is confirmed by setting it', () => {
  const variables = sitePlaceholders({ PUBLIC_CITY: 'Bengaluru' }).map(({ variable }) => variable);
  expect(variables).not.toContain('PUBLIC_CITY');
});

test('every token of the site has a value', () => {
  for (const value of Object.values(siteTokens(parseSite({})))) expect(value).not.toBe('');
});
