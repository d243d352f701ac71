import { expect, test } from 'vitest';
import { dailyLimits, freeInterviews, lasting, lastingInFigures } from '../domain/periods.ts';
import { inWords } from '../domain/words/count.ts';
import { fillTokens } from './tokens.ts';

const values = { email: 'team@example.org', city: 'Pune' };

test('every token is replaced wherever it occurs', () => {
  expect(fillTokens('[{email}](mailto:{email}), {city}', values, 'faqs.yml')).toBe(
    '[team@example.org](mailto:team@example.org), Pune',
  );
});

test('text without tokens does not change', () => {
  expect(fillTokens('Rs 699 costs $& less', values, 'faqs.yml')).toBe('Rs 699 costs $& less');
});

test.each(['{fax}', '{}', '{ email }', '{toString}', '{__proto__}'])(
  'the unknown token %s is rejected with a readable message',
  (token) => {
    expect(() => fillTokens(`Write to ${token}.`, values, 'faqs.yml → contact')).toThrow(
      `faqs.yml → contact: the token ${token} is unknown. Use one of {email}, {city}, {free interviews}`,
    );
  },
);

test.each(['Write to {email', 'Write to email}', '{{email}}'])(
  'the stray brace in %s is rejected with a readable message',
  (text) => {
    expect(() => fillTokens(text, values, 'terms')).toThrow('terms: a single');
  },
);

test('tokens insert the numbers in our rules as figures and as words', () => {
  const texts: Record<string, string | number> = {
    '{refund}, {refund: words}': `${lastingInFigures('refund')}, ${lasting('refund')}`,
    '{export} a day': `${inWords(dailyLimits.export)} a day`,
    '{free interviews}': freeInterviews,
  };
  for (const [text, filled] of Object.entries(texts)) {
    expect(fillTokens(text, values, 'terms')).toBe(String(filled));
  }
});

test('a value that looks like a token is not replaced again', () => {
  expect(fillTokens('{city}', { city: '{email}' }, 'terms')).toBe('{email}');
});
