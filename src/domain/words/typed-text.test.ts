import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  aroundCopied,
  copied,
  names,
  ornaments,
  phones,
  twoPhones,
  unseen,
} from '../../../tests/samples/typed.ts';
import { runs } from '../../../tests/runs.ts';
import { emailPattern } from '../account/account-rules.ts';
import { phoneForCheckout } from '../payments/checkout-phone.ts';
import { personOfPhone } from '../packs/free-interview.ts';
import { cleanDiscountCode, discountCode } from '../packs/discounts.ts';
import {
  cleanCode,
  cleanEmail,
  cleanLines,
  cleanPhone,
  cleanText,
  readPhone,
} from './typed-text.ts';

const wrapped = fc.string({
  maxLength: 12,
  unit: fc.constantFrom(...aroundCopied, ...ornaments),
});

/** Any text, and texts made of the characters that are hard to clean. */
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    maxLength: 20,
    unit: fc.constantFrom(
      ...[' ', '\t', '\n', '\r\n', '\u0000', '\u0085', '\u00A0', '\u2028', '\uFEFF', '\u200D'],
      ...[
        '\uFFFC',
        '\uD83D',
        '\u200B',
        '\u2060',
        '\u202E',
        '\u2066',
        '\u00AD',
        '\u034F',
        '\u3164',
        '\u2800',
        '\uFE0F',
      ],
      ...['a', 'Z', '-', '‐', '–', '“', '’', '९', '۹', '９', '½', '\u0301', '\u094D', 'र', '👩‍🎓'],
    ),
  }),
  fc.constantFrom(...names, ...unseen),
  wrapped,
);

/** The part of a text that a reader can see. */
const seen = (text: string) => text.replaceAll(/[\p{Cc}\p{Z}\p{DI}\p{Cs}\uFFFC]/gu, '').normalize();

describe('cleaning typed text', () => {
  test('§5.52 A26 cleaning text a second time changes nothing', () => {
    fc.assert(
      fc.property(typed, (text) => {
        for (const clean of [cleanText, cleanLines, cleanCode, cleanEmail, cleanPhone]) {
          expect(clean(clean(text))).toBe(clean(text));
        }
      }),
      runs(1000),
    );
  });

  test('§5.52 cleaning a discount code a second time changes nothing, whatever was copied with the code', () => {
    fc.assert(
      fc.property(wrapped, (text) => {
        expect(cleanDiscountCode(cleanDiscountCode(text))).toBe(cleanDiscountCode(text));
      }),
      runs(1000),
    );
  });

  test('§5.52 cleaning a name keeps every visible character and every joining character', () => {
    fc.assert(
      fc.property(typed, (text) => {
        for (const clean of [cleanText(text), cleanLines(text)]) {
          if (clean === '') continue;
          expect(seen(clean)).toBe(seen(text));
          const joiners = /\p{Join_C}/gu;
          expect(clean.match(joiners)).toEqual(text.match(joiners));
          expect(clean).not.toMatch(
            /(?![\t-\r])\p{Cc}|\p{Bidi_C}|[\p{Cs}\u00AD\u200B\u2060\uFEFF\uFFFC]/u,
          );
        }
      }),
      runs(1000),
    );
  });

  test.each([...names, '👩🏽‍🎓', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☎️'])('§5.52 cleaning does not change the name %s', (name) => {
    expect(cleanText(`\u202A ${name}\u202C `)).toBe(name.normalize());
  });

  test.each(unseen)('§5.52 D11 the invisible text %j counts as missing', (text) => {
    expect([
      cleanText(text),
      cleanLines(text),
      cleanCode(text)
        .replaceAll(/[\p{M}\u2800\u{1D159}]/gu, '')
        .trim(),
    ]).toEqual(['', '', '']);
  });

  test('§5.52 white space in a name becomes a single space, and longer text keeps its lines', () => {
    expect(cleanText(' Asha\t\u00A0\r\nRao\u2028')).toBe('Asha Rao');
    expect(cleanLines(' Dear\u202E all,\r\n\r\n\tAsha  Rao\u2029')).toBe(
      'Dear all,\n\n\tAsha  Rao',
    );
  });
});

