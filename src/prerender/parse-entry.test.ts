import { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { parseEntry } from './parse-entry.ts';
import { portrait, seoDescription } from './schemas.ts';

const schema = z.strictObject({
  serial: z.int(),
  question: z.string().endsWith('?', 'must end with a question mark'),
});

test.each([
  [{ serial: 1 }, 'question is missing'],
  [{ serial: 1, question: null }, 'question is missing'],
  [{ serial: 1, question: true }, 'question must be text'],
  [{ serial: 1.5, question: 'Why?' }, 'serial must be a whole number'],
  [{ serial: 1, question: 'Why' }, 'question must end with a question mark'],
  [{ question: 'Why' }, 'serial is missing; question must end with a question mark'],
  [{ serial: 1, question: 'Why?', anser: '' }, 'there is no field anser'],
])('the entry %j is rejected with a readable message', (fields, problem) => {
  expect(() => {
    parseEntry(schema, fields, 'faqs.yml → laptop-loan');
  }).toThrow(`faqs.yml → laptop-loan: ${problem}.`);
});

test('a correct entry is accepted', () => {
  expect(() => {
    parseEntry(schema, { serial: 1, question: 'Why?' }, 'faqs.yml → laptop-loan');
  }).not.toThrow();
});

test.each([
  [
    { img: portrait },
    { img: '../assets/portraits/nobody.svg' },
    'img names ../assets/portraits/nobody.svg, which is not there',
  ],
  [
    { description: seoDescription },
    { description: 'long '.repeat(40) },
    'description must have up to 160 characters, or search results cut it off',
  ],
])(
  'the error names the entry and the field that breaks a content rule',
  (shape, fields, problem) => {
    expect(() => {
      parseEntry(z.strictObject(shape), fields, 'policies/refundpolicy.md');
    }).toThrow(`policies/refundpolicy.md: ${problem}.`);
  },
);
