import { expect, test } from 'vitest';
import { fillTokens } from './tokens.ts';

const values = { email: 'team@example.org', city: 'Pune' };

test('every token is replaced, as often as it occurs', () => {
  expect(fillTokens('[{email}](mailto:{email}), {city}', values, 'faqs.yml')).toBe(
    '[team@example.org](mailto:team@example.org), Pune',
  );
});

test('a text without tokens stays as it is', () => {
  expect(fillTokens('Rs 699 costs $& less', values, 'faqs.yml')).toBe('Rs 699 costs $& less');
});

test.each(['{fax}', '{}', '{ email }', '{toString}', '{__proto__}'])(
  'the unknown token %s stops the build with a sentence',
  (token) => {
    expect(() => fillTokens(`Write to ${token}.`, values, 'faqs.yml → contact')).toThrow(
      `faqs.yml → contact: the token ${token} is unknown. Use one of {email}, {city}.`,
    );
  },
);

test.each(['Write to {email', 'Write to email}', '{{email}}'])(
  'the stray brace in %s stops the build with a sentence',
  (text) => {
    expect(() => fillTokens(text, values, 'terms')).toThrow('terms: a single');
  },
);

test('a value that looks like a token is not filled again', () => {
  expect(fillTokens('{city}', { city: '{email}' }, 'terms')).toBe('{email}');
});
