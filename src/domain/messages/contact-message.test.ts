import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  cleanMessage,
  isOnlyLinks,
  looksLikeAdvertising,
  messageRequest,
  messageRules,
} from './contact-message.ts';

test('§18.13 cleaning a message keeps its lines and removes invisible characters', () => {
  expect(cleanMessage('  Hello\r\n\r\n\r\n\r\nAsha\u202e\u0000\there ')).toBe('Hello\n\nAsha here');
});

test('§18.13 an email address that could inject a mail header is refused', () => {
  const message = {
    key: '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54',
    about: 'question',
    name: 'Asha',
    email: 'asha@example.com',
    body: 'Hello',
  };
  expect(v.is(messageRequest, message)).toBe(true);
  for (const email of [
    'asha@example.com\r\nBcc: all@example.com',
    'asha@example.com, all@example.com',
    'Asha <asha@example.com>, <all@example.com>',
    '',
  ]) {
    expect(v.is(messageRequest, { ...message, email }), email).toBe(false);
  }
  expect(v.is(messageRequest, { ...message, about: 'praise' })).toBe(false);
  expect(v.is(messageRequest, { ...message, body: ' \n ' })).toBe(false);
  expect(v.is(messageRequest, { ...message, body: 'x'.repeat(4001) })).toBe(false);
});

test('§18.53 a message that contains only links is refused, and a question with a link is accepted', () => {
  for (const body of ['https://a.example', 'see www.a.example https://b.example !!']) {
    expect(isOnlyLinks(body), body).toBe(true);
    expect(messageRules.body.validate(body)).not.toBe(true);
  }
  for (const body of ['Is https://a.example your site?', 'Hello', 'क्या यह पन्ना सही है? www.a.in']) {
    expect(isOnlyLinks(body), body).toBe(false);
    expect(messageRules.body.validate(body)).toBe(true);
  }
  const many = (count: number) => `Buy these things here ${'https://a.example '.repeat(count)}`;
  expect([4, 5].map((count) => looksLikeAdvertising(many(count)))).toEqual([false, true]);
});

test('§18.13 cleaning a message a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const clean = cleanMessage(typed);
      expect(cleanMessage(clean)).toBe(clean);
    }),
  );
});