describe('cleaning a code, a phone number or an address', () => {
  test('§5.52 a cleaned code has plain digits and dashes, and does not contain quotes or invisible characters', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(cleanCode(text)).not.toMatch(
          /[\p{Cc}\p{Cf}\p{DI}\p{Cs}\uFFFC‘’“”]|(?![0-9])\p{Nd}|(?!-)\p{Dash}/u,
        );
      }),
      runs(1000),
    );
  });

  test.each([
    ['SAVE\u200B‐10', 'SAVE-10'],
    ['ＳＡＶＥ－１０', 'SAVE-10'],
    ['SAVE–१०', 'SAVE-10'],
    ['\u2066pay_Abc123\u2069', 'pay_Abc123'],
    ['29ABCDE\u00AD1234F1Z5', '29ABCDE1234F1Z5'],
    ['asha\u2060@okaxis\uFEFF', 'asha@okaxis'],
    ['\uFFFCSAVE-10\uD83D', 'SAVE-10'],
  ])('§5.52 cleaning the code %j gives %s', (text, code) => expect(cleanCode(text)).toBe(code));

  test.each([
    '\u2060Asha@Example.com',
    'asha\u200B@example.com\u200E',
    '\u202Aasha@example.com\u202C',
    '\u2066asha@exa\u00ADmple.com\u2069',
    ' ａｓｈａ＠ｅｘａｍｐｌｅ．ｃｏｍ\u00A0',
  ])('§5.52 cleaning %j gives asha@example.com', (text) => {
    expect(cleanEmail(text)).toBe('asha@example.com');
  });

  test.each(Object.entries(phones))(
    '§5.52 a phone number in %s digits is accepted everywhere',
    (_, text) => {
      const phone = '9876543210';
      expect(readPhone(`\u202A${text}\u202C`)).toBe(phone);
      const digits = Array.from(text);
      const grouped = `${digits.slice(0, 5).join('')}–${digits.slice(5).join('')}`;
      expect(readPhone(`＋９１ ${grouped}`)).toBe('+91 98765-43210');
      expect(cleanDiscountCode(`save ${text}`)).toBe(`SAVE${phone}`);
      expect([personOfPhone(text), phoneForCheckout(text)]).toEqual([phone, phone]);
    },
  );

  test.each(
    Object.entries(copied).flatMap(([clean, texts]) => texts.map((text) => [text, clean] as const)),
  )('§5.52 cleaning the copied text %s gives %s', (text, clean) => {
    expect([cleanEmail(text), readPhone(text), cleanDiscountCode(text)]).toContain(clean);
  });

  test('§5.52 nothing that is put around an address, a phone number or a discount code becomes part of it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ornaments), { maxLength: 4 }), (signs) => {
        const wrap = (text: string) => `${signs.join('')}${text}${signs.toReversed().join('')}`;
        expect(cleanEmail(wrap('asha@example.com'))).toBe('asha@example.com');
        expect(cleanDiscountCode(wrap('SAVE-10'))).toBe('SAVE-10');
        expect([undefined, '9876543210']).toContain(personOfPhone(wrap('9876543210')));
      }),
      runs(1000),
    );
  });

  test.each(['SAVE🎉10', 'SAVE-10 (new)', 'SAVE→10'])(
    '§8.36 %s cannot be a discount code, so it does not count as a wrong one',
    (text) => expect(v.is(discountCode, text)).toBe(false),
  );

  test.each([
    'asha@exa👉mple.com',
    'asha😀rao@example.com',
    'asha•rao@example.com',
    'asha->rao@example.com',
    'asha@example.com/inbox',
    "asha@example.com's",
    'asha@example.com • ravi@example.com',
    'asha@example.com, ravi@example.com',
    'Asha <asha@example.com>, Ravi <ravi@example.com>',
    'asha rao@example.com',
    'asha@example.com ravi',
    'Asha Rao',
  ])('§5.52 %s is not mistaken for a single address', (text) => {
    expect(cleanEmail(text)).not.toMatch(emailPattern);
  });

  test.each([
    ['9876543210', '9876543210'],
    ['098765 43210', '9876543210'],
    ['91 98765 43210', '+919876543210'],
    ['+91 (0) 98765-43210', '+919876543210'],
    ['+91 098765.43210', '+919876543210'],
    ['0091 98765 43210.', '+919876543210'],
    ['tel:+91-98765-43210', '+919876543210'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('§8.30 the checkout receives the phone number %s as %s', (text, number) => {
    expect(phoneForCheckout(text)).toBe(number);
  });

  test.each([
    'abcdefghij',
    '9876543210 ext 12',
    'call 9876543210',
    '9876543210 (mother)',
    '98765x43210',
    '----------',
    '९८७६५',
    'म९८७६५४३२१०',
    '+91 +91 98765 43210',
    ...twoPhones,
  ])(
    '§5.4 %s is not accepted as a phone number by the forms, the free interview or the checkout',
    (text) => {
      expect([readPhone(text), personOfPhone(text), phoneForCheckout(text)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  );
});
