import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseList } from '../../src/prerender/parse-files.ts';
import { parseSite } from '../../src/prerender/environment.ts';
import { faqSchema, portrait, testimonialSchema } from '../../src/prerender/schemas.ts';
import { fillTokens } from '../../src/prerender/tokens.ts';

const tokens = parseSite({ PUBLIC_EMAIL: 'hello@example.org' });

function readEntries(file: string) {
  const text = readFileSync(new URL(`../../src/content/${file}`, import.meta.url), 'utf8');
  return parseList(fillTokens(text, tokens, file), file).map(({ fields }) => fields);
}

const faqs = readEntries('faqs.yml').map((fields) => faqSchema.parse(fields));
const cardSchema = testimonialSchema(portrait);
const testimonials = readEntries('testimonials.yml').map((fields) => cardSchema.parse(fields));

const answers = [
  ['§3.15', 'financial-assistance', /^No\. We are an enabler, .*partner financial institutions/s],
  ['§3.16', 'when-to-apply', /Early.*scholarships first.*Then apply for a loan/s],
  ['§3.17', 'data-privacy', /do not share your details with .*what you ask.*encrypted/s],
  ['§3.18', 'how-we-earn', /origination fee.*Students pay us nothing/s],
  ['§3.19', 'contact', /hello@example\.org/],
] as const;

test('the FAQs of §3.15 to §3.19 come first, in their order', () => {
  const inOrder = faqs.toSorted((a, b) => a.serial - b.serial);
  const ids = inOrder.map(({ id }) => id).slice(0, 5);
  expect(ids).toEqual(answers.map(([, id]) => id));
});

test.each(answers)('%s is answered by the FAQ %s', (_rule, id, content) => {
  expect(faqs.find((faq) => faq.id === id)?.answer).toMatch(content);
});

test('every paragraph of an answer is on one line', () => {
  for (const { answer } of faqs) expect(answer).not.toMatch(/[^\n]\n[^\n]/);
});

test('§13.2 there are at least seven testimonials, each with its own name, institute and quote', () => {
  expect(testimonials.length).toBeGreaterThanOrEqual(7);
  for (const field of ['name', 'college', 'testimonial'] as const) {
    expect(new Set(testimonials.map((card) => card[field])).size).toBe(testimonials.length);
  }
});

test('§3.20 the quotes are about mock interviews, savings and mentoring, and do not promise anything', () => {
  const quotes = testimonials.map(({ testimonial }) => testimonial).join('\n');
  expect(quotes).toMatch(/mock/);
  expect(quotes).toMatch(/rate|lower/);
  expect(quotes).toMatch(/mentor/);
  expect(quotes).not.toMatch(/guarantee|100%|sure shot|will get/i);
});

const card = testimonials[0];

test.each([
  [{ linkedIn: 'https://www.linkedin.com/in/somebody' }, 'own profile with sample: false'],
  [{ sample: false }, 'https://www.linkedin.com/ with sample: true'],
  [{ img: '../assets/portraits/nobody.svg' }, 'portraits/nobody.svg, which is not there'],
  [{ sample: false, linkedIn: 'https://example.org/in/a' }, 'must start with'],
  [{ testimonial: 'Very good.' }, '25 to 60 words'],
  [{ testimonial: 'word '.repeat(61) }, '25 to 60 words'],
  [{ name: 'Aarav S' }, 'first name alone'],
  [{ priority: 1 }, 'Unrecognized key'],
])('a testimonial with %j is refused', (change, sentence) => {
  const result = cardSchema.safeParse({ ...card, ...change });
  expect(result.error?.issues.map(({ message }) => message).join('\n')).toContain(sentence);
});

test('a real member’s testimonial is accepted with sample: false', () => {
  const change = { sample: false, linkedIn: 'https://www.linkedin.com/in/somebody' };
  expect(cardSchema.safeParse({ ...card, ...change }).success).toBe(true);
});
